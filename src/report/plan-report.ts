/** A plan as every report tells it: what there is to say, in which order, and how high-risk it is; gathered here once, so that a format only draws it. */
import type { Address } from '../core/address.ts';
import type { Impact } from '../core/impact.ts';
import { once } from '../core/once.ts';
import { isStateOnly, openingFields, remoteChanges } from '../plan/change.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { partedGuards } from '../plan/policy.ts';
import { highRiskLine, type Meaning, meaningOf, openedIn } from './impact.ts';
import { changedSites } from './navigation/rows.ts';
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

/** What takes time is worked out when it is first asked for. */
export interface PlanReport {
  readonly plan: PlanView;
  readonly name: ReturnType<typeof planName>;
  /** That it is partial, and what it says nothing of; missing: it is the plan of everything. */
  readonly partial: readonly [is: string, rest: string] | undefined;
  readonly blocked: string | undefined;
  /** How many consequences are high-risk; missing: none. */
  readonly highRisk: string | undefined;
  readonly summary: (facts: SummaryFacts) => string;
  /** Changes of each action that there is. */
  readonly counts: readonly Counted[];
  readonly guards: ReturnType<typeof partedGuards>;
  /** What it means to people. */
  readonly meaning: Meaning;
  /** Of a high-risk consequence: what the change opens beside that, in its own words. */
  readonly openedBeside: ReadonlyMap<Impact, readonly string[]>;
  /** Sites whose navigation becomes another one. */
  readonly sites: ReturnType<typeof changedSites>;
  /** What only the ledger learns; what is pending is part of the rest. */
  readonly records: readonly ChangeView[];
  /** All of them, in the order of work. */
  readonly changes: () => readonly ReportedChange[];
  /** What reaches the platform, place by place. */
  readonly places: () => readonly (readonly Group[])[];
  /**
   * What is never left out, however little room there is: what is high-risk by itself, or else is all there is of what is high-risk for people; and the others.
   * Of what is pending the meaning tells all that is high-risk, and the rest everything.
   */
  readonly parted: () => { readonly highRisk: readonly ReportedChange[]; readonly others: readonly ReportedChange[] };
  /** What high-risk consequences are about. */
  readonly meant: ReadonlySet<Address>;
  readonly losses: () => readonly Loss[];
  readonly rest: (atMost: number) => readonly Rest[];
}

export function reportOf(plan: PlanView): PlanReport {
  const { part, navigation } = plan;
  const named = withNewNames(plan.changes);
  // The first plan of a large organization has very many records, of which text tells a few.
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

/** It is blocked, goes or is made anew, or opens something. */
export function isHighRiskAlone(change: ChangeView): boolean {
  const { action, blocked } = change;
  return blocked !== undefined || action === 'delete' || action === 'replace' || openingFields(change).length > 0;
}
