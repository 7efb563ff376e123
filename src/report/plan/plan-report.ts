/** The content of a plan report in output order, which each format only prints: changes by site and list, causes before their results, equal changes as one group, and the other entries. */
import { type Address, byAddress, keyIn, listOf, topOf } from '../../core/address.ts';
import { compareTexts, groupBy, isEqual, type NonEmpty } from '../../core/compare.ts';
import type { NavigationEntry, SiteNavigation } from '../../core/navigation.ts';
import { once } from '../../core/once.ts';
import { afterJoining, type Invitation } from '../../core/pending-marks.ts';
import { externalText } from '../../plan/changes/externals.ts';
import { invitedText, withdrawnText } from '../../plan/changes/unresolved.ts';
import { partedGuards } from '../../plan/guards/policy/policy-guards.ts';
import { type ChangeView, isStateOnly, type Pending, type PlanView, remoteChanges } from '../../plan/result/change.ts';
import { bySeverity, highRiskFields } from '../../plan/result/severity.ts';
import { code, line, message, type ReportList } from '../parts/lines.ts';
import { lossesIn, lossLists } from '../parts/losses.ts';
import { highRiskLine, highRiskReasons, meaningOf } from '../parts/meaning.ts';
import { crowdsIn, packed, peopleSummary } from '../parts/packed.ts';
import { busiestFirst, trafficLines } from '../parts/traffic.ts';
import { withheldLines } from '../parts/withheld.ts';
import { quoted } from '../wording/sanitize.ts';
import { partTexts } from '../wording/scope-words.ts';
import { someNames } from '../wording/some-names.ts';
import { unknownText } from '../wording/unknown-words.ts';
import { valuePair } from '../wording/values.ts';
import {
  actionWords,
  blockedLine,
  countedOf,
  planName,
  type SummaryFacts,
  summaryLine,
  withdrawnIn,
  withheldLine,
} from '../wording/words.ts';
import { alikeAcrossSites } from './across-sites.ts';
import { type Group, type ReportedChange, referencesIn, reportedChange, withNewNames } from './reported-change.ts';

export type PlanReport = ReturnType<typeof reportOf>;

/** Expensive members are functions, computed on the first call. */
export function reportOf(plan: PlanView) {
  const named = withNewNames(plan.changes);
  const meaning = meaningOf(busiestFirst(plan.impact, plan.traffic));
  /** Addresses of high-risk effects. */
  const meant: ReadonlySet<Address> = new Set(meaning.highRisk.map(({ address }) => address));
  const reasonsOf = highRiskReasons(meaning);
  return {
    plan,
    name: planName(plan),
    /** Missing: the plan covers everything. */
    partial: plan.part && partTexts(plan.part),
    /** Missing: nothing is blocked. */
    blocked: blockedLine(plan) ?? withheldLine(plan),
    /** Missing: nothing is high-risk. */
    highRisk: highRiskLine(meaning),
    summary: (facts: SummaryFacts) => summaryLine(plan, facts),
    counts: countedOf(plan.changes),
    guards: partedGuards(plan.guards),
    meaning,
    meant,
    /** Whether the effects give this reason for the high risk of all changes of the group, which then do not repeat it. */
    explains: (group: readonly Pick<ChangeView, 'address'>[], what: string) =>
      group.every(({ address }) => reasonsOf.get(address)?.includes(what)),
    /** Page views of URLs that end or move. */
    traffic: trafficLines(plan.traffic),
    sites: changedSites(plan.navigation),
    /** Changes that only affect the ledger. Pending ones are part of `rest`, and also listed here if they are blocked. */
    records: named.filter((change) => isStateOnly(change.action) && isListed(change)),
    changes: () => named.map(reportedChange),
    /** Changes of the platform, by place. */
    places: once(() => placesOf(named.map(reportedChange), ({ address }) => meant.has(address))),
    /** High-risk changes, which no format omits, and the others. */
    parted: once(() => bySeverity(named.filter(isListed).map(reportedChange), meant)),
    losses: once(() => lossLists(lossesIn(plan))),
    /** `isShort`: names of only some people who get a role. */
    rest: (atMost: number, isShort = false) => restOf(plan, atMost, isShort),
  };
}

/** The section of pending declarations has no room for a block and its fix. */
export function isListed({ action, blocked }: ChangeView): boolean {
  return action !== 'pending' || blocked !== undefined;
}

/** Sites with changed entries. The list of changes shows changes of the site itself. */
function changedSites(navigation: readonly SiteNavigation[] | undefined): readonly SiteNavigation[] {
  const isTouched = ({ marks, entries }: NavigationEntry): boolean => marks.length > 0 || entries.some(isTouched);
  return (navigation ?? []).filter(({ before, after }) =>
    [before, after].some((side) => side?.entries.some(isTouched)),
  );
}

const headings = {
  withheld: 'Not applied (blocked, or waiting for a blocked change; `--all-or-nothing` shows the whole plan)',
  unknown: 'Unknown (these lists could not be read completely; docform creates and deletes nothing in them)',
  /** A person creates the object. */
  toCreate:
    'Pending (create these objects on the platform with exactly these titles, or declare `copyOf:`; the next plan continues)',
  synced: 'Pending (Git Sync creates these objects; docform applies their settings after the next sync)',
  /** A person joins. */
  pending: 'Pending (invite these people on the platform; docform applies their settings after they join)',
  /** docform invited the person, or will. */
  invited: 'Pending (docform applies these settings after the people accept their invitations)',
  withdrawn: 'No longer pending (removed from the configuration before the person joined)',
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
    withheld: plan.withheld?.map((each) => ({
      line: line`${code(actionWords[each.action].symbol)} ${code(each.address)} (${each.action})`,
      details: withheldLines(each),
    })),
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
  return { line: line`${code(address)}: ${message(text)}` };
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
  const partOf = ({ toCreate, synced, waitsFor, address }: Pending): Of =>
    toCreate
      ? 'toCreate'
      : synced
        ? 'synced'
        : waitsFor !== undefined
          ? 'waiting'
          : keys.has(keyIn(address))
            ? 'invited'
            : 'pending';
  const items = pending.map((each) => ({ ...each, text: textOf(each), of: partOf(each) }));
  const withdrawn = withdrawnIn(plan).map(({ address, why: text = withdrawnText }): PendingLine => {
    return { address, text, of: 'withdrawn' };
  });
  const isHighRisk = (each: Pending) => highRiskFields(each).length > 0;
  const usual = items.filter((each) => !isHighRisk(each));
  const people = usual.filter(({ invitation }) => isShort && !invitation);
  const crowds = people.length === 0 ? [] : crowdsIn(people, personsOf, crowdKey);
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
  return { ...itemOf(`${people.length} of ${listOf(address)}`, isAccepted ? text : `${newInPlan}${text}`), of };
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

/** `new in this plan: role "admin"; this person becomes an organization admin` */
function textOf({ fields, isAccepted, invitation }: Pending) {
  const values = fields.map((field) => `${field.field} ${valuePair(field, field).after}`).join(', ');
  const risks = highRiskFields({ fields }).map(({ highRisk }) => withoutStart(highRisk));
  const invited = invitation === undefined ? [] : invitationTexts(invitation, fields);
  const said = [values, ...risks, ...invited].filter((part) => part !== '').join('; ') || 'declared';
  return isAccepted ? said : `${newInPlan}${said}`;
}

const newInPlan = 'new in this plan: ';

/** The heading of the list already says that the settings are pending. */
function withoutStart(highRisk: string) {
  const start = [afterJoining, 'pending: '].find((each) => highRisk.startsWith(each)) ?? '';
  return highRisk.slice(start.length);
}

/** The platform shows no invitations and cannot change them. */
function invitationTexts(invitation: Invitation, fields: Pending['fields']) {
  const text = invitedText(invitation);
  if (invitation.isUnknown) return [text, 'docform invites this person again only with `--allow ADDRESS`'];
  const others = fields.filter(({ field, after }) => {
    const said = invitation.fields[field];
    return said !== undefined && !isEqual(said, after);
  });
  const differing = others.map(({ field }) => `${field} ${JSON.stringify(invitation.fields[field])}`).join(', ');
  return differing === '' ? [text] : [`${text} with ${differing}, which docform changes after this person joins`];
}

/** Content for readers comes first, and containers before their contents. Other lists come last. */
const lists: readonly string[] = [
  'sites',
  'collections',
  'spaces',
  'settings',
  'members',
  'teams',
  'linkInvites',
  'saml',
  'customFields',
  'openapi',
  'translations',
  'visitor',
  'groups',
  'sections',
  'shareLinks',
  'fields',
];

/** Groups of changes by place, without changes that affect only the ledger. Equal updates of several sites are the first place, except those that `isAlone` keeps with their site. */
export function placesOf(
  changes: readonly ReportedChange[],
  isAlone: (change: ReportedChange) => boolean = () => false,
): readonly (readonly Group[])[] {
  const all = remoteChanges({ changes });
  const across = alikeAcrossSites(all.filter((change) => !isAlone(change)));
  const joinedChanges = new Set(across.flat());
  const remote = all.filter((change) => !joinedChanges.has(change));
  const places = new Map([...groupBy(remote, ({ address }) => placeOf(address))].sort(([a], [b]) => byList(a, b)));
  const ordered = causesFirst(places).map((own) => groupsIn(treeOf(own), true));
  return across.length === 0 ? ordered : [across, ...ordered];
}

/** A site with its contents, or a list at the top level. */
export function placeOf(address: string): string {
  return address.startsWith('sites/') ? topOf(address) : (address.split('/')[0] ?? '');
}

/** Places that create or delete a referenced object come before places with references to it. */
function causesFirst(places: ReadonlyMap<string, readonly ReportedChange[]>): readonly (readonly ReportedChange[])[] {
  const causes = new Set(
    [...places.values()]
      .flat()
      .filter(isCause)
      .map(({ address }) => address),
  );
  const left = new Map(places);
  const isFree = ([place, own]: readonly [string, readonly ReportedChange[]]) =>
    own
      .flatMap(referencesIn)
      .every((address) => !causes.has(address) || placeOf(address) === place || !left.has(placeOf(address)));
  const ordered: (readonly ReportedChange[])[] = [];
  while (left.size > 0) {
    // In a cycle, the order of places decides.
    const [place, own] = [...left].find(isFree) ?? [...left][0] ?? ['', []];
    ordered.push(own);
    left.delete(place);
  }
  return ordered;
}

/** A create with a reason follows from another change. */
function isCause({ action, cause }: ReportedChange) {
  return action === 'create' ? cause === undefined : action === 'delete' || action === 'replace';
}

interface Node {
  readonly address: string;
  readonly changes: ReportedChange[];
  readonly nodes: Map<string, Node>;
}

/** Nodes below each other: `sites/docs`, `sites/docs/visitor`. */
function treeOf(changes: readonly ReportedChange[]) {
  const root: Node = { address: '', changes: [], nodes: new Map() };
  for (const change of changes) {
    const words = change.address.split('/');
    let node = root;
    for (let at = 0; at < words.length; at += 2) {
      const address = words.slice(0, at + 2).join('/');
      const next = node.nodes.get(address) ?? { address, changes: [], nodes: new Map() };
      node.nodes.set(address, next);
      node = next;
    }
    node.changes.push(change);
  }
  return root;
}

/** Changes of the node, then creates, moves and updates by list. Deletes come last, because objects may move out first. */
function groupsIn(node: Node, isTop = false): readonly Group[] {
  const byName = groupBy([...node.nodes.values()], ({ address }) => keylessOf(address));
  const lists = [...byName].sort(([a], [b]) => byList(a, b)).map(([, nodes]) => groupsOfList(nodes));
  const inside = [...lists.flatMap(({ staying }) => staying), ...lists.toReversed().flatMap(({ going }) => going)];
  return isTop ? inside : [...node.changes.map((change): Group => [change]), ...inside];
}

function keylessOf(address: string) {
  const words = address.split('/');
  return words[words.length - (words.length % 2 === 0 ? 2 : 1)] ?? '';
}

function groupsOfList(nodes: readonly Node[]) {
  const arranged = [...nodes].sort(byPlaceInFile);
  const isNew = ({ changes }: Node) => changes.some(({ action }) => action === 'create');
  const isGoing = ({ changes, nodes: inside }: Node) =>
    inside.size === 0 && changes.length > 0 && changes.every(({ action }) => action === 'delete');
  const others = arranged.filter((node) => !isNew(node));
  return {
    // In the order of execution, so that a new container precedes its contents.
    staying: [
      ...joined(nodes.filter(isNew)),
      ...groupsAlike(arranged.flatMap(({ changes }) => changes.filter(isMove))),
      ...joined(others.filter((node) => !isGoing(node))),
    ],
    going: groupsAlike(others.filter(isGoing).flatMap(({ changes }) => changes)),
  };
}

function isMove({ action }: ReportedChange) {
  return action === 'move';
}

/** Without moves. Equal changes without nested changes are groups, at the position of the first. */
function joined(all: readonly Node[]): readonly Group[] {
  const nodes = all.map((node) => ({ ...node, changes: node.changes.filter((change) => !isMove(change)) }));
  const isLeaf = ({ changes, nodes: inside }: Node) => changes.length === 1 && inside.size === 0;
  const groups = groupsAlike(nodes.filter(isLeaf).flatMap(({ changes }) => changes));
  const at = new Map(groups.flatMap((group) => group.map((change) => [change, group] as const)));
  return nodes.flatMap((node) => {
    const [change] = node.changes;
    const group = change && at.get(change);
    if (group === undefined) return groupsIn(node);
    return group[0] === change ? [group] : [];
  });
}

/** Changes of one list with the same text, in the order of the first of each group. */
export function groupsAlike(changes: readonly ReportedChange[]): readonly Group[] {
  return [...groupBy(changes, ({ address, groupKey }) => `${listOf(address)} ${groupKey}`).values()];
}

function byList(a: string, b: string) {
  const [from, to] = [a, b].map((name) => {
    const at = lists.indexOf(name.split('/')[0] ?? '');
    return at === -1 ? lists.length : at;
  });
  return (from ?? 0) - (to ?? 0) || compareTexts(a, b);
}

/** In the order of the configuration; undeclared ones last. */
function byPlaceInFile(a: Node, b: Node) {
  const [from, to] = [spanOf(a), spanOf(b)];
  if (from === undefined || to === undefined)
    return Number(from === undefined) - Number(to === undefined) || byAddress(a, b);
  return compareTexts(from.file, to.file) || from.line - to.line || from.column - to.column || byAddress(a, b);
}

function spanOf({ changes, nodes }: Node): ReportedChange['span'] {
  const own = changes.find(({ span }) => span !== undefined)?.span;
  return own ?? [...nodes.values()].map(spanOf).find((span) => span !== undefined);
}
