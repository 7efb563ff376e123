/** Applies `moved` to a ledger: its entries, lists and orders get the addresses of today. */
import { type Address, keyIn, type ListAddress } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Desired, KindName, Ledger, LedgerEntry, Live } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { listNow, type Renames, renamesOf } from '../../kinds/renames.ts';
import { addressPath, type Shapes } from '../../kinds/shape.ts';
import { declaredMark } from './last-applied.ts';

export interface Renamed {
  readonly from: Address;
  readonly to: Address;
  /** Its own key is another one, not only that of something it stands in or is named after. */
  readonly isOwn: boolean;
}

export interface RenamedLedger {
  readonly entries: ReadonlyMap<Address, LedgerEntry>;
  /** Addresses of those entries that the ledger does not have so. */
  readonly restated: ReadonlySet<Address>;
  readonly lists: ReadonlySet<ListAddress>;
  readonly orders: ReadonlyMap<Address, string>;
  readonly pending: ReadonlyMap<Address, string>;
  readonly renamed: readonly Renamed[];
  /** Where more than one object would have to be the same resource: all its addresses in the ledger, by the one of today. */
  readonly contested: ReadonlyMap<Address, readonly Address[]>;
  /** How the entry of an address has to be marked. */
  readonly markOf: Renames['markOf'];
}

/** `live`: missing where nobody has asked the platform; all that the ledger knows is taken to be there then. */
type Input = { readonly desired: Desired; readonly live?: Live; readonly ledger: Ledger; readonly shapes: Shapes };

export function renamedLedger(input: Input): RenamedLedger {
  const { desired, ledger, shapes } = input;
  const renames = renamesOf(desired.moved, shapes);
  if (renames.entries.length === 0) return unrenamed(ledger, renames);
  const { now, places, contested } = placesOf(input, renames);
  const entries = new Map<Address, LedgerEntry>();
  for (const [address, old] of places) {
    const entry = ledger.resources[old];
    if (entry !== undefined) entries.set(address, withMark(entry, renames.markOf(address)));
  }
  const renamed = [...places].flatMap(([to, from]) =>
    to === from ? [] : [{ from, to, isOwn: isOwn(from, to, shapes) }],
  );
  const marked = withRenamedLastApplied(entries, renamed, shapes);
  return {
    entries: marked,
    restated: new Set(
      [...marked].flatMap(([address, entry]) => (ledger.resources[address] === entry ? [] : [address])),
    ),
    lists: new Set(ledger.lists.map((list) => listNow(list, now))),
    orders: new Map(Object.entries(ledger.orders ?? {}).map(([container, mark]) => [now(container), mark])),
    pending: new Map(Object.entries(ledger.pending ?? {}).map(([address, mark]) => [now(address), mark])),
    renamed,
    contested,
    markOf: renames.markOf,
  };
}

/** Where nothing is moved everything stays where it is; only marks of moves that are declared no longer go. */
function unrenamed({ resources, lists, orders = {}, pending = {} }: Ledger, { markOf }: Renames): RenamedLedger {
  const entries = new Map<Address, LedgerEntry>();
  const restated = new Set<Address>();
  for (const address of Object.keys(resources).sort()) {
    const entry = resources[address];
    if (entry === undefined) continue;
    const unmarked = withMark(entry, undefined);
    entries.set(address, unmarked);
    if (unmarked !== entry) restated.add(address);
  }
  return {
    ...{ entries, restated, lists: new Set(lists), orders: new Map(Object.entries(orders)) },
    ...{ pending: new Map(Object.entries(pending)), renamed: [], contested: new Map(), markOf },
  };
}

interface Places {
  /** Where each address of the ledger has gone to, and what it knows of that. */
  readonly now: (address: Address) => Address;
  /** The address in the ledger, by the one of today. */
  readonly places: ReadonlyMap<Address, Address>;
  readonly contested: RenamedLedger['contested'];
}

/** An address that something had before goes to what has it now, unless what it stands for is still there. */
function placesOf({ live, ledger, shapes }: Input, renames: Renames): Places {
  const markAt = (address: Address): string | undefined => ledger.resources[address]?.was;
  const known = Object.keys(ledger.resources).sort();
  const rivals = groupBy(known, (address) => renames.now(address, markAt));
  const there = live && new Set(live.objects.map(({ kind, id }) => `${kind}:${id}`));
  const unread = new Set(live?.lists.flatMap(({ kind, unknown }) => (unknown === undefined ? [] : [kind])));
  const places = new Map<Address, Address>();
  const refused: Address[] = [];
  const contested = new Map<Address, readonly Address[]>();
  for (const [target, all] of rivals) {
    const kind = addressPath(target, shapes)?.at(-1)?.kind ?? '';
    const isThere = (address: Address): boolean => there?.has(`${kind}:${ledger.resources[address]?.id}`) ?? true;
    const isTaking = (address: Address): boolean => all.length === 1 || isThere(address) || unread.has(kind);
    const taking = all.filter(isTaking);
    const standing = all.find((address) => address === target);
    const winner =
      taking.length < 2 ? (taking[0] ?? all.find((each) => each !== target)) : taking.find((each) => each === standing);
    if (winner !== undefined) places.set(target, winner);
    for (const address of all) if (address !== winner) refused.push(address);
    if (all.filter(isThere).length > 1) contested.set(target, all.filter(isThere));
  }
  // What has lost its name keeps the old one while nothing else has that.
  const lost = new Set(refused);
  for (const address of refused) if (!places.has(address)) places.set(address, address);
  return { now: (address) => (lost.has(address) ? address : renames.now(address, markAt)), places, contested };
}

function withMark(entry: LedgerEntry, mark: string | undefined): LedgerEntry {
  if (entry.was === mark) return entry;
  const { was, ...rest } = entry;
  return mark === undefined ? rest : { ...rest, was: mark };
}

/** A site-space has the key of its space, and changes it only with that. */
function isOwn(from: Address, to: Address, shapes: Shapes): boolean {
  const shape = shapes.get(addressPath(to, shapes)?.at(-1)?.kind ?? '');
  const type = shape === undefined || shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  return type?.is !== 'ref' && shape?.singleton !== true && keyIn(from) !== keyIn(to);
}

type MarksOf = (field: FieldShape, kind: KindName) => ReadonlyMap<string, string>;

/** The entries with marks as if they had been kept under the new addresses. */
export function withRenamedLastApplied(
  entries: ReadonlyMap<Address, LedgerEntry>,
  renamed: readonly Pick<Renamed, 'from' | 'to'>[],
  shapes: Shapes,
): ReadonlyMap<Address, LedgerEntry> {
  if (renamed.length === 0) return entries;
  const marksOf = renamedMarks(renamed, shapes);
  return new Map(
    [...entries].map(([address, entry]) => [address, withLastApplied(entry, kindAt(address, shapes), marksOf, shapes)]),
  );
}

/** New marks by old ones, of a field that refers to a kind; made once per field. */
function renamedMarks(renamed: readonly Pick<Renamed, 'from' | 'to'>[], shapes: Shapes): MarksOf {
  const byKind = groupBy(renamed, ({ to }) => kindAt(to, shapes));
  const known = new Map<FieldShape, ReadonlyMap<string, string>>();
  return (field, kind) => {
    const pairs = byKind.get(kind) ?? [];
    const found =
      known.get(field) ??
      new Map(pairs.map(({ from, to }) => [declaredMark(field, { ref: from }), declaredMark(field, { ref: to })]));
    known.set(field, found);
    return found;
  };
}

function withLastApplied(entry: LedgerEntry, kind: KindName, marksOf: MarksOf, shapes: Shapes): LedgerEntry {
  const changed: { [field: string]: string } = {};
  for (const [name, field] of Object.entries(shapes.get(kind)?.fields ?? {})) {
    const mark = entry.applied?.[name];
    const renamed = field.type.is === 'ref' && mark !== undefined ? marksOf(field, field.type.to).get(mark) : undefined;
    if (renamed !== undefined) changed[name] = renamed;
  }
  return Object.keys(changed).length === 0 ? entry : { ...entry, applied: { ...entry.applied, ...changed } };
}

function kindAt(address: Address, shapes: Shapes): KindName {
  return addressPath(address, shapes)?.at(-1)?.kind ?? '';
}
