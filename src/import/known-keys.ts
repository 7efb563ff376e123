/** Finds the keys that live objects already have: by pin, by ledger, or because a declared resource matches them. */
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Desired, DesiredResource, Ledger, LiveObject } from '../core/state.ts';
import { declaredAt, type Resources } from '../declaration/resources.ts';
import { nowOf } from '../kinds/renames.ts';
import { addressPath, findByKey, type KindShape, narrowed, naturalKeyOf, type Shapes } from '../kinds/shape.ts';

export interface KnownKeys {
  /** Keys by id, of the objects of one list. `idOf`: ids of addresses that are known by now. */
  readonly in: (
    shape: KindShape,
    parent: Address | null,
    objects: readonly LiveObject[],
    idOf: (address: Address) => string | undefined,
  ) => ReadonlyMap<string, string>;
  /** Keys that something in this list has or had: no other object may get one of them. */
  readonly reserved: (shape: KindShape, parent: Address | null) => ReadonlySet<string>;
  readonly declaredAt: Resources;
  /** Of the ledger, by the addresses of today. */
  readonly idAt: ReadonlyMap<Address, string>;
}

interface Line {
  readonly address: Address;
  readonly key: string;
  readonly id: string;
}

export function knownKeys(ledger: Ledger, desired: Desired | undefined, shapes: Shapes): KnownKeys {
  const at = declaredAt(desired?.resources ?? []);
  const declared = groupBy(at.values(), ({ kind, parent }) => `${kind} ${parent}`);
  const allLines = ledgerLines(ledger, desired, shapes);
  const lines = groupBy(allLines, ({ place }) => place);
  const listName = (shape: KindShape, parent: Address | null): string => `${shape.name} ${parent}`;
  return {
    declaredAt: at,
    idAt: new Map(allLines.toReversed().map(({ address, id }) => [address, id])),
    reserved: (shape, parent) => {
      const name = listName(shape, parent);
      return new Set([...(declared.get(name) ?? []), ...(lines.get(name) ?? [])].map(({ key }) => key));
    },
    in: (shape, parent, objects, idOf) => {
      const name = listName(shape, parent);
      return matched(shape, objects, declared.get(name) ?? [], lines.get(name) ?? [], at, idOf);
    },
  };
}

function ledgerLines(ledger: Ledger, desired: Desired | undefined, shapes: Shapes): readonly (Line & { readonly place: string })[] {
  const now = nowOf(desired?.moved ?? [], ledger, shapes);
  const lines = Object.entries(ledger.resources).flatMap(([old, { id }]) => {
    const address = now(old);
    const path = addressPath(address, shapes);
    const own = path?.at(-1);
    const place = `${own?.kind} ${path?.at(-2)?.address ?? null}`;
    return own === undefined ? [] : [{ address, key: own.key, id, place, isMoved: address !== old }];
  });
  // What has moved to an address comes after what has that address, should that still be there.
  return [...lines.filter(({ isMoved }) => !isMoved), ...lines.filter(({ isMoved }) => isMoved)];
}

/** A pin says it outright; then the ledger, where the address is still declared; then looks; last, lines of what is no longer declared. */
function matched(
  shape: KindShape,
  objects: readonly LiveObject[],
  declared: readonly DesiredResource[],
  lines: readonly Line[],
  known: Resources,
  idOf: (address: Address) => string | undefined,
): ReadonlyMap<string, string> {
  const ids = new Set(objects.map(({ id }) => id));
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const settle = (id: string | undefined, key: string): void => {
    if (id === undefined || !ids.has(id) || keys.has(id) || taken.has(key)) return;
    keys.set(id, key);
    taken.add(key);
  };
  for (const { pin, key } of declared) settle(pin, key);
  for (const { id, key, address } of lines) if (known.has(address)) settle(id, key);
  for (const resource of declared) {
    if (taken.has(resource.key)) continue;
    const free = objects.filter(({ id }) => !keys.has(id));
    settle(onlyLike(shape, resource, free, idOf)?.id, resource.key);
  }
  for (const { id, key } of lines) settle(id, key);
  return keys;
}

function onlyLike(
  shape: KindShape,
  { fields }: DesiredResource,
  objects: readonly LiveObject[],
  idOf: (address: Address) => string | undefined,
): LiveObject | undefined {
  const key = naturalKeyOf(shape, fields, idOf);
  const alike = key === undefined ? [] : findByKey(() => objects)(shape, null, key);
  const here = narrowed(shape, fields, alike, idOf);
  return here.length === 1 ? here[0] : undefined;
}
