/** Steps that come after all the others: what takes the rights away that the rest is done with. */
import { groupBy } from '../../core/group-by.ts';
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
  for (const each of steps.values()) if (last.has(each.id)) for (const end of ends) needs(each, end.id);
}

/** These, and what needs one of them, be it through others. */
function waitingFor(steps: ReadonlyMap<StepId, DraftStep>, roots: ReadonlySet<StepId>): ReadonlySet<StepId> {
  const dependants = groupBy(
    [...steps.values()].flatMap(({ id, needs: needed }) => [...needed].map((before) => ({ before, id }))),
    ({ before }) => before,
  );
  const found = new Set(roots);
  for (const root of found) for (const { id } of dependants.get(root) ?? []) found.add(id);
  return found;
}
