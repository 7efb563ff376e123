/** Orders and groups changes for reading: by site and list, causes before their results, equal changes as one group. Shared reasons for blocked changes are printed once. */
import { type Address, listOf, topOf } from '../core/address.ts';
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
  const home = new Map(
    [...places.values()].flatMap((own) =>
      own.filter(isCause).map((change) => [change.address, placeOf(change.address)] as const),
    ),
  );
  const causes = new Map(
    [...places].map(([place, own]) => [
      place,
      new Set(own.flatMap(referencesIn).flatMap((address) => home.get(address) ?? [])),
    ]),
  );
  const left = new Map(places);
  const ordered: (readonly ReportedChange[])[] = [];
  while (left.size > 0) {
    const isFree = (place: string) =>
      ![...(causes.get(place) ?? [])].some((cause) => cause !== place && left.has(cause));
    // In a cycle, the order of places decides.
    const next = [...left.keys()].find(isFree) ?? [...left.keys()][0] ?? '';
    ordered.push(left.get(next) ?? []);
    left.delete(next);
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

function treeOf(changes: readonly ReportedChange[]) {
  const root: Node = { address: '', changes: [], nodes: new Map() };
  for (const change of changes) {
    let node = root;
    for (const part of partsOf(change.address)) {
      const address = node.address === '' ? part : `${node.address}/${part}`;
      const next = node.nodes.get(address) ?? { address, changes: [], nodes: new Map() };
      node.nodes.set(address, next);
      node = next;
    }
    node.changes.push(change);
  }
  return root;
}

/** `sites/docs/visitor` → `sites/docs`, `visitor` */
function partsOf(address: string) {
  const words = address.split('/');
  const parts: string[] = [];
  for (let at = 0; at < words.length; at += 2) parts.push(words.slice(at, at + 2).join('/'));
  return parts;
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

function groupsOfList(nodes: readonly Node[]): {
  readonly staying: readonly Group[];
  readonly going: readonly Group[];
} {
  const arranged = [...nodes].sort(byPlaceInFile);
  const is = (action: ReportedChange['action']) => (node: Node) =>
    node.changes.some((change) => change.action === action);
  const isNew = is('create');
  const [fresh, others] = [nodes.filter(isNew), arranged.filter((node) => !isNew(node))];
  const moves = arranged.flatMap(({ changes }) => changes.filter(({ action }) => action === 'move'));
  const going = others.filter(
    (node) =>
      node.nodes.size === 0 && node.changes.length > 0 && node.changes.every(({ action }) => action === 'delete'),
  );
  const leaving = new Set(going);
  const rest = others.filter((node) => !leaving.has(node));
  return {
    // In the order of execution, so that a new container precedes its contents.
    staying: [...joined(fresh.map(withoutMoves)), ...groupsAlike(moves), ...joined(rest.map(withoutMoves))],
    going: groupsAlike(going.flatMap(({ changes }) => changes)),
  };
}

function withoutMoves(node: Node) {
  return { ...node, changes: node.changes.filter(({ action }) => action !== 'move') };
}

/** Groups equal changes without nested changes, at the position of the first. */
function joined(nodes: readonly Node[]): readonly Group[] {
  const leaves = groupsAlike(
    nodes
      .filter(({ changes, nodes: inside }) => changes.length === 1 && inside.size === 0)
      .flatMap(({ changes }) => changes),
  );
  const groups = new Map(leaves.map((group) => [group[0].address, group]));
  const told = new Set(leaves.flatMap(([, ...more]) => more.map(({ address }) => address)));
  return nodes.flatMap((node) => {
    const group = groups.get(node.address);
    if (group !== undefined) return [group];
    return told.has(node.address) ? [] : groupsIn(node);
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
    return from === to ? compareTexts(a.address, b.address) : from === undefined ? 1 : -1;
  return (
    compareTexts(from.file, to.file) ||
    from.line - to.line ||
    from.column - to.column ||
    compareTexts(a.address, b.address)
  );
}

function spanOf(node: Node): ReportedChange['span'] {
  return (
    node.changes.find(({ span }) => span !== undefined)?.span ??
    [...node.nodes.values()].map(spanOf).find((span) => span !== undefined)
  );
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
