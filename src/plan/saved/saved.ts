/** Compares an approved plan with the present state: keeps exactly what was approved, and reports the rest. */
import { groupBy } from '../../core/group-by.ts';
import { type Change, remoteChanges } from '../change.ts';
import type { ChangeView } from '../plan-view.ts';
import { agreementOf } from './agreement.ts';
import { cutPlan } from './cut.ts';
import { stopDependants } from './dependants.ts';
import { type Comparison, type Decisions, type Facts, type KeptPlan, keyOf, named } from './kept.ts';
import { orderDifferences } from './sibling-orders.ts';
import { supersessionOf } from './superseded.ts';

/** Both plans are of the same configuration and target: that is for the caller to check. */
export function keepPlanned(comparison: Comparison): KeptPlan {
  const { plan, saved } = comparison;
  const now = new Map(remoteChanges(plan).map((change) => [keyOf(change), change]));
  const decisions: Decisions = { kept: new Map(), stopped: [], settled: [] };
  const facts = factsOf(comparison);
  for (const approved of remoteChanges(saved)) {
    const current = now.get(keyOf(approved));
    if (current !== undefined) compare(approved, current, facts, decisions);
    else decide(approved, facts, decisions);
  }
  stopDependants(comparison, decisions);
  const { kept, stopped, settled } = decisions;
  const isStopped = new Set(stopped.map(keyOf));
  const leftOut = remoteChanges(plan)
    .map((change) => ({
      ...named(change),
      fields: kept.get(change) ?? change.fields.map(({ field }) => field),
      isKept: kept.has(change),
    }))
    .filter((each) => !isStopped.has(keyOf(each)) && !(each.isKept && each.fields.length === 0))
    .map(({ fields, ...change }) => ({ ...named(change), fields }));
  return { plan: cutPlan(comparison, kept), stopped, leftOut, settled };
}

function factsOf(comparison: Comparison): Facts {
  const { changes, unknown, pending, orders } = comparison.plan;
  return {
    ...comparison,
    changesAt: groupBy(changes, ({ address }) => address),
    hidden: new Set([...unknown.flatMap(({ hides }) => hides), ...pending.map(({ address }) => address)]),
    orderDifference: orderDifferences(comparison.saved, orders),
  };
}

/** The change is still needed: is it the same one? */
function compare(
  approved: ChangeView,
  current: Change,
  { shapes, orderDifference }: Facts,
  { kept, stopped, settled }: Decisions,
): void {
  const { differences, added, ...agreement } = agreementOf(approved, current, shapes);
  const order = current.beside === undefined ? undefined : orderDifference(current.address);
  const all = [...differences, ...(order === undefined ? [] : [order])];
  if (all.length > 0) {
    stopped.push({
      ...named(approved),
      reason: order === undefined ? 'it has changed' : 'the order it stands in has changed',
      differences: all,
    });
    return;
  }
  if (agreement.settled.length > 0) settled.push({ ...named(approved), fields: agreement.settled });
  const isNothingLeft = approved.action === 'update' && agreement.kept.length === 0 && approved.fields.length > 0;
  if (!isNothingLeft) kept.set(current, added);
}

/** The new plan has no such change: because it is done, or because it cannot be done any more? */
function decide(approved: ChangeView, facts: Facts, { kept, stopped, settled }: Decisions): void {
  const supersession = supersessionOf(approved, facts);
  if (supersession === 'settled' || 'completedBy' in supersession) {
    const completing = supersession === 'settled' ? [] : supersession.completedBy;
    const left = completing.flatMap(({ fields }) => fields.map(({ field }) => field));
    for (const change of completing) kept.set(change, []);
    settled.push({
      ...named(approved),
      fields: approved.fields.map(({ field }) => field).filter((field) => !left.includes(field)),
    });
  } else stopped.push({ ...named(approved), ...supersession });
}
