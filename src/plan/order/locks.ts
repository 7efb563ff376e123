/** What stands in a locked object cannot be written: it is written after the lock is taken off, or before it is put on, or not at all. */

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
  const isLocked = draft.matches.at.get(container)?.live?.fields[field] === locks.value;
  if (update && field in update.fields && update.fields[field] !== locks.value) needs(each, update.id);
  else if (isLocked) block(draft, each, { container, field, locks });
  else if (update && field in update.fields) needs(update, each.id);
}

function block(draft: Draft, each: DraftStep, { container, field, locks }: Locked): void {
  for (const change of draft.changes) {
    if (!change.steps.includes(each.id)) continue;
    change.blocked ??= {
      code: 'B-LOCKED',
      reason: `${container} has ${field} ${JSON.stringify(locks.value)}, and the platform refuses to write what stands in it`,
      hint: `take the lock off in ${container}, apply, and put it on again afterwards`,
    };
  }
}
