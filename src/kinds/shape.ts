/** The shape of a kind, for validator and planner: names, keys, fields, parents, order; no endpoints. */

import { type Address, keyIn, topContainer } from '../core/address.ts';
import { groupBy } from '../core/compare.ts';
import type { Dialect } from '../core/dialect.ts';
import { cachePerObject } from '../core/once.ts';
import { keyFromTitles } from '../core/slug.ts';
import { type DesiredValue, isReference, type KindName, type LiveObject, type Value } from '../core/state.ts';
import { type FieldShape, valueAtCreation } from './field.ts';

export interface KindShape {
  readonly name: KindName;
  /** The key of the list in configuration and addresses: `teams`, `shareLinks`. */
  readonly segment: string;
  /** For people: `share link`. */
  readonly title: string;
  /** Default: the title and an s. */
  readonly plural?: string;
  readonly description: string;
  /** Missing: at the top level. */
  readonly parents?: readonly KindName[];
  /** Exactly one exists per parent, and its address has no key (`settings`, `spaces/home/fields`). */
  readonly singleton?: true;
  /** A free name, or a field of the object. `isPath`: it starts with a slash. */
  readonly key: 'name' | { readonly field: string; readonly isPath?: true };
  readonly fields: { readonly [field: string]: FieldShape };
  /** Its id is a secret: its key is a free name, and everything outside the transport uses a digest of the id (`client/guarded.ts`). */
  readonly hasSecretId?: true;
  /** A realistic name, for editors and the reference. */
  readonly exampleKey?: string;
  /** The field that a scalar stands for: `ana@acme.dev: admin`. */
  readonly shorthand?: string;
  readonly exactlyOneOf?: readonly string[];
  /** Best first: docform uses the first key whose fields are all declared. */
  readonly naturalKeys: readonly (readonly string[])[];
  /** A reference to a container, which chooses between live objects with the same natural key. */
  readonly narrowedBy?: string;
  /** The contract has no create call: a missing object is pending or blocked. */
  readonly missing?: 'pending' | 'blocked';
  /** A configuration can refer to an object that another configuration manages. */
  readonly mayBeExternal?: true;
  /** docform can invite a pending person. These fields are part of the invitation, and one call invites all people with the same values. */
  readonly invitedWith?: readonly string[];
  /** Removing it from the configuration only releases it. */
  readonly undeletable?: true;
  readonly protectedByDefault?: true;
  /** `prune: all` affects the kind only if it is named. */
  readonly pruneMustBeNamed?: true;
  /** The loss caused by a delete, for reports: `its permissions`. */
  readonly loss?: string;
  /** No call can restore what a delete loses, so a delete needs an override that names the address. */
  readonly losesForGood?: true;
  /** Initial state of a new object that only people can change on the platform. */
  readonly initialState?: string;
  /** Word for an item in the ordered lists of `orderedIn`, as the key of the item. */
  readonly itemWord?: string;
  /** Key of the ordered list of its children. */
  readonly listKey?: string;
  /** Kinds of containers in which siblings have an order. Kinds with the same containers share the order. */
  readonly orderedIn?: readonly KindName[];
  /** Kinds that a move can name as neighbour. Default: every kind in the same order. */
  readonly movesBeside?: readonly KindName[];
  /** The API does not show the order among other kinds, so only siblings of the same kind are ordered. */
  readonly orderedApart?: true;
  /** One call changes both container and position. */
  readonly moveCarriesContainer?: true;
  /** The update replaces the whole object, so everything that is not declared is sent as it is on the platform. */
  readonly replacesWhole?: true;
  /** One call writes all creates, updates and deletes of one parent. */
  readonly bulk?: true;
  /** Its id is that of its key, or of the object that its key references, so it is unique only within its parent. */
  readonly sharesId?: true;
  /** The key in the block of its parent that contains the list: `permissions`. It is not part of addresses. */
  readonly under?: string;
  /** A join also leaves the former container. */
  readonly joinsDirectly?: true;
  /** Kinds that join a new object through its create call, if it contains no others. */
  readonly takesIn?: readonly KindName[];
  /** Its create call also creates the first declared child of this kind. */
  readonly firstCompanion?: KindName;
  /** The field without which it has no create call of its own, such as `copyOf` of a space. */
  readonly createNeeds?: string;
  /** In this dialect, it also has a create call without `createNeeds`. */
  readonly createsEmpty?: true;
  /** Fields that the create call of this dialect also sends, unlike the one of the contract. A copy takes none of them. */
  readonly createSends?: readonly string[];
  /** A new `container` can create it, and a new `link` that references it in `field`. */
  readonly companionOf?: {
    readonly container: KindName;
    readonly link: KindName;
    readonly field: string;
    /** A flag in the create call of the container, and its note for people. */
    readonly begins?: { readonly field: string; readonly note: string };
  };
  /** The first `wrapper` absorbs existing children of kind `child`, which keep their ids (the first section of a flat site). */
  readonly wraps?: { readonly child: KindName; readonly wrapper: KindName };
  /** The platform rejects the delete of a non-empty object. */
  readonly deletedEmpty?: true;
  /** The platform rejects the delete of the last member of a container. */
  readonly lastStays?: true;
  /** At least one object must keep this value, such as an admin. */
  readonly keepsOne?: { readonly field: string; readonly value: Value };
  /** At least one object in each list must keep this value, such as an owner of a team. */
  readonly keepsOneInEach?: { readonly field: string; readonly value: Value };
  /** It also contains fields of its parent, so its update comes after the update of the parent. */
  readonly followsParent?: true;
  /** The kind of its ancestor's object with the values that it has without values of its own. The platform shows only the resulting values. */
  readonly inherits?: KindName;
  /** The dialects that have the kind. Missing: all. */
  readonly dialects?: readonly Dialect[];
  /** It has a trash, from which docform restores objects that the ledger or a pin names. */
  readonly restorable?: true;
}

export type Shapes = ReadonlyMap<KindName, KindShape>;

/** Throws for unknown kinds, which are bugs. */
export function shapeOf({ shapes }: { shapes: Shapes }, kind: KindName): KindShape {
  const shape = shapes.get(kind);
  if (shape === undefined) throw new Error(`no kind is called ${kind}`);
  return shape;
}

export const onceOfShape: <T>(work: (shape: KindShape) => T) => (shape: KindShape) => T = cachePerObject;

/** The field that a move between containers writes. */
export const placeField = onceOfShape(
  (shape) => Object.entries(shape.fields).find(([, field]) => field.writtenBy === 'move')?.[0],
);

export const placement = onceOfShape((shape) => {
  const name = placeField(shape);
  const type = name === undefined ? undefined : shape.fields[name]?.type;
  return name !== undefined && type?.is === 'ref' ? { name, kind: type.to } : undefined;
});

/** Fields that name the default among the children, such as the section at the root URL of a site. */
export const defaultFields = onceOfShape((shape) =>
  Object.entries(shape.fields).flatMap(([name, { deferred, type }]) =>
    deferred && type.is === 'ref' && type.within === 'self' ? [{ name, kind: type.to }] : [],
  ),
);

export const keyedFields = onceOfShape((shape) =>
  Object.entries(shape.fields).flatMap(([name, { type }]) =>
    type.is === 'keyed' ? [{ name, keysRefer: type.keysRefer }] : [],
  ),
);

export function keepsOrderIn({ orderedIn }: Pick<KindShape, 'orderedIn'>, kind: KindName | undefined): boolean {
  return kind !== undefined && orderedIn?.includes(kind) === true;
}

export function itemKindsIn({ name }: Pick<KindShape, 'name'>, shapes: Shapes): readonly KindShape[] {
  return itemsByContainer(shapes).get(name) ?? [];
}

const itemsByContainer = cachePerObject((shapes: Shapes): ReadonlyMap<KindName, readonly KindShape[]> => {
  const items = [...shapes.values()].filter(({ itemWord }) => itemWord !== undefined);
  const containers = new Set(items.flatMap(({ orderedIn = [] }) => orderedIn));
  return new Map([...containers].map((kind) => [kind, items.filter((shape) => keepsOrderIn(shape, kind))]));
});

export const topKind: KindName = 'organization';

export function kindOfContainer(container: Address, shapes: Shapes): KindName | undefined {
  return container === topContainer ? topKind : kindOfAddress(container, shapes);
}

export interface AddressPart {
  readonly kind: KindName;
  readonly key: string;
  readonly address: Address;
}

/** Shapes by `parent kind/segment`, and the parsed addresses. */
interface AddressBook {
  kinds: ReadonlyMap<string, KindShape>;
  /** Segments of kinds with one object in each container. */
  singletons: ReadonlySet<string>;
  paths: Map<Address, readonly AddressPart[] | null>;
}

/** Limits the memory of a program that plans many organizations. */
const maxPaths = 500_000;

/** The resources along an address, outermost first: `sites/docs/visitor` -> site, adaptive-schema. undefined: no such address. */
export function parseAddress(address: Address, shapes: Shapes): readonly AddressPart[] | undefined {
  const { paths, kinds, singletons } = addressBookOf(shapes);
  const known = paths.get(address);
  if (known !== undefined) return known ?? undefined;
  const key = keyIn(address);
  // `end`: of the segment that names the kind.
  const partsUpTo = (end: number, isSingleton: boolean): readonly AddressPart[] | undefined => {
    const start = address.lastIndexOf('/', end - 1);
    const above: readonly AddressPart[] | undefined = start < 0 ? [] : parseAddress(address.slice(0, start), shapes);
    const shape = above && kinds.get(`${above.at(-1)?.kind ?? ''}/${address.slice(start + 1, end)}`);
    if (above === undefined || shape === undefined || (shape.singleton ?? false) !== isSingleton) return undefined;
    return [...above, { kind: shape.name, key, address }];
  };
  const listEnd = address.length - key.length - 1;
  const path =
    (singletons.has(key) ? partsUpTo(address.length, true) : undefined) ??
    (listEnd < 0 ? undefined : partsUpTo(listEnd, false));
  if (paths.size >= maxPaths) paths.clear();
  paths.set(address, path ?? null);
  return path;
}

/** undefined: no such address. */
export function kindOfAddress(address: Address, shapes: Shapes): KindName | undefined {
  return parseAddress(address, shapes)?.at(-1)?.kind;
}

const addressBookOf = cachePerObject((shapes: Shapes): AddressBook => {
  const named = [...shapes.values()].flatMap((shape) =>
    (shape.parents ?? ['']).map((parent) => [`${parent}/${shape.segment}`, shape] as const),
  );
  const singletons = new Set(named.flatMap(([, { singleton, segment }]) => (singleton ? [segment] : [])));
  return { kinds: new Map(named), singletons, paths: new Map() };
});

export function identityOf(
  shapes: Shapes,
  { kind, id, parentId }: Pick<LiveObject, 'kind' | 'id' | 'parentId'>,
): string {
  return shapes.get(kind)?.sharesId ? `${kind}:${parentId}/${id}` : `${kind}:${id}`;
}

export interface IdentityMap<T> {
  readonly of: (object: Pick<LiveObject, 'kind' | 'id' | 'parentId'>) => T | undefined;
  readonly at: (kind: KindName, id: string, parentId: string | null) => T | undefined;
  readonly set: (object: Pick<LiveObject, 'kind' | 'id' | 'parentId'>, value: T) => void;
}

export function createIdentityMap<T>(shapes: Shapes): IdentityMap<T> {
  const kinds = new Map<KindName, { sharesId: boolean; values: Map<string, T> }>();
  const at: IdentityMap<T>['at'] = (kind, id, parentId) => {
    const of = kinds.get(kind);
    return of?.values.get(of.sharesId ? `${parentId}/${id}` : id);
  };
  return {
    of: ({ kind, id, parentId }) => at(kind, id, parentId),
    at,
    set: ({ kind, id, parentId }, value) => {
      let of = kinds.get(kind);
      if (of === undefined) {
        of = { sharesId: shapes.get(kind)?.sharesId === true, values: new Map() };
        kinds.set(kind, of);
      }
      of.values.set(of.sharesId ? `${parentId}/${id}` : id, value);
    },
  };
}

interface NaturalKey {
  readonly names: readonly string[];
  readonly text: string;
}

/** The key that an import gives the object: its own key, or one from its title, or from another name if the title has no ASCII letters. */
export function keyForImport(shape: KindShape, { fields }: Pick<LiveObject, 'fields'>): string {
  const key = shape.key === 'name' ? '' : String(fields[shape.key.field] ?? '');
  if (shape.key !== 'name' && key !== '') return shape.fields[shape.key.field]?.caseFolded ? key.toLowerCase() : key;
  const titles = [...shape.naturalKeys].reverse().map(([name = '']) => String(fields[name] ?? ''));
  return keyFromTitles(titles, shape);
}

/** A copy with a stated original need not match an existing object. */
export function hasCopySource({ createNeeds }: KindShape, fields: { [field: string]: DesiredValue }): boolean {
  return createNeeds !== undefined && fields[createNeeds] !== undefined;
}

export function naturalKeyFields(
  shape: KindShape,
  fields: { [field: string]: DesiredValue },
): readonly string[] | undefined {
  return shape.naturalKeys.find((names) => names.every((name) => fields[name] !== undefined && fields[name] !== null));
}

/** undefined: the resource has no natural key, or references an object without an id. */
export function naturalKeyOf(
  shape: KindShape,
  fields: { [field: string]: DesiredValue },
  idOf: (address: Address) => string | undefined,
  names = naturalKeyFields(shape, fields),
): NaturalKey | undefined {
  const text =
    names &&
    naturalKeyText(shape, names, (name) => {
      const value = fields[name];
      return isReference(value) ? idOf(value.ref) : value;
    });
  return names === undefined || text === undefined ? undefined : { names, text };
}

export function liveNaturalKey(
  shape: KindShape,
  object: Pick<LiveObject, 'fields'>,
  names: readonly string[],
): string | undefined {
  return naturalKeyText(shape, names, (name) => object.fields[name]);
}

/** The value in the create call. undefined: another call writes the field. A copy takes no fields. */
export function valueInCreateCall(
  shape: KindShape,
  name: string,
  fields: { readonly [field: string]: DesiredValue },
): DesiredValue | undefined {
  const [field, value] = [shape.fields[name], fields[name]];
  if (field === undefined || value === undefined) return undefined;
  if (shape.createSends?.includes(name) && !hasCopySource(shape, fields))
    return value === null && !field.nullIsValue ? undefined : value;
  return valueAtCreation(field, value);
}

/** Whether the platform chooses the title of the new object, as for a copy. */
export function isNamedByPlatform(shape: KindShape, fields: { readonly [field: string]: DesiredValue }): boolean {
  if (shape.createNeeds === undefined) return false;
  const names = naturalKeyFields(shape, fields);
  return names?.every((name) => valueInCreateCall(shape, name, fields) === fields[name]) !== true;
}

type FindByKey = (shape: KindShape, parentId: string | null, key: NaturalKey) => readonly LiveObject[];

/** Finds objects of a list by natural key. Each list is indexed once per natural key. */
export function createKeyFinder(
  objectsIn: (kind: KindName, parentId: string | null) => readonly LiveObject[],
): FindByKey {
  const indexes = new Map<string, ReadonlyMap<string | undefined, readonly LiveObject[]>>();
  return (shape, parentId, { names, text }) => {
    const list = `${shape.name} ${parentId} ${names.join('+')}`;
    const index =
      indexes.get(list) ?? groupBy(objectsIn(shape.name, parentId), (each) => liveNaturalKey(shape, each, names));
    indexes.set(list, index);
    return index.get(text) ?? [];
  };
}

/** Selects objects in the declared container; returns all objects if no container is declared. */
export function narrowByContainer<O extends Pick<LiveObject, 'fields'>>(
  { narrowedBy }: KindShape,
  fields: { [field: string]: DesiredValue },
  alike: readonly O[],
  idOf: (address: Address) => string | undefined,
): readonly O[] {
  const container = narrowedBy === undefined ? undefined : fields[narrowedBy];
  if (alike.length < 2 || narrowedBy === undefined || container === undefined) return alike;
  const id = isReference(container) ? idOf(container.ref) : container;
  return alike.filter((each) => (each.fields[narrowedBy] ?? null) === id);
}

function naturalKeyText(shape: KindShape, names: readonly string[], read: (name: string) => Value | undefined) {
  const parts: string[] = [];
  for (const name of names) {
    const value = read(name);
    if (value === undefined || value === null) return undefined;
    const folded = shape.fields[name]?.caseFolded && typeof value === 'string' ? value.toLowerCase() : value;
    // macOS writes "é" as two characters, and other systems as one.
    parts.push(JSON.stringify(typeof folded === 'string' ? folded.normalize('NFC') : folded));
  }
  return `${names.join('+')}=${parts.join('+')}`;
}

/** The kind of the objects that a link shows, and the field of the link with the id: the space of a site-space. undefined: the kind is no link. */
export function shownByLink(
  shapes: Shapes,
  link: KindName,
): { readonly kind: KindName; readonly field: string } | undefined {
  for (const { name, companionOf } of shapes.values())
    if (companionOf?.link === link) return { kind: name, field: companionOf.field };
  return undefined;
}

/** Whether the declaration gives the object none of the values that it could have instead of inherited ones. */
export function inheritsAll({ inherits, fields }: KindShape, declared: { readonly [field: string]: unknown }): boolean {
  return inherits !== undefined && Object.keys(fields).every((name) => declared[name] === null);
}
