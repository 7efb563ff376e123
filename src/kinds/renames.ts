/** What `moved` widens: which address something has now that had another one. Its entries mean the same in any order. */
import { type Address, childAddress, keyIn, type ListAddress, listAddress, listOf } from '../core/address.ts';
import { fingerprint } from '../core/fingerprint.ts';
import type { Ledger } from '../core/state.ts';
import { addressPath, type KindShape, type Shapes, shapeOf } from './shape.ts';

/**
 * One resource got another key. What stands around it goes by the names it had at first, or has now: which of them an entry is written
 * with does not count, and neither does where it stands in the list.
 */
export interface Move {
  readonly from: Address;
  readonly to: Address;
  /** What is, or was, at `from` by now is something else, which had another name at first: entries that lead to `from` end there. */
  readonly reused?: true;
}

/** One entry, and where it leads. */
export interface Led<M extends Move = Move> {
  readonly entry: M;
  /** Where it begins: in the list of today, the key of then. */
  readonly from: Address;
  /** What its resource is called now; missing: the entries lead in a circle, or it begins where another entry does. */
  readonly now?: Address;
  /** An earlier entry begins there as well. */
  readonly former?: M;
  /** It would have to stand in something else, which no call does. */
  readonly isElsewhere: boolean;
}

/** Of an address that the ledger knows: by what its resource is told from the one that had that address at first. */
export type MarkAt = (address: Address) => string | undefined;

export interface Renames<M extends Move = Move> {
  readonly entries: readonly Led<M>[];
  /** Where something is now that had this address, and of what stands in it or is named after it (a site-space after its space). */
  readonly now: (address: Address, markAt?: MarkAt) => Address;
  /** How a ledger has to mark what is at this address now; undefined: it cannot be taken for something else. */
  readonly markOf: (address: Address) => string | undefined;
  /** The name by which entries know what is at this address now. */
  readonly firstName: (address: Address) => Address;
}

/** What happened to the keys of one list. */
interface Keys {
  readonly to: Map<string, { readonly key: string; readonly reused: boolean }>;
  /** Memo: where a key has led to; null: in a circle. */
  readonly ends: Map<string, string | null>;
  /** Memos: keys by their mark, and the key that something had at first by the one it has now. */
  byMark?: ReadonlyMap<string, string>;
  origins?: ReadonlyMap<string, string>;
}

export function renamesOf<M extends Move>(moved: readonly M[], shapes: Shapes): Renames<M> {
  const lists = new Map<ListAddress, Keys>();
  // An entry for the very resource comes before one for what it is named after.
  const keysOf = (list: ListAddress, shape: KindShape, key: string): Keys | undefined =>
    [list, namesakes(shape, shapes)].map((each) => lists.get(each ?? '')).find((keys) => keys?.to.has(key));
  const now: Renames['now'] = (address, markAt) =>
    lists.size === 0
      ? address
      : addressBy(address, shapes, (list, shape, key, part) => keyNow(keysOf(list, shape, key), key, markAt?.(part)));
  const drafts = drafted(moved, shapes, lists, now);
  const entryAt = new Map(drafts.map((draft) => [draft.entry, draft]));
  return {
    entries: moved.flatMap((entry) => {
      const draft = entryAt.get(entry);
      if (draft === undefined) return [];
      const keys = lists.get(listOf(draft.from));
      const end = keys && draft.former === undefined ? endOf(keys, keyIn(draft.from)) : null;
      return [{ ...draft, ...(end === null || end === undefined ? {} : { now: `${listOf(draft.from)}/${end}` }) }];
    }),
    now,
    markOf: (address) => {
      if (lists.size === 0) return undefined;
      const shape = shapes.get(addressPath(address, shapes)?.at(-1)?.kind ?? '');
      const key = keyIn(address);
      const origin = shape && !shape.singleton ? originOf(keysOf(listOf(address), shape, key), key) : undefined;
      return origin === undefined ? undefined : fingerprint(origin);
    },
    firstName: (address) =>
      lists.size === 0
        ? address
        : addressBy(address, shapes, (_, shape, key, part) => originOf(keysOf(listOf(part), shape, key), key) ?? key),
  };
}

/** Where something is now that a ledger knows by this address. */
export function nowOf(
  moved: readonly Move[],
  { resources }: Pick<Ledger, 'resources'>,
  shapes: Shapes,
): (address: Address) => Address {
  const { now } = renamesOf(moved, shapes);
  return (address) => now(address, (part) => resources[part]?.was);
}

/** The entries that still say something once only these are declared. */
export function movesAmong<M extends Move>(
  moved: readonly M[],
  isDeclared: (address: Address) => boolean,
  shapes: Shapes,
): readonly M[] {
  const led = renamesOf(moved, shapes).entries.filter(({ now }) => now !== undefined && isDeclared(now));
  const reached = new Set(led.map(({ now }) => now));
  return led
    .filter(({ entry, from }) => !isDeclared(from) || (entry.reused && reached.has(from)))
    .map(({ entry }) => entry);
}

/** The entries with what they are of, outermost first, as those of a list need to know what it stands in; fills `lists`. */
function drafted<M extends Move>(
  moved: readonly M[],
  shapes: Shapes,
  lists: Map<ListAddress, Keys>,
  now: Renames['now'],
): readonly Omit<Led<M>, 'now'>[] {
  const depths = moved.flatMap((entry) => {
    const path = addressPath(entry.from, shapes);
    const last = path?.at(-1);
    return path === undefined || last === undefined || shapeOf({ shapes }, last.kind).singleton
      ? []
      : [{ entry, depth: path.length }];
  });
  const first = new Map<Address, M>();
  return depths
    .sort((a, b) => a.depth - b.depth)
    .map(({ entry }) => {
      const list = listNow(listOf(entry.from), now);
      const from = `${list}/${keyIn(entry.from)}`;
      const former = first.get(from);
      const isElsewhere = listNow(listOf(entry.to), now) !== list;
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

/** A list is named after what it stands in. */
export function listNow(list: ListAddress, now: (address: Address) => Address): ListAddress {
  return list.includes('/') ? listAddress(now(listOf(list)), keyIn(list)) : list;
}

/** An address with other keys: `keyOf` is told the list as it is called by then. */
function addressBy(
  address: Address,
  shapes: Shapes,
  keyOf: (list: ListAddress, shape: KindShape, key: string, part: Address) => string,
): Address {
  let now: Address | null = null;
  for (const { kind, key, address: part } of addressPath(address, shapes) ?? []) {
    const shape = shapeOf({ shapes }, kind);
    const list = listAddress(now, shape.segment);
    now = shape.singleton ? list : childAddress(now, shape.segment, keyOf(list, shape, key, part));
  }
  return now ?? address;
}

/** The list from which members of this kind have their keys. */
function namesakes(shape: KindShape, shapes: Shapes): ListAddress | undefined {
  const type = shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  return type?.is === 'ref' ? shapes.get(type.to)?.segment : undefined;
}

function keyNow(keys: Keys | undefined, key: string, mark: string | undefined): string {
  const led = keys?.to.get(key);
  if (keys === undefined || led === undefined) return key;
  const origin = led.reused && mark !== undefined ? (marksIn(keys).get(mark) ?? null) : key;
  // Marked, and none of these knows by what: it is not what had the key at first.
  if (origin === null) return key;
  return keys.to.has(origin) ? (endOf(keys, origin) ?? key) : origin;
}

/** Where a key has led to, in linear time for all of a list; null: in a circle. */
function endOf({ to, ends }: Keys, key: string): string | null {
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

function marksIn(keys: Keys): ReadonlyMap<string, string> {
  keys.byMark ??= new Map(
    [...keys.to].flatMap(([from, { key }]) => [from, key].map((each) => [fingerprint(each), each] as const)),
  );
  return keys.byMark;
}

/** The key that what has this one now had at first, where the key was something else's before. */
function originOf(keys: Keys | undefined, key: string): string | undefined {
  if (keys?.to.get(key)?.reused !== true || endOf(keys, key) === key) return undefined;
  keys.origins ??= new Map(
    [...keys.to.keys()]
      .sort()
      .reverse()
      .map((from) => [endOf(keys, from) ?? from, from]),
  );
  return keys.origins.get(key);
}
