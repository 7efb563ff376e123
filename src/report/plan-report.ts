/** The content of a plan report in output order, which each format only prints. */
import type { Address } from '../core/address.ts';
import type { Impact } from '../core/impact.ts';
import { once } from '../core/once.ts';
import { isStateOnly, openingFields, remoteChanges } from '../plan/change.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { partedGuards } from '../plan/policy.ts';
import { highRiskLine, type Meaning, meaningOf, openedIn } from './impact.ts';
import { changedSites } from './navigation.ts';
import { type Group, placesOf } from './places.ts';
import { displayTitleOf, type Loss, lossesOf, memoized, type ReportedChange, withNewNames } from './reported-change.ts';
import {
  blockedLine,
  type Counted,
  countedOf,
  partTexts,
  planName,
  type Rest,
  restOf,
  type SummaryFacts,
  summaryLine,
} from './words.ts';

/** Expensive members are functions, computed on the first call. */
export interface PlanReport {
  readonly plan: PlanView;
  readonly name: ReturnType<typeof planName>;
  readonly partial: readonly [is: string, rest: string] | undefined;
  readonly blocked: string | undefined;
  readonly highRisk: string | undefined;
  readonly summary: (facts: SummaryFacts) => string;
  readonly counts: readonly Counted[];
  readonly guards: ReturnType<typeof partedGuards>;
  readonly meaning: Meaning;
  /** Further risks of the change that causes a high-risk effect. */
  readonly openedBeside: ReadonlyMap<Impact, readonly string[]>;
  readonly sites: ReturnType<typeof changedSites>;
  /** Changes that only affect the ledger. Pending ones are part of `rest`. */
  readonly records: readonly ChangeView[];
  readonly changes: () => readonly ReportedChange[];
  readonly places: () => readonly (readonly Group[])[];
  /** High-risk changes, which no format omits, and the others. Pending changes are in neither list. */
  readonly parted: () => { readonly highRisk: readonly ReportedChange[]; readonly others: readonly ReportedChange[] };
  readonly meant: ReadonlySet<Address>;
  readonly losses: () => readonly Loss[];
  readonly rest: (atMost: number) => readonly Rest[];
}

export function reportOf(plan: PlanView): PlanReport {
  const { part, navigation } = plan;
  const named = withNewNames(plan.changes);
  // The first plan of a large organization has many records, and text prints only some.
  const told = memoized();
  const { impact, beside } = openedIn(plan, displayTitleOf);
  const meaning = meaningOf(impact);
  const meant = new Set(meaning.highRisk.map(({ address }) => address));
  return {
    plan,
    name: planName(plan),
    partial: part && partTexts(part),
    blocked: blockedLine(plan),
    highRisk: highRiskLine(meaning),
    summary: (facts) => summaryLine(plan, facts),
    counts: countedOf(plan.changes),
    guards: partedGuards(plan.guards),
    meaning,
    openedBeside: beside,
    sites: changedSites(navigation),
    records: named.filter(({ action }) => isStateOnly(action) && action !== 'pending'),
    changes: () => told(named),
    places: once(() => placesOf(told(remoteChanges({ changes: named })))),
    parted: once(() => partedBySeverity(told(named.filter(({ action }) => action !== 'pending')), meant)),
    meant,
    losses: once(() => lossesOf(told(named.filter(({ lost }) => lost.length > 0)))),
    rest: (atMost) => restOf(plan, atMost),
  };
}

function partedBySeverity(
  changes: readonly ReportedChange[],
  meant: ReadonlySet<Address>,
): ReturnType<PlanReport['parted']> {
  const alone = new Set(changes.filter(isHighRiskAlone).map(({ address }) => address));
  const isHighRisk = (change: ReportedChange) =>
    isHighRiskAlone(change) || (meant.has(change.address) && !alone.has(change.address));
  return { highRisk: changes.filter(isHighRisk), others: changes.filter((change) => !isHighRisk(change)) };
}

/** Blocked changes, deletes, replacements, and changes that widen access. */
export function isHighRiskAlone(change: ChangeView): boolean {
  const { action, blocked } = change;
  return blocked !== undefined || action === 'delete' || action === 'replace' || openingFields(change).length > 0;
}
