/** Runs some steps after all others, such as the ones that remove the token's own permissions. */
import { groupBy } from '../../core/compare.ts';
import type { Step, StepId } from '../result/step.ts';
import { type Arranging, addNeededStep } from './arranging.ts';

/** Runs these steps after all steps that do not depend on them. If one of those fails, these steps are skipped. */
export function moveStepsLast({ steps }: Pick<Arranging, 'steps'>, last: ReadonlySet<StepId>): void {
  if (last.size === 0) return;
  const waiting = stepsWaitingFor(steps, last);
  const others = [...steps.values()].filter(({ id }) => !waiting.has(id));
  // Waiting for the end of each chain is enough.
  const needed = new Set(others.flatMap((each) => [...each.needs]));
  const ends = others.filter(({ id }) => !needed.has(id));
  for (const id of steps.keys()) if (last.has(id)) for (const end of ends) addNeededStep({ steps }, id, end.id);
}

function stepsWaitingFor(steps: ReadonlyMap<StepId, Step>, roots: ReadonlySet<StepId>): ReadonlySet<StepId> {
  const dependants = groupBy(
    [...steps.values()].flatMap(({ id, needs: needed }) => [...needed].map((before) => ({ before, id }))),
    ({ before }) => before,
  );
  const found = new Set(roots);
  for (const root of found) for (const { id } of dependants.get(root) ?? []) found.add(id);
  return found;
}
