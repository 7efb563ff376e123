/** Steps that can still get dependencies, on copies: the plan of the earlier stages stays as it is. */
import type { Drafted } from '../draft/drafted.ts';
import { addNeed, copySteps, type Edges } from '../draft/edges.ts';
import type { Step, StepId } from '../result/step.ts';

export type ArrangedStep = Omit<Step, keyof Edges> & Edges;

export interface Arranging extends Drafted {
  readonly steps: ReadonlyMap<StepId, ArrangedStep>;
}

export function startArranging<D extends Drafted>(drafted: D): D & Arranging {
  const steps = new Map<StepId, ArrangedStep>();
  for (const [id, each] of drafted.steps)
    steps.set(id, { ...each, needs: copySteps(each.needs), follows: copySteps(each.follows) });
  return { ...drafted, steps };
}

export function addNeededStep({ steps }: Pick<Arranging, 'steps'>, id: StepId, before: StepId): void {
  const after = steps.get(id);
  if (after !== undefined) addNeed(after, before);
}
