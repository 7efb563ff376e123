/** The states before and after, with titles and addresses of their objects. */

import { groupOf, indexState, parentOf, type State } from '../../../access/audience/state.ts';
import { type Address, childAddress, keyIn } from '../../../core/address.ts';
import { groupBy, isEqual } from '../../../core/compare.ts';
import { withoutUndefined } from '../../../core/defined.ts';
import type { Impact } from '../../../core/impact.ts';
import { cacheFirstResult, cachePerObject } from '../../../core/once.ts';
import {
  createPlaceFinder,
  type Desired,
  type KindName,
  type Live,
  type LiveObject,
  placeOfSpan,
} from '../../../core/state.ts';
import {
  createIdentityMap,
  type KindShape,
  kindOfAddress,
  onceOfShape,
  parseAddress,
  type Shapes,
} from '../../../kinds/shape.ts';

export interface Scene {
  readonly shapes: Shapes;
  readonly before: State;
  readonly after: State;
  readonly addressOf: (object: LiveObject) => Address;
  readonly titleOf: (object: LiveObject) => string;
  /** The title with the kind: `section "Guides"`. People and the organization have no kind. */
  readonly subjectOf: (object: LiveObject) => string;
  readonly sourceOf: (address: Address, field?: string) => Pick<Impact, 'source'>;
}

export interface SceneInput {
  readonly before: Live;
  readonly after: Live;
  readonly desired: Desired;
  readonly ids: { readonly [address: Address]: string };
  readonly shapes: Shapes;
}

export function sceneOf({ before, after, desired, ids, shapes }: SceneInput): Scene {
  const states = { before: indexState(before, shapes), after: indexState(after, shapes) };
  return {
    shapes,
    ...states,
    addressOf: addressesBy(ids, desired, shapes, states),
    titleOf: (object) => nameOf(object, shapes, states).title,
    subjectOf: (object) => subjectIn(nameOf(object, shapes, states), shapes),
    sourceOf: sourcesIn(desired),
  };
}

/** The object of a consequence: its address, its title, and its position in the configuration. */
export function about(
  { addressOf, subjectOf, sourceOf }: Scene,
  object: LiveObject,
  field?: string,
): Pick<Impact, 'address' | 'subject' | 'source'> {
  const address = addressOf(object);
  return { address, subject: subjectOf(object), ...sourceOf(address, field) };
}

type States = Pick<Scene, 'before' | 'after'>;

/** Unmanaged objects have their id as key, and new objects their address as id. */
function addressesBy(ids: SceneInput['ids'], desired: Desired, shapes: Shapes, { before, after }: States) {
  const known = createIdentityMap<Address>(shapes);
  const declared = new Set<Address>();
  const name = (kind: KindName, address: Address, parent: Address | null) => {
    const id = ids[address];
    if (id === undefined) return;
    const object = { kind, id, parentId: parent === null ? null : (ids[parent] ?? parent) };
    if (known.of(object) === undefined) known.set(object, address);
  };
  // A declared address has priority.
  for (const { kind, address, parent } of desired.resources) {
    declared.add(address);
    name(kind, address, parent);
  }
  for (const address of Object.keys(ids)) {
    const path = declared.has(address) ? undefined : parseAddress(address, shapes);
    const own = path?.at(-1);
    if (own !== undefined) name(own.kind, address, path?.at(-2)?.address ?? null);
  }
  const addressOf: Scene['addressOf'] = cachePerObject((object) => {
    const { kind, id } = object;
    const found = known.of(object);
    if (found !== undefined) return found;
    const parent = parentOf(before, object) ?? parentOf(after, object);
    // A new member of a team has the address of the person as id.
    if (id.includes('/'))
      return parent === undefined || kindOfAddress(id, shapes) === kind
        ? id
        : childAddress(addressOf(parent), shapes.get(kind)?.segment ?? kind, keyIn(id));
    return childAddress(parent === undefined ? null : addressOf(parent), shapes.get(kind)?.segment ?? kind, `id:${id}`);
  });
  return addressOf;
}

export function objectFinder(
  objects: readonly LiveObject[],
  addressOf: Scene['addressOf'],
): (at: { readonly address: Address; readonly kind: KindName }) => LiveObject | undefined {
  const objectsAt = cacheFirstResult(() => groupBy(objects, addressOf));
  return ({ address, kind }) =>
    objectsAt()
      .get(address)
      ?.find((each) => each.kind === kind);
}

interface Name {
  readonly kind: KindName;
  readonly title: string;
  /** A title of an object that usually has none. */
  readonly isTitled?: boolean;
  /** The key of a new object without a title, which is not a title. */
  readonly isKey?: boolean;
}

/** The title before the plan, so that people recognize it. A link has the kind and the title of its space. */
function nameOf(object: LiveObject, shapes: Shapes, states: States): Name {
  const shape = shapes.get(object.kind);
  const known = states.before.find(object.kind, object.id, object.parentId) ?? object;
  for (const name of shape?.naturalKeys.at(-1) ?? []) {
    const value = known.fields[name];
    const type = shape?.fields[name]?.type;
    if (typeof value !== 'string') continue;
    const target =
      type?.is === 'ref' ? (states.before.find(type.to, value) ?? states.after.find(type.to, value)) : undefined;
    return target === undefined ? { kind: object.kind, title: value } : nameOf(target, shapes, states);
  }
  const { title } = known.fields;
  if (shape?.singleton && typeof title === 'string') return { kind: object.kind, title, isTitled: true };
  if (shape?.singleton) {
    const holder = holderOf(object, shape, states);
    const of = holder === undefined ? '' : ` of ${subjectIn(nameOf(holder, shapes, states), shapes)}`;
    return { kind: object.kind, title: `the ${shape.title}${of}` };
  }
  // The id of a new object is its address.
  const isNew = object.id.includes('/');
  return { kind: object.kind, title: isNew ? keyIn(object.id) : object.id, ...(isNew && { isKey: true as const }) };
}

function holderOf({ parentId }: LiveObject, { parents = [] }: KindShape, { before, after }: States) {
  const find = (kind: KindName) => before.find(kind, parentId ?? '') ?? after.find(kind, parentId ?? '');
  return parents.map(find).find((each) => each !== undefined);
}

function subjectIn({ kind, title, isTitled = false, isKey = false }: Name, shapes: Shapes) {
  const shape = shapes.get(kind);
  return shape === undefined || (shape.singleton && !isTitled) || kind === 'member'
    ? title
    : `${shape.title} ${isKey ? title : `"${title}"`}`;
}

/** The position of the field, otherwise of the block, otherwise of the list. */
function sourcesIn(desired: Desired): Scene['sourceOf'] {
  const declared = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const within = createPlaceFinder(desired);
  return (address, field) => {
    const resource = declared.get(address);
    const source = placeOfSpan(resource?.fieldSpans[field ?? '']) ?? placeOfSpan(resource?.span) ?? within(address);
    return withoutUndefined({ source });
  };
}

const namingFields = onceOfShape(({ fields }) =>
  Object.entries(fields).flatMap(([name, { type }]) => (type.is === 'ref' ? [name] : [])),
);

export interface Touched {
  /** Ids of objects that differ, and of containers with another order. */
  readonly own: ReadonlySet<string>;
  /** The same, and the ids of objects that refer to them or contain them. */
  readonly all: ReadonlySet<string>;
}

/** The objects of each state that the other state does not contain in the same form. */
const differingIn = cachePerObject(({ before, after }: Scene) => {
  const [was, is] = [new Set(before.live.objects), new Set(after.live.objects)];
  return {
    gone: before.live.objects.filter((object) => !is.has(object)),
    made: after.live.objects.filter((object) => !was.has(object)),
  };
});

export const touchedIn = cachePerObject((scene: Scene) => touchedBy(scene, Object.values(differingIn(scene)).flat()));

/** A title is not part of a URL, so the URLs of a site are the same if only titles differ. */
export const movedIn = cachePerObject((scene: Scene): Touched => {
  const { before, after } = scene;
  const isMoved = (other: State) => (object: LiveObject) => {
    const { title: _, ...fields } = object.fields;
    const { title: __, ...then } = other.find(object.kind, object.id, object.parentId)?.fields ?? {};
    return !isEqual(fields, then);
  };
  const { gone, made } = differingIn(scene);
  return touchedBy(scene, [...gone.filter(isMoved(after)), ...made.filter(isMoved(before))]);
});

function touchedBy(scene: Scene, differing: readonly LiveObject[]): Touched {
  const { before, after, shapes } = scene;
  const ids = new Set(differing.map(({ id }) => id));
  const namesOther = ({ kind, fields }: LiveObject) => {
    const shape = shapes.get(kind);
    return shape !== undefined && namingFields(shape).some((name) => ids.has(String(fields[name])));
  };
  const reordered = [before, after].flatMap(({ live }) =>
    Object.keys(live.orders).filter((id) => !isEqual(before.live.orders[id], after.live.orders[id])),
  );
  const [own, all] = [new Set([...ids, ...reordered]), new Set<string>()];
  if (own.size === 0) return { own, all };
  const note = (state: State) => (object: LiveObject) => {
    if (own.has(object.id) || namesOther(object)) addAround(state, object, all);
  };
  before.live.objects.forEach(note(before));
  differingIn(scene).made.forEach(note(after));
  return { own, all };
}

function addAround(state: State, object: LiveObject, all: Set<string>) {
  all.add(object.id);
  for (const around of [parentOf(state, object), groupOf(state, object)])
    if (around !== undefined) addAround(state, around, all);
}
