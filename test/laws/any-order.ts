/** The steps of a plan in any order that their dependencies permit. */
import type { Plan } from '../../src/plan/result/change.ts';
import type { Step } from '../../src/plan/result/step.ts';

/** Sorts the steps. `key` 0: as planned; any other number: one of the permitted orders. */
export function inAnyOrder(plan: Plan, key: number): Plan {
  if (key === 0) return plan;
  const left = [...plan.steps];
  const done = new Set<string>();
  const steps: Step[] = [];
  let state = key;
  while (left.length > 0) {
    const ready = left.filter(({ needs, follows }) => [...needs, ...follows].every((id) => done.has(id)));
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const chosen = ready[(state >>> 8) % ready.length];
    if (chosen === undefined) throw new Error('the steps wait for each other');
    left.splice(left.indexOf(chosen), 1);
    done.add(chosen.id);
    steps.push(chosen);
  }
  return { ...plan, steps };
}
