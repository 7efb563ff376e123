/** Gives every live object an address: the known one (by pin, ledger or title), or one from its title. */
import { keyRefusal } from '../config/blocks/resources.ts';
import { type Address, childAddress, type ListAddress, listAddress } from '../core/address.ts';
import { compareTexts, groupBy } from '../core/compare.ts';
import type { Desired, DesiredResource, Ledger, Live, LiveObject } from '../core/state.ts';
import { makeUniqueKey } from '../kinds/declaration/key.ts';
import { indexDeclared, type Resources } from '../kinds/declaration/resources.ts';
import { createAddressResolver } from '../kinds/renames.ts';
import {
  createKeyFinder,
  type KindShape,
  keyForImport,
  liveNaturalKey,
  narrowByContainer,
  naturalKeyOf,
  parseAddress,
  type Shapes,
} from '../kinds/shape.ts';

export interface Named {
  readonly object: LiveObject;
  readonly shape: KindShape;
  readonly address: Address;
  readonly key: string;
  readonly parent: Address | null;
  /** The current declaration. */
  readonly declared?: DesiredResource;
}

export interface Names {
  readonly at: ReadonlyMap<Address, Named>;
  /** Only kinds whose ids are unique. */
  readonly find: (kind: string, id: string) => Named | undefined;
  readonly leftOut: readonly LeftOut[];
}

interface Naming {
  readonly shapes: Shapes;
  readonly known: KnownKeys;
  readonly at: Map<Address, Named>;
  readonly byId: Map<string, Named>;
  readonly leftOut: LeftOut[];
  /** By kind and parent, in the order that readers see, otherwise by id, so that the order of a response does not matter. */
  readonly listed: ReadonlyMap<string, readonly LiveObject[]>;
}

export function nameObjects(live: Live, ledger: Ledger, desired: Desired | undefined, shapes: Shapes): Names {
  const ranks = new Map(Object.values(live.orders).flatMap((runs) => runs.flat().map((id, at) => [id, at] as const)));
  const rankAt = ({ id }: LiveObject) => ranks.get(id) ?? Number.MAX_SAFE_INTEGER;
  const present = live.objects
    .filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => rankAt(a) - rankAt(b) || compareTexts(a.id, b.id));
  const naming: Naming = {
    shapes,
    known: knownKeys(ledger, desired, shapes),
    at: new Map(),
    byId: new Map(),
    leftOut: [],
    listed: groupBy(present, ({ kind, parentId }) => `${kind} ${parentId}`),
  };
  let level: readonly Named[] = nameIn(naming, null);
  // Parents before children, because addresses contain the parent.
  while (level.length > 0) level = level.flatMap((parent) => nameIn(naming, parent));
  return { at: naming.at, find: (kind, id) => naming.byId.get(`${kind} ${id}`), leftOut: naming.leftOut };
}

/** The objects of a kind in one place. */
interface List {
  readonly naming: Naming;
  readonly shape: KindShape;
  readonly parent: Address | null;
}

/** null: the top level. */
function nameIn(naming: Naming, parent: Named | null): readonly Named[] {
  const inside = [...naming.shapes.values()].filter(({ parents }) =>
    parent === null ? parents === undefined : parents?.includes(parent.shape.name),
  );
  return inside.flatMap((shape) => {
    const objects = naming.listed.get(`${shape.name} ${parent?.object.id ?? null}`) ?? [];
    if (objects.length === 0) return [];
    const list = { naming, shape, parent: parent?.address ?? null };
    const isNamed = shape.key === 'name' || shape.hasSecretId === true;
    const keys = shape.singleton || !isNamed ? undefined : namesFor(list, objects);
    const keyed = objects.map((object) => {
      return { object, ...(keys === undefined ? keyIn(list, object) : { key: keys.get(object.id) ?? '' }) };
    });
    // Of two objects with the same address, the known one keeps it.
    const isKnown = ({ object, ...name }: (typeof keyed)[number]) =>
      'key' in name && naming.known.idAt.get(childAddress(list.parent, shape.segment, name.key)) === object.id;
    const knownFirst = [...keyed.filter(isKnown), ...keyed.filter((each) => !isKnown(each))];
    return knownFirst.flatMap(({ object, ...name }) =>
      'key' in name ? settle(list, object, name.key) : leave(list, object, name.why),
    );
  });
}

function leave({ naming, shape, parent }: List, object: LiveObject, why: string): readonly Named[] {
  naming.leftOut.push({ what: nameOf(shape, object, parent), why, list: listAddress(parent, shape.segment) });
  return [];
}

function settle(list: List, object: LiveObject, key: string): readonly Named[] {
  const { naming, shape, parent } = list;
  const address = shape.singleton ? listAddress(parent, shape.segment) : childAddress(parent, shape.segment, key);
  const other = naming.at.get(address);
  if (other !== undefined)
    return leave(list, object, `${address} is already ${other.object.id}, and a configuration can declare only one`);
  const declared = naming.known.declaredAt.get(address);
  const named: Named = { object, shape, address, key, parent, ...(declared === undefined ? {} : { declared }) };
  naming.at.set(address, named);
  if (!shape.sharesId) naming.byId.set(`${shape.name} ${object.id}`, named);
  // The contents of an external object belong to another configuration.
  return declared?.isExternal ? [] : [named];
}

function keyIn({ naming, shape }: List, object: LiveObject): { readonly key: string } | { readonly why: string } {
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
  return why === undefined ? { key } : { why: `its ${field} cannot be a key: it ${why}` };
}

/** Keys by id. Known keys first, then in an order that does not depend on the response. */
function namesFor({ naming, shape, parent }: List, objects: readonly LiveObject[]): ReadonlyMap<string, string> {
  const place = `${shape.name} ${parent}`;
  const [declared = [], lines = []] = [naming.known.declaredIn.get(place), naming.known.linesIn.get(place)];
  const keys = matched(naming, shape, objects, declared, lines);
  // No other object gets a key that is or was in use.
  const taken = new Set([...declared, ...lines].map(({ key }) => key));
  const open = objects
    .filter(({ id }) => !keys.has(id))
    .map((object) => ({ object, slug: keyForImport(shape, object), rank: rankOf(naming, shape, object) }))
    .sort(
      (a, b) => compareTexts(a.slug, b.slug) || compareTexts(a.rank, b.rank) || compareTexts(a.object.id, b.object.id),
    );
  for (const { object, slug } of open) {
    const key = makeUniqueKey(slug, (candidate) => taken.has(candidate));
    taken.add(key);
    keys.set(object.id, key);
  }
  return keys;
}

/** All values that identify it, and the titles of its parents. */
function rankOf(naming: Naming, shape: KindShape, object: LiveObject) {
  const own = shape.naturalKeys.map((names) => liveNaturalKey(shape, object, names) ?? '');
  const container = object.fields[shape.narrowedBy ?? ''];
  const type = shape.fields[shape.narrowedBy ?? '']?.type;
  if (typeof container !== 'string' || type?.is !== 'ref') return JSON.stringify([own]);
  return JSON.stringify([own, titlePath(naming, type.to, container)]);
}

function titlePath(naming: Naming, kind: string, id: string, seen: readonly string[] = []): readonly string[] {
  const shape = naming.shapes.get(kind);
  const object = naming.listed.get(`${kind} null`)?.find((each) => each.id === id);
  if (shape === undefined || object === undefined || seen.includes(id)) return [];
  const above = object.fields[shape.narrowedBy ?? ''];
  const titles = shape.naturalKeys.map(([name = '']) => String(object.fields[name] ?? ''));
  return [...(typeof above === 'string' ? titlePath(naming, kind, above, [...seen, id]) : []), ...titles];
}

type KnownKeys = ReturnType<typeof knownKeys>;

function knownKeys(ledger: Ledger, desired: Desired | undefined, shapes: Shapes) {
  const at = indexDeclared(desired?.resources ?? []);
  const lines = ledgerLines(ledger, desired, shapes);
  return {
    declaredAt: at as Resources,
    /** Ids in the ledger, by current address. */
    idAt: new Map(lines.toReversed().map(({ address, id }) => [address, id])),
    declaredIn: groupBy(at.values(), ({ kind, parent }) => `${kind} ${parent}`),
    linesIn: groupBy(lines, ({ place }) => place),
  };
}

function ledgerLines(ledger: Ledger, desired: Desired | undefined, shapes: Shapes) {
  const now = createAddressResolver(desired?.moved ?? [], ledger, shapes);
  const lines = Object.entries(ledger.resources).flatMap(([old, { id }]) => {
    const address = now(old);
    const path = parseAddress(address, shapes);
    const own = path?.at(-1);
    const place = `${own?.kind} ${path?.at(-2)?.address ?? null}`;
    return own === undefined ? [] : [{ address, key: own.key, id, place, isMoved: address !== old }];
  });
  // An object that still has the address comes before one that was renamed to it.
  return [...lines.filter(({ isMoved }) => !isMoved), ...lines.filter(({ isMoved }) => isMoved)];
}

/** In this order: pin, ledger if still declared, title, ledger if no longer declared. */
function matched(
  { at, known }: Naming,
  shape: KindShape,
  objects: readonly LiveObject[],
  declared: readonly DesiredResource[],
  lines: ReturnType<typeof ledgerLines>,
) {
  const idOf = (address: Address) => at.get(address)?.object.id;
  const ids = new Set(objects.map(({ id }) => id));
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const settle = (id: string | undefined, key: string) => {
    if (id === undefined || !ids.has(id) || keys.has(id) || taken.has(key)) return;
    keys.set(id, key);
    taken.add(key);
  };
  for (const { pin, key } of declared) settle(pin, key);
  for (const { id, key, address } of lines) if (known.declaredAt.has(address)) settle(id, key);
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
) {
  const key = naturalKeyOf(shape, fields, idOf);
  const alike = key === undefined ? [] : createKeyFinder(() => objects)(shape, null, key);
  const here = narrowByContainer(shape, fields, alike, idOf);
  return here.length === 1 ? here[0] : undefined;
}

export interface LeftOut {
  /** For messages: an address, an address with a field, or the name on the platform. */
  readonly what: string;
  readonly why: string;
  /** Address of the resource, or of the incomplete list. */
  readonly address?: Address;
  /** Its list, if it has no address. */
  readonly list?: ListAddress;
  /** The field, if the rest of the resource is declared. */
  readonly field?: string;
}

/** Name of an object without an address: its title and place. */
export function nameOf(shape: KindShape, { id, fields }: Pick<LiveObject, 'id' | 'fields'>, parent: Address | null) {
  const names = [...shape.naturalKeys]
    .reverse()
    .flatMap(([name = '']) => (shape.fields[name]?.type.is === 'text' ? [fields[name]] : []));
  const title = names.find((text) => typeof text === 'string' && text !== '' && text !== id);
  const place = parent === null ? '' : ` in ${parent}`;
  return `${shape.title}${typeof title === 'string' ? ` "${title}"` : ''} (${id})${place}`;
}
