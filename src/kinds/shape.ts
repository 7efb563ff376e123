/** What validator and planner know of a kind: names, keys, fields, parent, order; never an endpoint. */

import { type Address, topContainer } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { onceFor } from '../core/once.ts';
import type { KindName, LiveObject } from '../core/state.ts';
import { type DesiredValue, isReference, type Value } from '../core/value.ts';
import type { FieldShape } from './field.ts';

export interface KindShape {
  readonly name: KindName;
  /** The list's key in configuration and addresses: `teams`, `shareLinks`. */
  readonly segment: string;
  /** For people: `share link`. */
  readonly title: string;
  /** Where it is not the title and an s; the same as the title where that is no single thing. */
  readonly plural?: string;
  readonly description: string;
  /** Kinds it may stand in; missing: at the top level. */
  readonly parents?: readonly KindName[];
  /** There is exactly one per parent, and its address has no key (`settings`, `spaces/home/fields`). */
  readonly singleton?: true;
  /** What a key in the configuration is: a free name, or a field of the object. */
  readonly key: 'name' | { readonly field: string };
  readonly fields: { readonly [field: string]: FieldShape };
  /** A free name as somebody would choose it, for editors and the reference. */
  readonly exampleKey?: string;
  /** Field that a scalar block stands for: `ana@acme.dev: admin`. */
  readonly shorthand?: string;
  /** Exactly one of these fields must be stated. */
  readonly exactlyOneOf?: readonly string[];
  /** Natural keys, best first: the first one whose fields are all declared is used. */
  readonly naturalKeys: readonly (readonly string[])[];
  /** Where several live objects share the natural key: the field (a container reference) that narrows them down. */
  readonly narrowedBy?: string;
  /** What the contract cannot do. A kind without `create` is *waiting* or *blocked* when missing. */
  readonly missing?: 'waiting' | 'blocked';
  /** It cannot be deleted: dropping it only releases it. */
  readonly undeletable?: true;
  /** Deleting it cannot be undone: protected unless the policy says otherwise. */
  readonly protectedByDefault?: true;
  /** `prune: all` reaches it only where it is named. */
  readonly pruneMustBeNamed?: true;
  /** What is lost with it, for people: `its share links stop working`. */
  readonly loss?: string;
  /** What a new one is at first, and nothing of the contract changes: whoever makes one, or makes it again, is told. */
  readonly bornAs?: string;
  /** It stands in lists, as readers see its order, and an item of those says its key under this word. Which lists, `orderedIn` says. */
  readonly itemWord?: string;
  /** The key of the list of what stands in it so. */
  readonly listKey?: string;
  /** Members of one container keep one order: the containers' kinds; `organization`: also at the top level. Kinds with the same containers share it. */
  readonly orderedIn?: readonly KindName[];
  /** Kinds a move of this kind can name as its neighbour; default: every kind ordered with it. */
  readonly movesBeside?: readonly KindName[];
  /** Nobody sees how it stands among other kinds in a container: it is ordered among its own kind there. */
  readonly orderedApart?: true;
  /** A move carries the new container as well (spaces and collections), so that arriving and placing is one call. */
  readonly moveCarriesContainer?: true;
  /** The update replaces the whole object: whatever is not declared, a field of the language or not, must be sent as it is live. */
  readonly replacesWhole?: true;
  /** All creates, updates and deletes of one parent travel in one call. */
  readonly bulk?: true;
  /** Kinds that its create call takes in, in their order: no call of their own brings them into a new one. */
  readonly takesIn?: readonly KindName[];
  /** Creating it makes its first declared child of this kind as well (a section's first site-space). */
  readonly firstCompanion?: KindName;
  /** Its create call needs this field; without it, the object cannot be made by a call of its own (a space's `copyOf`). */
  readonly createNeeds?: string;
  /** A new `container` can make one along with itself, for a `link` under it that names it in `field` (a new site's new space). */
  readonly companionOf?: {
    readonly container: KindName;
    readonly link: KindName;
    readonly field: string;
    /** A flag of its own that the container's create carries, and what it means for people. It says nothing of one with a create call of its own. */
    readonly begins?: { readonly field: string; readonly note: string };
  };
  /** Its first `wrapper` swallows the `child`ren it has, ids kept (the first section of a flat site). */
  readonly wraps?: { readonly child: KindName; readonly wrapper: KindName };
  /** The platform refuses to delete one that holds anything, so that nothing can allow it. */
  readonly deletedEmpty?: true;
  /** Deleting a container's last member of this kind is refused by the platform. */
  readonly lastStays?: true;
  /** At least one must keep this value of this field (an admin). */
  readonly keepsOne?: { readonly field: string; readonly value: Value };
  /** In each list of them at least one must keep this value of this field (an owner of a team). */
  readonly keepsOneInEach?: { readonly field: string; readonly value: Value };
  /** It has a trash: a ledger or pinned id found there is restored. */
  readonly restorable?: true;
}

export type Shapes = ReadonlyMap<KindName, KindShape>;

/** The shape of a kind; throws where no kind has this name, as that is a bug. */
export function shapeOf({ shapes }: { readonly shapes: Shapes }, kind: KindName): KindShape {
  const shape = shapes.get(kind);
  if (shape === undefined) throw new Error(`no kind is called ${kind}`);
  return shape;
}

/** What follows from a shape alone is worked out once for each. */
export const onceOfShape: <T>(work: (shape: KindShape) => T) => (shape: KindShape) => T = onceFor;

/** The field that a move between containers writes. */
export const placeField = onceOfShape(
  (shape) => Object.entries(shape.fields).find(([, field]) => field.writtenBy === 'move')?.[0],
);

/** Fields that are maps, with the kind whose keys are theirs. */
export const keyedFields = onceOfShape((shape) =>
  Object.entries(shape.fields).flatMap(([name, { type }]) =>
    type.is === 'keyed' ? [{ name, keysRefer: type.keysRefer }] : [],
  ),
);

/** Whether what stands in this container keeps an order there. */
export function keepsOrderIn({ orderedIn }: KindShape, kind: KindName | undefined): boolean {
  return kind !== undefined && orderedIn?.includes(kind) === true;
}

/** Kinds that stand in the list of a container of this kind, as readers see its order. */
export function itemsIn({ name }: Pick<KindShape, 'name'>, shapes: Shapes): readonly KindShape[] {
  return [...shapes.values()].filter((shape) => shape.itemWord !== undefined && keepsOrderIn(shape, name));
}

/** The kind of what the top level stands for. */
export const topKind: KindName = 'organization';

/** The kind of a container. */
export function containerKind(container: Address, shapes: Shapes): KindName | undefined {
  return container === topContainer ? topKind : addressPath(container, shapes)?.at(-1)?.kind;
}

export interface AddressPart {
  readonly kind: KindName;
  readonly key: string;
  readonly address: Address;
}

/** What one registry knows of addresses: `parent kind/segment` -> shape, and where each address leads, once it has been asked for. */
interface AddressBook {
  readonly kinds: ReadonlyMap<string, KindShape>;
  readonly paths: Map<Address, readonly AddressPart[] | null>;
}

/** A program that plans one organization after the other does not keep the addresses of all. */
const mostPaths = 500_000;

/** The resources an address leads through, outermost first: `sites/docs/visitor` -> site, adaptive-schema. undefined: no such address. */
export function addressPath(address: Address, shapes: Shapes): readonly AddressPart[] | undefined {
  const { paths, kinds } = addressBookOf(shapes);
  const known = paths.get(address);
  if (known !== undefined) return known ?? undefined;
  const [list, last] = cut(address);
  const [container, segment] = list === undefined ? [] : cut(list);
  const endingIn = (
    above: Address | undefined,
    name: string,
    isSingleton: boolean,
  ): readonly AddressPart[] | undefined => {
    const path: readonly AddressPart[] | undefined = above === undefined ? [] : addressPath(above, shapes);
    const shape = path && kinds.get(`${path.at(-1)?.kind ?? ''}/${name}`);
    if (path === undefined || shape === undefined || (shape.singleton ?? false) !== isSingleton) return undefined;
    return [...path, { kind: shape.name, key: last, address }];
  };
  const path = endingIn(list, last, true) ?? (segment === undefined ? undefined : endingIn(container, segment, false));
  if (paths.size >= mostPaths) paths.clear();
  paths.set(address, path ?? null);
  return path;
}

/** What stands before the last slash, if there is one, and behind it. */
function cut(address: Address): readonly [Address | undefined, string] {
  const at = address.lastIndexOf('/');
  return at === -1 ? [undefined, address] : [address.slice(0, at), address.slice(at + 1)];
}

const addressBookOf = onceFor((shapes: Shapes): AddressBook => {
  const named = [...shapes.values()].flatMap((shape) =>
    (shape.parents ?? ['']).map((parent) => [`${parent}/${shape.segment}`, shape] as const),
  );
  return { kinds: new Map(named), paths: new Map() };
});

/** One text per live object. Where members travel in bulk, their id is that of a person, who may be in several lists. */
export function identityOf(
  shapes: Shapes,
  { kind, id, parentId }: Pick<LiveObject, 'kind' | 'id' | 'parentId'>,
): string {
  return shapes.get(kind)?.bulk ? `${kind}:${parentId}/${id}` : `${kind}:${id}`;
}

/** A map by identity. */
export interface IdentityMap<T> {
  readonly of: (object: Pick<LiveObject, 'kind' | 'id' | 'parentId'>) => T | undefined;
  readonly at: (kind: KindName, id: string, parentId: string | null) => T | undefined;
  readonly set: (object: Pick<LiveObject, 'kind' | 'id' | 'parentId'>, value: T) => void;
}

/** The same as a map by `identityOf`, but no text is made where an id alone tells objects of a kind apart. */
export function identityMap<T>(shapes: Shapes): IdentityMap<T> {
  const kinds = new Map<KindName, { readonly isBulk: boolean; readonly values: Map<string, T> }>();
  const at: IdentityMap<T>['at'] = (kind, id, parentId) => {
    const of = kinds.get(kind);
    return of?.values.get(of.isBulk ? `${parentId}/${id}` : id);
  };
  return {
    of: ({ kind, id, parentId }) => at(kind, id, parentId),
    at,
    set: ({ kind, id, parentId }, value) => {
      let of = kinds.get(kind);
      if (of === undefined) {
        of = { isBulk: shapes.get(kind)?.bulk === true, values: new Map() };
        kinds.set(kind, of);
      }
      of.values.set(of.isBulk ? `${parentId}/${id}` : id, value);
    },
  };
}

/** By what a resource is found: fields, and what those say as text. */
export interface NaturalKey {
  readonly names: readonly string[];
  readonly text: string;
}

/** Whether it says what it is made from: it need not be found, and may be called like another one. */
export function isStatedCopy({ createNeeds }: KindShape, fields: { readonly [field: string]: DesiredValue }): boolean {
  return createNeeds !== undefined && fields[createNeeds] !== undefined;
}

/** The fields of the natural key to match by: the first whose fields are all stated with a value. */
export function naturalKeyFields(
  shape: KindShape,
  fields: { readonly [field: string]: DesiredValue },
): readonly string[] | undefined {
  return shape.naturalKeys.find((names) => names.every((name) => fields[name] !== undefined && fields[name] !== null));
}

/** The natural key that a resource is found by, or the one of `names`; undefined: it has none, or refers to what has no id. `idOf` gives the live id that a reference stands for. */
export function naturalKeyOf(
  shape: KindShape,
  fields: { readonly [field: string]: DesiredValue },
  idOf: (address: Address) => string | undefined,
  names = naturalKeyFields(shape, fields),
): NaturalKey | undefined {
  const text =
    names &&
    keyText(shape, names, (name) => {
      const value = fields[name];
      return isReference(value) ? idOf(value.ref) : value;
    });
  return names === undefined || text === undefined ? undefined : { names, text };
}

/** Text form of a natural key of a live object over the given fields; undefined where a field is missing. */
export function liveNaturalKey(
  shape: KindShape,
  object: Pick<LiveObject, 'fields'>,
  names: readonly string[],
): string | undefined {
  return keyText(shape, names, (name) => object.fields[name]);
}

type FindByKey = (shape: KindShape, parentId: string | null, key: NaturalKey) => readonly LiveObject[];

/** Finds what has a natural key among the objects of a list; each list is indexed once per natural key. */
export function findByKey(objectsIn: (kind: KindName, parentId: string | null) => readonly LiveObject[]): FindByKey {
  const indexes = new Map<string, ReadonlyMap<string | undefined, readonly LiveObject[]>>();
  return (shape, parentId, { names, text }) => {
    const list = `${shape.name} ${parentId} ${names.join('+')}`;
    const index =
      indexes.get(list) ?? groupBy(objectsIn(shape.name, parentId), (each) => liveNaturalKey(shape, each, names));
    indexes.set(list, index);
    return index.get(text) ?? [];
  };
}

/** Of several that share a natural key those in the container that the resource names; all of them where it names none. */
export function narrowed<O extends Pick<LiveObject, 'fields'>>(
  { narrowedBy }: KindShape,
  fields: { readonly [field: string]: DesiredValue },
  alike: readonly O[],
  idOf: (address: Address) => string | undefined,
): readonly O[] {
  const container = narrowedBy === undefined ? undefined : fields[narrowedBy];
  if (alike.length < 2 || narrowedBy === undefined || container === undefined) return alike;
  const id = isReference(container) ? idOf(container.ref) : container;
  return alike.filter((each) => (each.fields[narrowedBy] ?? null) === id);
}

function keyText(
  shape: KindShape,
  names: readonly string[],
  read: (name: string) => Value | undefined,
): string | undefined {
  const parts: string[] = [];
  for (const name of names) {
    const value = read(name);
    if (value === undefined || value === null) return undefined;
    const folded = shape.fields[name]?.caseFolded && typeof value === 'string' ? value.toLowerCase() : value;
    parts.push(JSON.stringify(folded));
  }
  return `${names.join('+')}=${parts.join('+')}`;
}
