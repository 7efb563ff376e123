/** Steps that must not run at the same time. */
import { shapeOf } from '../../kinds/shape.ts';
import { parentOf } from '../context/world.ts';
import type { Draft } from '../draft/draft.ts';
import { needs } from '../draft/edges.ts';

export function draftLocks(draft: Draft): void {
  for (const each of draft.steps.values()) {
    const container = parentOf(draft.world, each.address);
    const kind = container === null ? undefined : draft.matches.at.get(container)?.resource.kind;
    const update = draft.steps.get(`${container}#update`);
    if (kind === undefined || update === undefined || each.operation === 'delete') continue;
    for (const [field, { locks }] of Object.entries(shapeOf(draft.world, kind).fields)) {
      if (!locks?.kinds.includes(each.kind) || !(field in update.fields)) continue;
      if (update.fields[field] === locks.value) needs(update, each.id);
      else needs(each, update.id);
    }
  }
}
