/** A plan as every report tells it: what there is to say, in which order, and how severe it is; gathered here once, so that a format only draws it. */
import { type Address, keyIn } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { type Impact, onWhom } from '../core/impact.ts';
import { once } from '../core/once.ts';
import { isStateOnly, openingFields, remoteChanges } from '../plan/change.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { partedGuards } from '../plan/policy.ts';
import { type Meaning, meaningOf } from './impact.ts';
import { toldSites } from './navigation/rows.ts';
import { type Group, placesOf } from './places.ts';
import { type Loss, lossesOf, type Told, tellingOnce, titleOf, withNewNames } from './told.ts';
import { blockedLine, type Counted, count, countedOf, partTexts, planName, type Rest, restOf, summaryLine } from './words.ts';

type OpeningField = ReturnType<typeof openingFields<ChangeView['fields'][number]>>[number];

/** What takes time is worked out when it is first asked for. */
export interface PlanReport {
  readonly plan: PlanView;
  readonly name: ReturnType<typeof planName>;
  /** That it is partial, and what it says nothing of; missing: it is the plan of everything. */
  readonly partial: readonly [is: string, rest: string] | undefined;
  readonly blocked: string | undefined;
  /** How many consequences are severe; missing: none. */
  readonly severe: string | undefined;
  readonly summary: (requests?: number) => string;
  /** Changes of each action that there is. */
  readonly counts: readonly Counted[];
  readonly guards: ReturnType<typeof partedGuards>;
  /** What it means to people. */
  readonly meaning: Meaning;
  /** Of a severe consequence: what the change opens beside that, in its own words. */
  readonly openedBeside: ReadonlyMap<Impact, readonly string[]>;
  /** Sites whose navigation becomes another one. */
  readonly sites: ReturnType<typeof toldSites>;
  /** What only the ledger learns; what is pending is part of the rest. */
  readonly records: readonly ChangeView[];
  /** All of them, in the order of work. */
  readonly changes: () => readonly Told[];
  /** What reaches the platform, place by place. */
  readonly places: () => readonly (readonly Group[])[];
  /**
   * What is never left out, however little room there is: what is severe by itself, or else is all there is of what is severe for people; and the others.
   * Of what is pending the meaning tells all that is severe, and the rest everything.
   */
  readonly parted: () => { readonly severe: readonly Told[]; readonly others: readonly Told[] };
  /** What severe consequences are about. */
  readonly meant: ReadonlySet<Address>;
  readonly losses: () => readonly Loss[];
  readonly rest: (atMost: number) => readonly Rest[];
}

export function reportOf(plan: PlanView): PlanReport {
  const { part, navigation } = plan;
  const named = withNewNames(plan.changes);
  // The first plan of a large organization has very many records, of which text tells a few.
  const told = tellingOnce();
  const { impact, beside } = openedIn(plan);
  const meaning = meaningOf(impact);
  const meant = new Set(meaning.severe.map(({ address }) => address));
  return {
    plan,
    name: planName(plan),
    partial: part && partTexts(part),
    blocked: blockedLine(plan),
    severe: meaning.severe.length === 0 ? undefined : `Severe: ${count(meaning.severe.length, 'consequence')}, told first.`,
    summary: (requests) => summaryLine(plan, requests),
    counts: countedOf(plan.changes),
    guards: partedGuards(plan.guards),
    meaning,
    openedBeside: beside,
    sites: toldSites(navigation),
    records: named.filter(({ action }) => isStateOnly(action) && action !== 'pending'),
    changes: () => told(named),
    places: once(() => placesOf(told(remoteChanges({ changes: named })))),
    parted: once(() => partedBySeverity(told(named.filter(({ action }) => action !== 'pending')), meant)),
    meant,
    losses: once(() => lossesOf(told(named.filter(({ lost }) => lost.length > 0)))),
    rest: (atMost) => restOf(plan, atMost),
  };
}

interface Opened {
  /** What it means, with everything that a change opens and no consequence tells: a plan may come from a docform that did not say what follows. */
  readonly impact: readonly Impact[];
  readonly beside: ReadonlyMap<Impact, readonly string[]>;
}

function openedIn({ impact, changes }: PlanView): Opened {
  const severe = groupBy(
    impact.filter(({ severity }) => severity === 'severe'),
    ({ address }) => address,
  );
  const untold: Impact[] = [];
  const beside = new Map<Impact, readonly string[]>();
  for (const change of changes) {
    const own = severe.get(change.address) ?? [];
    for (const opening of openingFields(change)) {
      const telling = own.find(({ field }) => field === opening.field) ?? own.find(({ field }) => field === undefined);
      if (telling === undefined) untold.push(openingOf(change, opening));
      else if (!telling.what.startsWith(opening.severe)) beside.set(telling, [...(beside.get(telling) ?? []), opening.severe]);
    }
  }
  return { impact: untold.length === 0 ? impact : [...untold, ...impact], beside };
}

function openingOf(change: ChangeView, { field, severe: what, before = null, after = null, span }: OpeningField): Impact {
  const { address } = change;
  return {
    ...{ on: onWhom(address), topic: 'opened', severity: 'severe', address, field, subject: titleOf(change) ?? keyIn(address), what },
    ...{ before, after, who: [], details: [] },
    ...(span === undefined ? {} : { source: span }),
  };
}

function partedBySeverity(changes: readonly Told[], meant: ReadonlySet<Address>): ReturnType<PlanReport['parted']> {
  const alone = new Set(changes.filter(isSevereAlone).map(({ address }) => address));
  const isSevere = (change: Told) => isSevereAlone(change) || (meant.has(change.address) && !alone.has(change.address));
  return { severe: changes.filter(isSevere), others: changes.filter((change) => !isSevere(change)) };
}

/** It is blocked, goes or is made anew, or opens something. */
export function isSevereAlone(change: ChangeView): boolean {
  const { action, blocked } = change;
  return blocked !== undefined || action === 'delete' || action === 'replace' || openingFields(change).length > 0;
}
