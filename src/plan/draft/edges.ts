/** Dependencies of a step. Steps without any share one empty set, so most copies of a step need no set of their own. */
import type { StepId } from '../result/step.ts';

/** The steps that a step waits for. */
export interface Edges {
  readonly id: StepId;
  needs: ReadonlySet<StepId>;
  follows: ReadonlySet<StepId>;
}

export const noSteps: ReadonlySet<StepId> = new Set();

export function copySteps(steps: ReadonlySet<StepId>): ReadonlySet<StepId> {
  return steps.size === 0 ? noSteps : new Set(steps);
}

/** The step runs only if the other one has succeeded. */
export function addNeed(after: Pick<Edges, 'id' | 'needs'>, before: StepId | undefined): void {
  if (before !== undefined && before !== after.id) after.needs = addToSet(after.needs, before);
}

/** The step waits for the end of the other one, with any result. */
export function addFollow(after: Pick<Edges, 'id' | 'follows'>, before: StepId | undefined): void {
  if (before !== undefined && before !== after.id) after.follows = addToSet(after.follows, before);
}

/** A set with steps belongs to its step alone. */
function addToSet(steps: ReadonlySet<StepId>, id: StepId): ReadonlySet<StepId> {
  return steps.size === 0 ? new Set([id]) : (steps as Set<StepId>).add(id);
}
