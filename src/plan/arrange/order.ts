/** Sorts the steps: dependencies first, then effects on readers, then the position in the files. */
import type { Address } from '../../core/address.ts';
import { withoutMissing } from '../../core/defined.ts';
import { isReference } from '../../core/state.ts';
import type { Drafted, DraftedChange } from '../draft/drafted.ts';
import type { Matches } from '../identity/identity.ts';
import type { StepId } from '../result/step.ts';
import type { ArrangedStep } from './arranging.ts';

/** Each step comes after all that it needs and follows. Among free steps, the first drafted comes first. Throws on a cycle of needs. */
export function orderSteps(
  steps: ReadonlyMap<StepId, ArrangedStep>,
  directly: ReadonlyMap<StepId, StepId> = new Map(),
): readonly ArrangedStep[] {
  for (const each of steps.values()) {
    each.needs = filterSteps(each.needs, (id) => steps.has(id));
    each.follows = filterSteps(each.follows, (id) => steps.has(id) && !each.needs.has(id));
  }
  const ids = [...steps.keys()];
  const ranks = new Map(ids.map((id, rank) => [id, rank]));
  const after = new Map<StepId, number[]>();
  const open = ids.map((id) => (steps.get(id)?.needs.size ?? 0) + (steps.get(id)?.follows.size ?? 0));
  for (const [rank, each] of [...steps.values()].entries()) {
    for (const id of [...each.needs, ...each.follows]) {
      const list = after.get(id);
      if (list) list.push(rank);
      else after.set(id, [rank]);
    }
  }
  const ready: number[] = [];
  for (const [rank, count] of open.entries()) if (count === 0) pushRank(ready, rank);
  // These start before all others.
  const ahead: number[] = [];
  const ordered: ArrangedStep[] = [];
  const done = new Set<StepId>();
  while (ordered.length < ids.length) {
    const rank = ahead.pop() ?? popRank(ready) ?? breakCycle(steps, ranks, done);
    const each = steps.get(ids[rank] ?? '');
    if (each === undefined || done.has(each.id)) continue;
    ordered.push(each);
    done.add(each.id);
    for (const next of after.get(each.id) ?? []) {
      open[next] = (open[next] ?? 0) - 1;
      if (open[next] === 0) pushRank(ready, next);
    }
    const closing = directly.get(each.id);
    const rankOfClosing = closing === undefined ? undefined : ranks.get(closing);
    if (rankOfClosing !== undefined && open[rankOfClosing] === 0) ahead.push(rankOfClosing);
  }
  return ordered;
}

/** The same set if it contains only such steps. */
function filterSteps(steps: ReadonlySet<StepId>, isKept: (id: StepId) => boolean): ReadonlySet<StepId> {
  for (const id of steps) if (!isKept(id)) return new Set([...steps].filter(isKept));
  return steps;
}

/** In a cycle, the first step that only waits for order continues. */
function breakCycle(
  steps: ReadonlyMap<StepId, ArrangedStep>,
  ranks: ReadonlyMap<StepId, number>,
  done: ReadonlySet<StepId>,
) {
  const left = [...steps.values()].filter((each) => !done.has(each.id));
  const found = left.find((each) => [...each.needs].every((id) => done.has(id)));
  if (found === undefined)
    throw new Error(`these steps wait for each other: ${left.map((each) => each.id).join(', ')}`);
  found.follows = filterSteps(found.follows, (id) => done.has(id));
  return ranks.get(found.id) ?? 0;
}

/** Adds a rank to a heap, whose first item is the smallest rank. */
export function pushRank(heap: number[], rank: number): void {
  let at = heap.push(rank) - 1;
  while (at > 0) {
    const up = (at - 1) >> 1;
    if ((heap[up] ?? 0) <= rank) break;
    heap[at] = heap[up] ?? 0;
    at = up;
  }
  heap[at] = rank;
}

export function popRank(heap: number[]): number | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    if (down >= heap.length) break;
    if (down + 1 < heap.length && (heap[down + 1] ?? 0) < (heap[down] ?? 0)) down++;
    if ((heap[down] ?? 0) >= last) break;
    heap[at] = heap[down] ?? 0;
    at = down;
  }
  heap[at] = last;
  return top;
}

/** Distance of a consequence from its cause, smaller than the distance between two steps. */
const next = 1 / 1024;

type RankOf = (change: DraftedChange) => number;

/** A blocked change has no step. It comes before its contents and the changes that refer to it. */
export function rankCausesFirst({ changes, matches }: Pick<Drafted, 'changes' | 'matches'>, stepRank: RankOf): RankOf {
  const causes = new Map(changes.filter(isBlockedCreate).map((each) => [each.address, each]));
  if (causes.size === 0) return stepRank;
  const ranks = new Map<Address, number>();
  const lowerRank = (address: Address, rank: number) => {
    const cause = causes.get(address);
    if (cause === undefined || (ranks.get(address) ?? stepRank(cause)) <= rank) return;
    ranks.set(address, rank);
    for (const needed of addressesNeededBy(cause, matches)) lowerRank(needed, rank - next);
  };
  for (const each of changes)
    for (const needed of addressesNeededBy(each, matches))
      lowerRank(needed, (ranks.get(each.address) ?? stepRank(each)) - next);
  return (each) => (isBlockedCreate(each) ? (ranks.get(each.address) ?? stepRank(each)) : stepRank(each));
}

function isBlockedCreate({ blocked, steps, action }: DraftedChange) {
  return blocked !== undefined && steps.length === 0 && action === 'create';
}

/** Containers and references, without fields that are set later (defaults). */
function addressesNeededBy({ address, action }: DraftedChange, matches: Matches): readonly Address[] {
  const match = matches.at.get(address);
  if (match === undefined || action !== 'create') return [];
  const { parent, fields } = match.resource;
  const named = Object.entries(fields).flatMap(([name, value]) =>
    isReference(value) && match.shape.fields[name]?.deferred !== true ? [value.ref] : [],
  );
  return withoutMissing(parent ?? undefined, ...named);
}
