/** Orders and groups changes for reading: by site and list, causes before their results, equal changes as one group. Shared reasons for blocked changes are printed once. */
import { type Address, byAddress, listOf, topOf } from '../core/address.ts';
import { compareTexts } from '../core/compare.ts';
import { groupBy, type NonEmpty } from '../core/group-by.ts';
import { remoteChanges } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { type Group, type ReportedChange, referencesIn } from './reported-change.ts';

/** Content for readers comes first, and containers before their contents. Other lists come last. */
const lists: readonly string[] = [
  ...['sites', 'collections', 'spaces', 'settings', 'members', 'teams', 'linkInvites', 'saml', 'customFields'],
  ...['openapi', 'translations', 'visitor', 'groups', 'sections', 'shareLinks', 'fields'],
];

/** Groups of changes by place, without changes that affect only the ledger. */
export function placesOf(changes: readonly ReportedChange[]): readonly (readonly Group[])[] {
  const remote = remoteChanges({ changes });
  const places = new Map([...groupBy(remote, ({ address }) => placeOf(address))].sort(([a], [b]) => byList(a, b)));
  return causesFirst(places).map((own) => groupsIn(treeOf(own), true));
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
function isCause({ action, why }: ReportedChange) {
  return action === 'create' ? why === undefined : action === 'delete' || action === 'replace';
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

type BlockedChange = Pick<ChangeView, 'address' | 'action' | 'blocked'>;

export function byCause<C extends BlockedChange>(changes: readonly C[]): readonly NonEmpty<C>[] {
  const blocked = changes.filter((change) => change.blocked !== undefined);
  return [...groupBy(blocked, (change) => JSON.stringify(change.blocked)).values()];
}

/** Returns the address of the earlier change that prints the same reason. `changes`: in the order of output. */
export function causesAmong(changes: readonly BlockedChange[]): (change: BlockedChange) => Address | undefined {
  const firsts = new Map(
    byCause(changes).flatMap((group) =>
      group.map((change, at) => [keyOf(change), at === 0 ? undefined : group[0].address] as const).reverse(),
    ),
  );
  return (change) => (change.blocked === undefined ? undefined : firsts.get(keyOf(change)));
}

/** An address can have several changes with different reasons. */
function keyOf({ address, action, blocked }: BlockedChange): string {
  return JSON.stringify([address, action, blocked]);
}
