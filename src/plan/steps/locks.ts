/** Steps that must not run at the same time. */
import { shapeOf } from '../../kinds/shape.ts';
import { parentAddress } from '../context/world.ts';
import type { Draft } from '../draft/draft.ts';
import { addNeed } from '../draft/edges.ts';

export function orderLockingUpdates(draft: Draft): void {
  for (const each of draft.steps.values()) {
    const container = parentAddress(draft.world, each.address);
    const kind = container === null ? undefined : draft.matches.at.get(container)?.resource.kind;
    const update = draft.steps.get(`${container}#update`);
    if (kind === undefined || update === undefined || each.operation === 'delete') continue;
    for (const [field, { locks }] of Object.entries(shapeOf(draft.world, kind).fields)) {
      if (!locks?.kinds.includes(each.kind) || !(field in update.fields)) continue;
      if (update.fields[field] === locks.value) addNeed(update, each.id);
      else addNeed(each, update.id);
    }
  }
}
