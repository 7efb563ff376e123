/** Finds dependencies between steps through others. */

import type { Drafted } from '../draft/drafted.ts';
import type { Step, StepId } from '../result/step.ts';

/** Whether a step waits for another, directly or not. */
export function waitsFor(
  { steps }: Pick<Drafted, 'steps'>,
  each: Step,
  other: Step,
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
