/** Finds the step that deletes a live object: its own delete, or the delete of a container. */
import type { Address } from '../../core/address.ts';
import type { LiveObject } from '../../core/state.ts';
import type { StepId } from '../change.ts';
import { type Draft, liveParentOf } from '../draft.ts';

export function removalOf(draft: Draft, live: LiveObject): StepId | undefined {
  const addresses = [draft.deleting.get(live), swallowingAddress(draft, live)];
  for (const address of addresses) if (draft.steps.has(`${address}#delete`)) return `${address}#delete`;
  const parent = liveParentOf(draft.world, live);
  return parent && removalOf(draft, parent);
}

/** The platform's wrapper around the object, if no declared wrapper takes over. */
function swallowingAddress(draft: Draft, live: LiveObject): Address | undefined {
  return draft.creates.wraps.find(({ takenBy, swallowed }) => takenBy === undefined && swallowed.includes(live))
    ?.wrapper;
}
