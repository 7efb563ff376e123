/** A platform may refuse to write what stands in a locked object: it is written after the lock is taken off, and before it is put on. */

import type { FieldShape } from '../../kinds/field.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { type Draft, type DraftStep, needs } from '../draft.ts';
import { parentOf } from '../world.ts';

type Lock = NonNullable<FieldShape['locks']>;

export function draftLocks(draft: Draft): void {
  for (const each of draft.steps.values()) {
    const container = parentOf(draft.world, each.address);
    if (container === null || each.operation === 'delete') continue;
    const kind = draft.matches.at.get(container)?.resource.kind;
    if (kind === undefined) continue;
    for (const [field, { locks }] of Object.entries(shapeOf(draft.world, kind).fields))
      if (locks?.kinds.includes(each.kind)) waitForLock(draft, each, { container, field, locks });
  }
}

interface Locked {
  readonly container: string;
  readonly field: string;
  readonly locks: Lock;
}

function waitForLock(draft: Draft, each: DraftStep, { container, field, locks }: Locked): void {
  const update = draft.steps.get(`${container}#update`);
  if (update === undefined || !(field in update.fields)) return;
  if (update.fields[field] === locks.value) needs(update, each.id);
  else needs(each, update.id);
}
