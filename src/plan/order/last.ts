/** Steps that come after all the others: what takes the rights away that the rest is done with. */
import type { StepId } from '../change.ts';
import { type Draft, type DraftStep, needs } from '../draft.ts';

/** Has these wait for everything that does not itself wait for one of them; where any of that fails, they are left undone. */
export function goLast({ steps }: Pick<Draft, 'steps'>, last: ReadonlySet<StepId>): void {
  if (last.size === 0) return;
  const waiting = waitingFor(steps, last);
  const others = [...steps.values()].filter(({ id }) => !waiting.has(id));
  // Whoever waits for the ends of every chain waits for all of it.
  const needed = new Set(others.flatMap((each) => [...each.needs]));
  const ends = others.filter(({ id }) => !needed.has(id));
  for (const id of last) for (const end of ends) needs(steps.get(id) ?? end, end.id);
}

/** These, and what needs one of them, be it through others. */
function waitingFor(steps: ReadonlyMap<StepId, DraftStep>, roots: ReadonlySet<StepId>): ReadonlySet<StepId> {
  const dependants = new Map<StepId, StepId[]>();
  for (const each of steps.values()) for (const id of each.needs) dependants.set(id, [...(dependants.get(id) ?? []), each.id]);
  const found = new Set(roots);
  for (const id of found) for (const next of dependants.get(id) ?? []) found.add(next);
  return found;
}
