/** Resolves `moved` entries: the current address of a resource that had another address. The order of entries is irrelevant. */

import { type Address, childAddress, keyIn, type ListAddress, listAddress, listOf } from '../core/address.ts';
import { fingerprint } from '../core/digest.ts';
import type { Ledger } from '../core/state.ts';
import { type KindShape, kindOfAddress, parseAddress, type Shapes, shapeOf } from './shape.ts';

/** A new key of one resource. Ancestors can have their former or their current names. */
export interface Move {
  readonly from: Address;
  readonly to: Address;
  /** Another resource uses the key `from` now, so entries that lead to `from` end there. */
  readonly reused?: true;
}

export interface ResolvedMove<M extends Move = Move> {
  readonly entry: M;
  /** The current list with the former key. */
  readonly from: Address;
  /** The current address. Missing: the entries form a cycle, or another entry has the same `from`. */
  readonly now?: Address;
  readonly former?: M;
  /** The entry would change the container, which no call does. */
  readonly isElsewhere: boolean;
}

/** The mark in the ledger that distinguishes a resource from the former owner of its address. */
type MarkAt = (address: Address) => string | undefined;

export interface Renames<M extends Move = Move> {
  readonly entries: readonly ResolvedMove<M>[];
  /** The current address of a former address, also for children and for resources with a derived key (a site-space and its space). */
  readonly now: (address: Address, markAt?: MarkAt) => Address;
  /** The mark that the ledger needs for this address; undefined: the address is unambiguous. */
  readonly markOf: (address: Address) => string | undefined;
  /** The address by which entries refer to the resource. */
  readonly firstName: (address: Address) => Address;
}

interface Keys {
  to: Map<string, { key: string; reused: boolean }>;
  /** Cache: the final key; null: a cycle. */
  ends: Map<string, string | null>;
  byMark?: ReadonlyMap<string, string>;
  origins?: ReadonlyMap<string, string>;
}

export function resolveRenames<M extends Move>(moved: readonly M[], shapes: Shapes): Renames<M> {
  const lists = new Map<ListAddress, Keys>();
  // An entry for the resource itself has priority over an entry for the source of its key.
  const findRenamedKeys = (list: ListAddress, shape: KindShape, key: string): Keys | undefined =>
    [list, listReferencedByKey(shape, shapes)].map((each) => lists.get(each ?? '')).find((keys) => keys?.to.has(key));
  const now: Renames['now'] = (address, markAt) =>
    lists.size === 0
      ? address
      : mapAddressKeys(address, shapes, (list, shape, key, part) =>
          currentKey(findRenamedKeys(list, shape, key), key, markAt?.(part)),
        );
  const drafts = resolveFromAddresses(moved, shapes, lists, now);
  const entryAt = new Map(drafts.map((draft) => [draft.entry, draft]));
  return {
    entries: moved.flatMap((entry) => {
      const draft = entryAt.get(entry);
      if (draft === undefined) return [];
      const keys = lists.get(listOf(draft.from));
      const end = keys && draft.former === undefined ? finalKey(keys, keyIn(draft.from)) : null;
      return [{ ...draft, ...(end ? { now: `${listOf(draft.from)}/${end}` } : {}) }];
    }),
    now,
    markOf: (address) => {
      if (lists.size === 0) return undefined;
      const shape = shapes.get(kindOfAddress(address, shapes) ?? '');
      const key = keyIn(address);
      const origin =
        shape && !shape.singleton ? keyBeforeReuse(findRenamedKeys(listOf(address), shape, key), key) : undefined;
      return origin === undefined ? undefined : fingerprint(origin);
    },
    firstName: (address) =>
      lists.size === 0
        ? address
        : mapAddressKeys(
            address,
            shapes,
            (_, shape, key, part) => keyBeforeReuse(findRenamedKeys(listOf(part), shape, key), key) ?? key,
          ),
  };
}

export function createAddressResolver(
  moved: readonly Move[],
  { resources }: Pick<Ledger, 'resources'>,
  shapes: Shapes,
): (address: Address) => Address {
  const { now } = resolveRenames(moved, shapes);
  return (address) => now(address, (part) => resources[part]?.was);
}

/** The entries that still have an effect if only these resources are declared. */
export function effectiveMoves<M extends Move>(
  moved: readonly M[],
  isDeclared: (address: Address) => boolean,
  shapes: Shapes,
): readonly M[] {
  const led = resolveRenames(moved, shapes).entries.filter(({ now }) => now !== undefined && isDeclared(now));
  const reached = new Set(led.map(({ now }) => now));
  return led
    .filter(({ entry, from }) => !isDeclared(from) || (entry.reused && reached.has(from)))
    .map(({ entry }) => entry);
}

/** Resolves `from`, outermost entries first, because lists depend on the names of containers. Fills `lists`. */
function resolveFromAddresses<M extends Move>(
  moved: readonly M[],
  shapes: Shapes,
  lists: Map<ListAddress, Keys>,
  now: Renames['now'],
) {
  const depths = moved.flatMap((entry) => {
    const path = parseAddress(entry.from, shapes);
    const last = path?.at(-1);
    return path === undefined || last === undefined || shapeOf({ shapes }, last.kind).singleton
      ? []
      : [{ entry, depth: path.length }];
  });
  const first = new Map<Address, M>();
  return depths
    .sort((a, b) => a.depth - b.depth)
    .map(({ entry }) => {
      const list = currentList(listOf(entry.from), now);
      const from = `${list}/${keyIn(entry.from)}`;
      const former = first.get(from);
      const isElsewhere = currentList(listOf(entry.to), now) !== list;
      if (former === undefined) {
        first.set(from, entry);
        const keys = lists.get(list) ?? { to: new Map(), ends: new Map() };
        lists.set(list, keys);
        keys.to.set(keyIn(from), { key: keyIn(entry.to), reused: entry.reused === true });
        keys.ends.clear();
      }
      return { entry, from, isElsewhere, ...(former === undefined ? {} : { former }) };
    });
}

export function currentList(list: ListAddress, now: (address: Address) => Address): ListAddress {
  return list.includes('/') ? listAddress(now(listOf(list)), keyIn(list)) : list;
}

function mapAddressKeys(
  address: Address,
  shapes: Shapes,
  keyOf: (list: ListAddress, shape: KindShape, key: string, part: Address) => string,
) {
  let now: Address | null = null;
  for (const { kind, key, address: part } of parseAddress(address, shapes) ?? []) {
    const shape = shapeOf({ shapes }, kind);
    const list = listAddress(now, shape.segment);
    now = shape.singleton ? list : childAddress(now, shape.segment, keyOf(list, shape, key, part));
  }
  return now ?? address;
}

function listReferencedByKey(shape: KindShape, shapes: Shapes): ListAddress | undefined {
  const type = shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  return type?.is === 'ref' ? shapes.get(type.to)?.segment : undefined;
}

function currentKey(keys: Keys | undefined, key: string, mark: string | undefined): string {
  const led = keys?.to.get(key);
  if (keys === undefined || led === undefined) return key;
  const origin = led.reused && mark !== undefined ? (keysByMark(keys).get(mark) ?? null) : key;
  // An unknown mark: the resource is not the former owner of the key.
  if (origin === null) return key;
  return keys.to.has(origin) ? (finalKey(keys, origin) ?? key) : origin;
}

/** The final key, in linear time per list; null: a cycle. */
function finalKey({ to, ends }: Keys, key: string): string | null {
  const way: string[] = [];
  const visited = new Set<string>();
  let at = key;
  let end = ends.get(at);
  while (end === undefined) {
    const led = to.get(at);
    if (led === undefined) break;
    way.push(at);
    visited.add(at);
    at = led.key;
    if (to.get(at)?.reused === true) break;
    end = visited.has(at) ? null : ends.get(at);
  }
  const found = end === undefined ? at : end;
  for (const each of way) ends.set(each, found);
  return found;
}

function keysByMark(keys: Keys): ReadonlyMap<string, string> {
  keys.byMark ??= new Map(
    [...keys.to].flatMap(([from, { key }]) => [from, key].map((each) => [fingerprint(each), each] as const)),
  );
  return keys.byMark;
}

function keyBeforeReuse(keys: Keys | undefined, key: string): string | undefined {
  if (keys?.to.get(key)?.reused !== true || finalKey(keys, key) === key) return undefined;
  keys.origins ??= new Map(
    [...keys.to.keys()]
      .sort()
      .reverse()
      .map((from) => [finalKey(keys, from) ?? from, from]),
  );
  return keys.origins.get(key);
}
