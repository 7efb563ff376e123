/** Stops changes that share a call with, or depend on, one that is not done. */
import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import { type Change, type Plan, remoteChanges, type Step, type StepId } from '../change.ts';
import type { ChangeView } from '../plan-view.ts';
import { touchedBy } from '../touched.ts';
import { cutChange, cutStep } from './cut.ts';
import { type Comparison, type Decisions, named } from './kept.ts';

/** Until nothing changes any more: a change whose own objects are others now, that shares a call with a change that is not made, or needs one. */
export function stopDependants(comparison: Comparison, decisions: Decisions): void {
  const { plan } = comparison;
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  const owners = groupBy(
    remoteChanges(plan).flatMap((change) => change.steps.map((step) => ({ step, change }))),
    ({ step }) => step,
  );
  const inLine = movesByList(plan);
  const ids = { planned: idsOf(comparison.saved.changes), now: idsOf(plan.changes) };
  const ownersOf = (id: StepId): readonly Change[] => (owners.get(id) ?? []).map(({ change }) => change);
  const made = new Set(
    decisions.settled.filter(({ action }) => action === 'create' || action === 'replace').map(({ address }) => address),
  );
  for (const change of [...decisions.kept.keys()]) {
    const involved = involvedIn(change, steps, decisions.kept.get(change) ?? []);
    const other = involved.find(
      (each) => ids.now.has(each) && ids.now.get(each) !== ids.planned.get(each) && !made.has(each),
    );
    if (other === undefined) continue;
    const difference = { field: `id of ${other}`, planned: ids.planned.get(other), now: ids.now.get(other) };
    stop(change, `${other} is another object now`, decisions, [difference]);
  }
  for (let count = -1; count !== decisions.kept.size; ) {
    count = decisions.kept.size;
    for (const change of [...decisions.kept.keys()]) {
      const missing = missingFor(change, steps, ownersOf, decisions) ?? missingMove(change, inLine, decisions);
      if (missing !== undefined) stop(change, `it needs ${missing}, which is not done`, decisions);
    }
  }
}

function stop(
  change: Change,
  reason: string,
  { kept, stopped }: Decisions,
  differences: Decisions['stopped'][number]['differences'] = [],
): void {
  kept.delete(change);
  stopped.push({ ...named(change), reason, differences });
}

/** Whoever approved the plan has seen these objects. */
function idsOf(changes: readonly Pick<ChangeView, 'address' | 'id' | 'objects'>[]): ReadonlyMap<Address, string> {
  const own = changes.flatMap(({ address, id }) => (id === undefined ? [] : [[address, id] as const]));
  return new Map([
    ...changes.flatMap(({ objects }) => objects.map(({ address, id }) => [address, id] as const)),
    ...own,
  ]);
}

/** What the change has to do with, but for what only those of its fields name that are not set. */
function involvedIn(change: Change, steps: ReadonlyMap<StepId, Step>, without: readonly string[]): readonly Address[] {
  const touched = change.steps.flatMap((id) => {
    const step = steps.get(id);
    const cut = step === undefined ? undefined : cutStep(step, new Map([[change, without]]));
    return cut === undefined ? [] : touchedBy(cut);
  });
  const named = cutChange(change, without).fields.flatMap(({ before, after, isReference }) =>
    isReference ? [before, after] : [],
  );
  const contents = change.objects.filter((each) => each.as === 'contents').map(({ address }) => address);
  return [...touched, ...named.filter((value) => typeof value === 'string'), ...contents];
}

/** The address of a change without which this one cannot be made. */
function missingFor(
  change: Change,
  steps: ReadonlyMap<StepId, Step>,
  ownersOf: (id: StepId) => readonly Change[],
  { kept }: Decisions,
): Address | undefined {
  for (const id of change.steps) {
    const step = steps.get(id);
    // A call for several members can do without some; an update can do without some of its fields.
    const isDivisible = step?.items !== undefined || step?.operation === 'update';
    const partner = isDivisible ? undefined : ownersOf(id).find((owner) => !kept.has(owner));
    if (partner !== undefined) return partner.address;
    for (const needed of step?.needs ?? []) {
      const makers = ownersOf(needed);
      if (makers.length > 0 && !makers.some((owner) => kept.has(owner))) return makers[0]?.address;
    }
  }
  return undefined;
}

/** By address, the changes that give a place to it and to its siblings. */
function movesByList(plan: Plan): ReadonlyMap<Address, readonly Change[]> {
  const placed = remoteChanges(plan).filter(({ beside }) => beside !== undefined);
  const lists = plan.orders.map(({ current }) => {
    const siblings = new Set(current);
    return placed.filter(({ address }) => siblings.has(address));
  });
  return new Map(lists.flatMap((moves) => moves.map(({ address }) => [address, moves] as const)));
}

/** The moves of one list are made for each other: the address of one that is not made. */
function missingMove(
  change: Change,
  inLine: ReadonlyMap<Address, readonly Change[]>,
  { kept }: Decisions,
): Address | undefined {
  const moves = change.beside === undefined ? [] : (inLine.get(change.address) ?? []);
  return moves.find((each) => !kept.has(each))?.address;
}
