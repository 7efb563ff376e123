/** Finds dependencies between steps through others. */

import type { Draft, DraftStep } from '../draft/draft.ts';
import type { StepId } from '../result/step.ts';

/** Whether a step waits for another, directly or not. */
export function waitsFor(
  { steps }: Pick<Draft, 'steps'>,
  each: DraftStep,
  other: DraftStep,
  seen = new Set<StepId>(),
): boolean {
  if (each === other) return true;
  if (seen.has(each.id)) return false;
  seen.add(each.id);
  return [...each.needs].some((id) => {
    const before = steps.get(id);
    return before !== undefined && waitsFor({ steps }, before, other, seen);
  });
}
