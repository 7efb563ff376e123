/** The content of a plan report in output order, which each format only prints. */
import type { Address } from '../core/address.ts';
import { once } from '../core/once.ts';
import { isStateOnly, openingFields, remoteChanges } from '../plan/change.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { partedGuards } from '../plan/policy.ts';
import { highRiskLine, meaningOf } from './impact.ts';
import { changedSites } from './navigation.ts';
import { placesOf } from './places.ts';
import { lossesOf, type ReportedChange, reportedChange, withNewNames } from './reported-change.ts';
import { restOf } from './rest.ts';
import { blockedLine, countedOf, partTexts, planName, type SummaryFacts, summaryLine } from './words.ts';

export type PlanReport = ReturnType<typeof reportOf>;

/** Expensive members are functions, computed on the first call. */
export function reportOf(plan: PlanView) {
  const named = withNewNames(plan.changes);
  const meaning = meaningOf(plan.impact);
  /** Addresses of high-risk effects. */
  const meant: ReadonlySet<Address> = new Set(meaning.highRisk.map(({ address }) => address));
  return {
    plan,
    name: planName(plan),
    /** Missing: the plan covers everything. */
    partial: plan.part && partTexts(plan.part),
    /** Missing: nothing blocks the plan. */
    blocked: blockedLine(plan),
    /** Missing: nothing is high-risk. */
    highRisk: highRiskLine(meaning),
    summary: (facts: SummaryFacts) => summaryLine(plan, facts),
    counts: countedOf(plan.changes),
    guards: partedGuards(plan.guards),
    meaning,
    meant,
    sites: changedSites(plan.navigation),
    /** Changes that only affect the ledger. Pending ones are part of `rest`. */
    records: named.filter(({ action }) => isStateOnly(action) && action !== 'pending'),
    changes: () => named.map(reportedChange),
    /** Changes of the platform, by place. */
    places: once(() => placesOf(remoteChanges({ changes: named }).map(reportedChange))),
    /** High-risk changes, which no format omits, and the others. Pending changes are in neither list. */
    parted: once(() => {
      const changes = named.filter(({ action }) => action !== 'pending').map(reportedChange);
      return partedBySeverity(changes, meant);
    }),
    losses: once(() => lossesOf(named.filter(({ lost }) => lost.length > 0).map(reportedChange))),
    /** `isShort`: names of only some people who get a role. */
    rest: (atMost: number, isShort = false) => restOf(plan, atMost, isShort),
  };
}

function partedBySeverity(changes: readonly ReportedChange[], meant: ReadonlySet<Address>) {
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
