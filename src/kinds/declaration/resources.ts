/** Finds declared resources by address, and reads and changes their fields and references. */
import { type Address, childAddress, keyIn, type ListAddress, listOf } from '../../core/address.ts';
import {
  type Declaration,
  type Desired,
  type DesiredResource,
  type DesiredValue,
  isExternalBlock,
  isReference,
  mapOrEmpty,
} from '../../core/state.ts';
import { type KindShape, type Shapes, shapeOf } from '../shape.ts';

export type Resources = ReadonlyMap<Address, DesiredResource>;

/** Includes people who are only references, such as undeclared members of a team. */
export function indexByAddress(resources: Iterable<DesiredResource>): Map<Address, DesiredResource> {
  return new Map([...resources].map((resource) => [resource.address, resource]));
}

/** Excludes people who are only references, such as undeclared members of a team. */
export function withoutReferencedPeople(resources: Iterable<DesiredResource>): readonly DesiredResource[] {
  return [...resources].filter((each) => !each.isExternal || isExternalBlock(each));
}

/** `now`: maps to current addresses. */
export function indexDeclared(resources: Iterable<DesiredResource>, now = (address: Address): Address => address) {
  return new Map(withoutReferencedPeople(resources).map((resource) => [now(resource.address), resource]));
}

/** The part of desired state that describes resources. */
export function declarationPart({ resources, orders, lists, moved }: Desired): Declaration & Pick<Desired, 'moved'> {
  return { resources, orders, lists: lists.map(({ list }) => list), moved };
}

export interface Name {
  readonly field: string;
  readonly names: Address;
  /** A key of a map field. */
  readonly isKey?: true;
}

type Naming = Pick<DesiredResource, 'kind' | 'fields'>;

export function referencesOf({ kind, fields }: Naming, shapes: Shapes): readonly Name[] {
  const shape = shapes.get(kind);
  return Object.entries(fields).flatMap(([field, value]): readonly Name[] => {
    if (isReference(value)) return [{ field, names: value.ref }];
    const type = shape?.fields[field]?.type;
    if (type?.is !== 'keyed') return [];
    const { segment } = shapeOf({ shapes }, type.keysRefer);
    return Object.keys(mapOrEmpty(value)).map((key) => ({
      field,
      names: childAddress(null, segment, key),
      isKey: true,
    }));
  });
}

export interface Declared {
  readonly has: (address: Address) => boolean;
  readonly isListed: (list: ListAddress) => boolean;
}

/** References to missing resources. An undeclared list is managed elsewhere, so its keys can be anything. */
export function danglingReferences(resource: Naming, { has, isListed }: Declared, shapes: Shapes): readonly Name[] {
  return referencesOf(resource, shapes).filter(
    ({ names, isKey }) => !has(names) && (isKey !== true || isListed(listOf(names))),
  );
}

/** Removes a reference: the whole field, or the key of a map. */
export function removeReference<R extends Naming>(resource: R, { field, names, isKey }: Name): R {
  return {
    ...resource,
    fields: isKey ? withoutMapKey(resource.fields, field, keyIn(names)) : withoutField(resource.fields, field),
  };
}

/** Replaces references by their current addresses. */
export function renameReferences<V extends DesiredValue | undefined>(value: V, now: (address: Address) => Address) {
  return isReference(value) ? { ref: now(value.ref) } : value;
}

/** Whether the resource cannot exist without this reference, because it is its key or a required field. */
export function isReferenceRequired({ kind }: Pick<DesiredResource, 'kind'>, field: string, shapes: Shapes): boolean {
  const shape = shapeOf({ shapes }, kind);
  return (shape.key !== 'name' && shape.key.field === field) || shape.fields[field]?.required === true;
}

/** Removes external people that no list refers to any more. */
export function dropUnusedExternals(at: Map<Address, DesiredResource>, shapes: Shapes): void {
  const named = new Set(
    [...at.values()].flatMap((resource) => referencesOf(resource, shapes).map(({ names }) => names)),
  );
  for (const each of [...at.values()])
    if (each.isExternal && !isExternalBlock(each) && !named.has(each.address)) at.delete(each.address);
}

/** Declared or live fields. */
type Fields<V extends DesiredValue = DesiredValue> = { readonly [field: string]: V };

/** Sets a field, and removes fields that exclude it. */
export function withField<V extends DesiredValue>(
  fields: Fields<V>,
  { exactlyOneOf = [] }: Pick<KindShape, 'exactlyOneOf'>,
  field: string,
  value: V,
): Fields<V> {
  if (!exactlyOneOf.includes(field)) return { ...fields, [field]: value };
  const others = Object.entries(fields).filter(([other]) => !exactlyOneOf.includes(other));
  return { ...Object.fromEntries(others), [field]: value };
}

export function withoutField<V extends DesiredValue>(fields: Fields<V>, field: string): Fields<V> {
  const { [field]: _, ...others } = fields;
  return others;
}

export function withMapKey(fields: Fields, field: string, key: string, value: DesiredValue): Fields {
  return { ...fields, [field]: { ...mapOrEmpty(fields[field]), [key]: value } as DesiredValue };
}

export function withoutMapKey(fields: Fields, field: string, key: string): Fields {
  const { [key]: _, ...others } = mapOrEmpty(fields[field]);
  return { ...fields, [field]: others };
}
