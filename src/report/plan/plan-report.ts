/** The content of a plan report in output order, which each format only prints: changes by site and list, causes before their results, equal changes as one group, and the other entries. */
import { type Address, byAddress, listOf, topLevelAddress } from '../../core/address.ts';
import { compareTexts, groupBy } from '../../core/compare.ts';
import type { NavigationEntry, SiteNavigation } from '../../core/navigation.ts';
import { cacheFirstResult } from '../../core/once.ts';
import { splitGuards } from '../../plan/guards/policy/policy-guards.ts';
import { type ChangeView, isStateOnly, type PlanView, remoteChanges } from '../../plan/result/change.ts';
import { splitBySeverity } from '../../plan/result/severity.ts';
import { lossesIn, lossLists } from '../parts/losses.ts';
import { highRiskLine, highRiskReasons, meaningOf } from '../parts/meaning.ts';
import { busiestFirst, trafficLines } from '../parts/traffic.ts';
import { partTexts } from '../wording/scope-words.ts';
import { blockedLine, countedOf, planName, type SummaryFacts, summaryLine, withheldLine } from '../wording/words.ts';
import { alikeAcrossSites } from './across-sites.ts';
import { type OtherListsOptions, otherLists } from './other-lists.ts';
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
    guards: splitGuards(plan.guards),
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
    places: cacheFirstResult(() => placesOf(named.map(reportedChange), ({ address }) => meant.has(address))),
    /** High-risk changes, which no format omits, and the others. */
    parted: cacheFirstResult(() => splitBySeverity(named.filter(isListed).map(reportedChange), meant)),
    losses: cacheFirstResult(() => lossLists(lossesIn(plan))),
    rest: (options: OtherListsOptions) => otherLists(plan, options),
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
  return address.startsWith('sites/') ? topLevelAddress(address) : (address.split('/')[0] ?? '');
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
