/** Applies `moved` to the addresses in the ledger. */
import { type Address, keyIn, type ListAddress } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import type { Desired, KindName, Ledger, LedgerEntry, Live } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { currentList, type Renames, resolveRenames } from '../../kinds/renames.ts';
import { kindOfAddress, type Shapes } from '../../kinds/shape.ts';
import { declaredMark } from '../fields/compare.ts';

interface Renamed {
  readonly from: Address;
  readonly to: Address;
  /** Whether the resource's own key changes, not only the key of a container or target. */
  readonly isOwn: boolean;
}

export interface RenamedLedger {
  readonly entries: ReadonlyMap<Address, LedgerEntry>;
  readonly changedEntries: ReadonlySet<Address>;
  readonly lists: ReadonlySet<ListAddress>;
  readonly orders: ReadonlyMap<Address, string>;
  readonly pending: ReadonlyMap<Address, string>;
  readonly external: ReadonlyMap<Address, string>;
  readonly renamed: readonly Renamed[];
  /** Ledger addresses by new address, if `moved` leads several objects to one address. */
  readonly ambiguousRenames: ReadonlyMap<Address, readonly Address[]>;
  readonly markOf: Renames['markOf'];
}

export function renameInLedger(input: Input): RenamedLedger {
  const { desired, ledger, shapes } = input;
  const renames = resolveRenames(desired.moved, shapes);
  if (renames.entries.length === 0) return withoutObsoleteMarks(ledger, renames);
  const { now, places, ambiguousRenames } = renamedPlaces(input, renames);
  const entries = new Map<Address, LedgerEntry>();
  for (const [address, old] of places) {
    const entry = ledger.resources[old];
    if (entry !== undefined) entries.set(address, setFormerKeyMark(entry, renames.markOf(address)));
  }
  const renamed = [...places].flatMap(([to, from]) =>
    to === from ? [] : [{ from, to, isOwn: isOwnKeyRenamed(from, to, shapes) }],
  );
  const marked = renameInAllLastApplied(entries, renamed, shapes);
  return {
    entries: marked,
    changedEntries: new Set(
      [...marked].flatMap(([address, entry]) => (ledger.resources[address] === entry ? [] : [address])),
    ),
    lists: new Set(ledger.lists.map((list) => currentList(list, now))),
    orders: new Map(Object.entries(ledger.orders ?? {}).map(([container, mark]) => [now(container), mark])),
    pending: new Map(Object.entries(ledger.pending ?? {}).map(([address, mark]) => [now(address), mark])),
    external: new Map(Object.entries(ledger.external ?? {})),
    renamed,
    ambiguousRenames,
    markOf: renames.markOf,
  };
}

/** Without `moved`, only obsolete marks are removed. */
function withoutObsoleteMarks(ledger: Ledger, { markOf }: Renames): RenamedLedger {
  const { resources, lists, orders = {}, pending = {}, external = {} } = ledger;
  const entries = new Map<Address, LedgerEntry>();
  const changedEntries = new Set<Address>();
  for (const address of Object.keys(resources).sort()) {
    const entry = resources[address];
    if (entry === undefined) continue;
    const unmarked = setFormerKeyMark(entry, undefined);
    entries.set(address, unmarked);
    if (unmarked !== entry) changedEntries.add(address);
  }
  return {
    entries,
    changedEntries,
    lists: new Set(lists),
    orders: new Map(Object.entries(orders)),
    pending: new Map(Object.entries(pending)),
    external: new Map(Object.entries(external)),
    renamed: [],
    ambiguousRenames: new Map(),
    markOf,
  };
}

/** An old address leads to the new one, unless its own object still exists. `places`: ledger addresses by current address. */
function renamedPlaces({ live, ledger, shapes }: Input, renames: Renames) {
  const markAt = (address: Address) => ledger.resources[address]?.was;
  const known = Object.keys(ledger.resources).sort();
  const rivals = groupBy(known, (address) => renames.now(address, markAt));
  const there = live && new Set(live.objects.map(({ kind, id }) => `${kind}:${id}`));
  const unread = new Set(live?.lists.flatMap(({ kind, unknown }) => (unknown === undefined ? [] : [kind])));
  const places = new Map<Address, Address>();
  const refused: Address[] = [];
  const ambiguousRenames = new Map<Address, readonly Address[]>();
  for (const [target, all] of rivals) {
    const kind = kindOfAddress(target, shapes) ?? '';
    const isObjectLive = (address: Address) => there?.has(`${kind}:${ledger.resources[address]?.id}`) ?? true;
    const takesNewAddress = (address: Address) => all.length === 1 || isObjectLive(address) || unread.has(kind);
    const taking = all.filter(takesNewAddress);
    const standing = all.find((address) => address === target);
    const winner =
      taking.length < 2 ? (taking[0] ?? all.find((each) => each !== target)) : taking.find((each) => each === standing);
    if (winner !== undefined) places.set(target, winner);
    for (const address of all) if (address !== winner) refused.push(address);
    if (all.filter(isObjectLive).length > 1) ambiguousRenames.set(target, all.filter(isObjectLive));
  }
  // A renamed resource keeps the old address until another one takes it.
  const lost = new Set(refused);
  for (const address of refused) if (!places.has(address)) places.set(address, address);
  return {
    now: (address: Address) => (lost.has(address) ? address : renames.now(address, markAt)),
    places,
    ambiguousRenames,
  };
}

function setFormerKeyMark(entry: LedgerEntry, mark: string | undefined): LedgerEntry {
  if (entry.was === mark) return entry;
  const { was, ...rest } = entry;
  return mark === undefined ? rest : { ...rest, was: mark };
}

/** The key of a site-space is the key of its space. */
function isOwnKeyRenamed(from: Address, to: Address, shapes: Shapes) {
  const shape = shapes.get(kindOfAddress(to, shapes) ?? '');
  const type = shape === undefined || shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  return type?.is !== 'ref' && shape?.singleton !== true && keyIn(from) !== keyIn(to);
}

type MarksOf = (field: FieldShape, kind: KindName) => ReadonlyMap<string, string>;

/** Updates the fingerprints of references to renamed addresses. */
export function renameInAllLastApplied(
  entries: ReadonlyMap<Address, LedgerEntry>,
  renamed: readonly Pick<Renamed, 'from' | 'to'>[],
  shapes: Shapes,
): ReadonlyMap<Address, LedgerEntry> {
  if (renamed.length === 0) return entries;
  const marksOf = createRenamedMarks(renamed, shapes);
  return new Map(
    [...entries].map(([address, entry]) => [
      address,
      renameInLastApplied(entry, kindOfAddress(address, shapes) ?? '', marksOf, shapes),
    ]),
  );
}

function createRenamedMarks(renamed: readonly Pick<Renamed, 'from' | 'to'>[], shapes: Shapes): MarksOf {
  const byKind = groupBy(renamed, ({ to }) => kindOfAddress(to, shapes) ?? '');
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

function renameInLastApplied(entry: LedgerEntry, kind: KindName, marksOf: MarksOf, shapes: Shapes): LedgerEntry {
  const changed: { [field: string]: string } = {};
  for (const [name, field] of Object.entries(shapes.get(kind)?.fields ?? {})) {
    const mark = entry.applied?.[name];
    const renamed = field.type.is === 'ref' && mark !== undefined ? marksOf(field, field.type.to).get(mark) : undefined;
    if (renamed !== undefined) changed[name] = renamed;
  }
  return Object.keys(changed).length === 0 ? entry : { ...entry, applied: { ...entry.applied, ...changed } };
}

/** `live`: missing for offline plans, which assume that all objects of the ledger exist. */
type Input = {
  readonly desired: Desired;
  readonly live?: Live;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
};
