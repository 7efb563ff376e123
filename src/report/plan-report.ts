/** The content of a plan report in output order, which each format only prints. */
import { type Address, keyIn, listOf } from '../core/address.ts';
import { isEqual } from '../core/compare.ts';
import { groupBy, type NonEmpty } from '../core/group-by.ts';
import type { NavigationEntry, SiteNavigation } from '../core/navigation.ts';
import { once } from '../core/once.ts';
import type { Invitation } from '../core/pending-mark.ts';
import { isStateOnly, openingFields, type Pending, remoteChanges } from '../plan/change.ts';
import { externalText, invitedText, withdrawnText } from '../plan/pending.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { partedGuards } from '../plan/policy.ts';
import { highRiskLine, meaningOf } from './impact.ts';
import { code, line, type ReportList } from './lines.ts';
import { packed } from './packed.ts';
import { crowdsIn, peopleSummary } from './people-summary.ts';
import { placesOf } from './places.ts';
import { lossesOf, type ReportedChange, reportedChange, withNewNames } from './reported-change.ts';
import { quoted } from './sanitize.ts';
import { valuePair } from './values.ts';
import {
  blockedLine,
  countedOf,
  partTexts,
  planName,
  type SummaryFacts,
  someNames,
  summaryLine,
  unknownText,
  withdrawnIn,
} from './words.ts';

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
    parted: once(() => partedBySeverity(named.filter(({ action }) => action !== 'pending').map(reportedChange), meant)),
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

/** Sites with changed entries. The list of changes shows changes of the site itself. */
function changedSites(navigation: readonly SiteNavigation[] | undefined): readonly SiteNavigation[] {
  const isTouched = ({ marks, entries }: NavigationEntry): boolean => marks.length > 0 || entries.some(isTouched);
  return (navigation ?? []).filter(({ before, after }) =>
    [before, after].some((side) => side?.entries.some(isTouched)),
  );
}

const headings = {
  unknown: 'Unknown (these lists could not be read completely; docform creates and deletes nothing in them)',
  /** A person creates the object. */
  toCreate:
    'Pending (create these objects on the platform with exactly these titles, or declare `copyOf:`; the next plan continues)',
  /** A person joins. */
  pending: 'Pending (invite these people on the platform; docform applies their settings after they join)',
  /** docform invited the person, or will. */
  invited: 'Pending (docform applies these settings after the people accept their invitations)',
  /** Needs an object of `toCreate`. */
  waiting: 'Pending (docform creates these objects after the pending objects that they need)',
  external: 'External (managed elsewhere; docform only refers to these objects)',
  notes: 'Notes',
  elsewhere: 'Managed by other configurations',
  unmanaged: 'Not managed',
};

type Of = keyof typeof headings;
type Item = ReportList['items'][number];

/** `atMost`: names for each list. */
function restOf(plan: PlanView, atMost: number, isShort: boolean): readonly ReportList[] {
  const { unknown, external, notes, unmanaged } = plan;
  const pending = groupBy(pendingItems(plan, isShort), ({ of }) => of);
  const items: { readonly [O in Of]?: readonly Item[] | undefined } = {
    ...Object.fromEntries(pending),
    unknown: unknown.map((each) => itemOf(each.list, unknownText(each, atMost))),
    external: external.map((each) => itemOf(each.address, `external, ${externalText(each)}`)),
    notes: notes.map(({ address, text }) => itemOf(address, text)),
    elsewhere: unmanaged.flatMap(({ list, objects: { length }, owner }) =>
      owner === undefined ? [] : [itemOf(list, `${length} of ${owner}`)],
    ),
    unmanaged: unmanaged.flatMap(({ list, objects, owner }) => {
      const names = objects.map(({ name }) => quoted(name));
      const { line: short } = itemOf(list, String(names.length));
      return owner === undefined ? [{ ...itemOf(list, `${names.length} (${someNames(names, atMost)})`), short }] : [];
    }),
  };
  return (Object.keys(headings) as Of[]).flatMap((of) => {
    const own = items[of] ?? [];
    return own.length === 0 ? [] : [{ of, heading: headings[of], items: own }];
  });
}

function itemOf(address: string, text: string): Item {
  return { line: line`${code(address)}: ${text}` };
}

interface PendingLine {
  readonly address: string;
  readonly text: string;
  readonly of: Of;
}

/** Each high-risk declaration alone, and equal others as groups. */
function pendingItems(plan: PlanView, isShort: boolean) {
  const { pending, changes } = plan;
  const invited = [
    ...changes.filter(({ action }) => action === 'invite'),
    ...pending.filter((each) => each.invitation),
  ];
  // Teams name people by the same keys.
  const keys = new Set(invited.map(({ address }) => keyIn(address)));
  const partOf = ({ toCreate, waitsFor, address }: Pending): Of =>
    toCreate ? 'toCreate' : waitsFor !== undefined ? 'waiting' : keys.has(keyIn(address)) ? 'invited' : 'pending';
  const items = pending.map((each) => ({ ...each, text: textOf(each), of: partOf(each) }));
  const withdrawn = withdrawnIn(plan).map(({ address, why: text = withdrawnText }): PendingLine => {
    return { address, text, of: text === withdrawnText ? 'pending' : 'invited' };
  });
  const isHighRisk = (each: Pending) => openingFields(each).length > 0;
  const usual = items.filter((each) => !isHighRisk(each));
  const crowds = isShort
    ? crowdsIn(
        usual.filter(({ invitation }) => !invitation),
        personsOf,
        crowdKey,
      )
    : [];
  const shortened = new Set(crowds.flat());
  return [
    ...items.filter(isHighRisk).map((each) => ({ ...groupOf([each]), isHighRisk: true })),
    ...crowds.map(crowdItem),
    ...groupsOf(usual.filter((each) => !shortened.has(each))),
    ...groupsOf(withdrawn),
  ];
}

type DescribedPending = Pending & PendingLine;

function personsOf({ address, fields }: DescribedPending) {
  return [{ key: keyIn(address), fields }];
}

function crowdKey({ address, isAccepted, of }: DescribedPending) {
  return JSON.stringify([listOf(address), isAccepted, of]);
}

function crowdItem(people: NonEmpty<DescribedPending>) {
  const [{ address, isAccepted, of }] = people;
  const text = peopleSummary(people.flatMap(personsOf));
  return { ...itemOf(`${people.length} of ${listOf(address)}`, isAccepted ? text : `new: ${text}`), of };
}

function groupsOf(all: readonly PendingLine[]) {
  const groups = groupBy(all, ({ address, text, of }) => JSON.stringify([listOf(address), text, of]));
  return [...groups.values()].map(groupOf);
}

function groupOf(all: NonEmpty<PendingLine>) {
  const [{ address, text, of }] = all;
  const items = all.map((each) => ({ key: keyIn(each.address) }));
  const names = all.length === 1 ? address : `${all.length} of ${listOf(address)}: ${packed(items, { hasIds: false })}`;
  return { ...itemOf(names, text), of };
}

/** `new: role "admin"; this person becomes an organization admin (role)` */
function textOf({ fields, isAccepted, invitation }: Pending) {
  const values = fields.map((field) => `${field.field} ${valuePair(field, field).after}`).join(', ');
  const risks = openingFields({ fields }).map(
    ({ field, highRisk }) => `${highRisk.replace(/^pending: /, '')} (${field})`,
  );
  const invited = invitation === undefined ? [] : invitationTexts(invitation, fields);
  const said = [values, ...risks, ...invited].filter((part) => part !== '').join('; ') || 'declared';
  return isAccepted ? said : `new: ${said}`;
}

/** The platform shows no invitations and cannot change them. */
function invitationTexts(invitation: Invitation, fields: Pending['fields']) {
  const text = invitedText(invitation);
  if (invitation.isUnknown) return [text, 'docform invites this person again only with --allow ADDRESS'];
  const others = fields.filter(({ field, after }) => {
    const said = invitation.fields[field];
    return said !== undefined && !isEqual(said, after);
  });
  const differing = others.map(({ field }) => `${field} ${JSON.stringify(invitation.fields[field])}`).join(', ');
  return differing === '' ? [text] : [`${text} with ${differing}, which docform changes after this person joins`];
}
