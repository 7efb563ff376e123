/** Gives every live object its address: the one it has, or one made of its title. */

import { keyRefusal } from '../config/keys.ts';
import { type Address, childAddress, listAddress } from '../core/address.ts';
import { compareTexts } from '../core/compare.ts';
import { groupBy } from '../core/group-by.ts';
import type { Desired, DesiredResource, Ledger, Live, LiveObject } from '../core/state.ts';
import { freeKey, keyOfTitles } from '../declaration/key.ts';
import { type KindShape, liveNaturalKey, type Shapes } from '../kinds/shape.ts';
import { type KnownKeys, knownKeys } from './known-keys.ts';
import { type LeftOut, nameOf } from './left-out.ts';

export interface Named {
  readonly object: LiveObject;
  readonly shape: KindShape;
  readonly address: Address;
  readonly key: string;
  readonly parent: Address | null;
  /** As it is declared by now. */
  readonly declared?: DesiredResource;
}

export interface Names {
  readonly at: ReadonlyMap<Address, Named>;
  /** By kind and id; of kinds whose id is one of a kind. */
  readonly find: (kind: string, id: string) => Named | undefined;
  readonly leftOut: readonly LeftOut[];
}

interface Naming {
  readonly shapes: Shapes;
  readonly known: KnownKeys;
  readonly at: Map<Address, Named>;
  readonly byId: Map<string, Named>;
  readonly leftOut: LeftOut[];
  /** By kind and what they stand in: in the order that readers see, else by id, so that no listing changes it. */
  readonly listed: ReadonlyMap<string, readonly LiveObject[]>;
}

export function nameObjects(live: Live, ledger: Ledger, desired: Desired | undefined, shapes: Shapes): Names {
  const ranks = new Map(Object.values(live.orders).flatMap((runs) => runs.flat().map((id, at) => [id, at] as const)));
  const rankAt = ({ id }: LiveObject): number => ranks.get(id) ?? Number.MAX_SAFE_INTEGER;
  const present = live.objects.filter(({ isDeleted }) => !isDeleted).sort((a, b) => rankAt(a) - rankAt(b) || compareTexts(a.id, b.id));
  const naming: Naming = {
    shapes,
    known: knownKeys(ledger, desired, shapes),
    at: new Map(),
    byId: new Map(),
    leftOut: [],
    listed: groupBy(present, ({ kind, parentId }) => `${kind} ${parentId}`),
  };
  let level: readonly Named[] = nameIn(naming, null);
  // Level by level, as what stands inside is called after what stands at the top.
  while (level.length > 0) level = level.flatMap((parent) => nameIn(naming, parent));
  return { at: naming.at, find: (kind, id) => naming.byId.get(`${kind} ${id}`), leftOut: naming.leftOut };
}

/** Names what stands directly in `parent`; null: at the top level. */
function nameIn(naming: Naming, parent: Named | null): readonly Named[] {
  const inside = [...naming.shapes.values()].filter(({ parents }) =>
    parent === null ? parents === undefined : parents?.includes(parent.shape.name),
  );
  return inside.flatMap((shape) => {
    const objects = naming.listed.get(`${shape.name} ${parent?.object.id ?? null}`) ?? [];
    if (objects.length === 0) return [];
    const keys = shape.singleton || shape.key !== 'name' ? undefined : namesFor(naming, shape, parent?.address ?? null, objects);
    const keyed = objects.map((object) => ({
      object,
      key: keys === undefined ? keyIn(naming, shape, object) : { key: keys.get(object.id) ?? '' },
    }));
    return knownFirst(naming, shape, parent?.address ?? null, keyed).flatMap(({ object, key }) =>
      'why' in key
        ? leave(naming, shape, object, parent?.address ?? null, key.why)
        : settle(naming, shape, object, parent?.address ?? null, key.key),
    );
  });
}

interface Keyed {
  readonly object: LiveObject;
  readonly key: { readonly key: string } | { readonly why: string };
}

/** Of two that would have one address, the one that had it keeps it. */
function knownFirst({ known }: Naming, shape: KindShape, parent: Address | null, keyed: readonly Keyed[]): readonly Keyed[] {
  const isKnown = ({ object, key }: Keyed): boolean =>
    'key' in key && known.idAt.get(childAddress(parent, shape.segment, key.key)) === object.id;
  return [...keyed.filter(isKnown), ...keyed.filter((each) => !isKnown(each))];
}

function leave(naming: Naming, shape: KindShape, object: LiveObject, parent: Address | null, why: string): readonly Named[] {
  naming.leftOut.push({ what: nameOf(shape, object, parent), why, list: listAddress(parent, shape.segment) });
  return [];
}

function settle(naming: Naming, shape: KindShape, object: LiveObject, parent: Address | null, key: string): readonly Named[] {
  const address = shape.singleton ? listAddress(parent, shape.segment) : childAddress(parent, shape.segment, key);
  const other = naming.at.get(address);
  if (other !== undefined)
    return leave(naming, shape, object, parent, `${address} is ${other.object.id} already, and a configuration has one of each there`);
  const declared = naming.known.declaredAt.get(address);
  const named: Named = { object, shape, address, key, parent, ...(declared === undefined ? {} : { declared }) };
  naming.at.set(address, named);
  if (!shape.bulk) naming.byId.set(`${shape.name} ${object.id}`, named);
  return [named];
}

/** The key that is a field of the object. */
function keyIn(naming: Naming, shape: KindShape, object: LiveObject): { readonly key: string } | { readonly why: string } {
  if (shape.key === 'name') return { key: shape.segment };
  const { field } = shape.key;
  const type = shape.fields[field]?.type;
  const value = object.fields[field];
  if (typeof value !== 'string' || value === '') return { why: `it has no ${field}, which is its key` };
  if (type?.is === 'ref') {
    const target = naming.byId.get(`${type.to} ${value}`);
    return target === undefined ? { why: `its ${field} ${value} cannot be declared` } : { key: target.key };
  }
  const key = shape.fields[field]?.caseFolded ? value.toLowerCase() : value;
  const why = keyRefusal(shape, key, naming.shapes);
  return why === undefined ? { key } : { why: `its ${field} cannot be a key: ${why}` };
}

/** Keys of those who have a name of their own, by id: known ones first, the others in an order that no listing changes. */
function namesFor(naming: Naming, shape: KindShape, parent: Address | null, objects: readonly LiveObject[]): ReadonlyMap<string, string> {
  const idOf = (address: Address): string | undefined => naming.at.get(address)?.object.id;
  const keys = new Map(naming.known.in(shape, parent, objects, idOf));
  const taken = new Set([...keys.values(), ...naming.known.reserved(shape, parent)]);
  const open = objects
    .filter(({ id }) => !keys.has(id))
    .map((object) => ({ object, slug: slugFor(shape, object), rank: rankOf(naming, shape, object) }))
    .sort((a, b) => compareTexts(a.slug, b.slug) || compareTexts(a.rank, b.rank) || compareTexts(a.object.id, b.object.id));
  for (const { object, slug } of open) {
    const key = freeKey(slug, (candidate) => taken.has(candidate));
    taken.add(key);
    keys.set(object.id, key);
  }
  return keys;
}

/** Of the title; where that has no plain letter, of what else it is known by. */
function slugFor(shape: KindShape, { fields }: LiveObject): string {
  const titles = [...shape.naturalKeys].reverse().map(([name = '']) => String(fields[name] ?? ''));
  return keyOfTitles(titles, shape);
}

/** Everything that tells it from others, and the titles of what it stands in. */
function rankOf(naming: Naming, shape: KindShape, object: LiveObject): string {
  const own = shape.naturalKeys.map((names) => liveNaturalKey(shape, object, names) ?? '');
  const container = object.fields[shape.narrowedBy ?? ''];
  const type = shape.fields[shape.narrowedBy ?? '']?.type;
  if (typeof container !== 'string' || type?.is !== 'ref') return JSON.stringify([own]);
  return JSON.stringify([own, titlesOf(naming, type.to, container)]);
}

function titlesOf(naming: Naming, kind: string, id: string, seen: readonly string[] = []): readonly string[] {
  const shape = naming.shapes.get(kind);
  const object = naming.listed.get(`${kind} null`)?.find((each) => each.id === id);
  if (shape === undefined || object === undefined || seen.includes(id)) return [];
  const above = object.fields[shape.narrowedBy ?? ''];
  const titles = shape.naturalKeys.map(([name = '']) => String(object.fields[name] ?? ''));
  return [...(typeof above === 'string' ? titlesOf(naming, kind, above, [...seen, id]) : []), ...titles];
}
