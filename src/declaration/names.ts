/** Lists the other resources that a resource names: by references, and by keys of maps such as the values of custom fields. */
import { type Address, childAddress, keyIn, type ListAddress, listOf } from '../core/address.ts';
import type { DesiredResource } from '../core/state.ts';
import { asMap, type DesiredValue, isReference } from '../core/value.ts';
import { type Shapes, shapeOf } from '../kinds/shape.ts';
import { withoutField, withoutKey } from './fields.ts';

export interface Name {
  readonly field: string;
  readonly names: Address;
  /** By a key of the map that the field is. */
  readonly isKey?: true;
}

type Naming = Pick<DesiredResource, 'kind' | 'fields'>;

export function namesIn({ kind, fields }: Naming, shapes: Shapes): readonly Name[] {
  const shape = shapes.get(kind);
  return Object.entries(fields).flatMap(([field, value]): readonly Name[] => {
    if (isReference(value)) return [{ field, names: value.ref }];
    const type = shape?.fields[field]?.type;
    if (type?.is !== 'keyed') return [];
    const { segment } = shapeOf({ shapes }, type.keysRefer);
    return Object.keys(asMap(value)).map((key) => ({ field, names: childAddress(null, segment, key), isKey: true }));
  });
}

/** What is declared, for whoever asks what a name leads to. */
export interface Declared {
  readonly has: (address: Address) => boolean;
  readonly isListed: (list: ListAddress) => boolean;
}

/** Names that lead to nothing. Where a list is not declared at all it is managed elsewhere, and keys may name anything in it. */
export function danglingIn(resource: Naming, { has, isListed }: Declared, shapes: Shapes): readonly Name[] {
  return namesIn(resource, shapes).filter(
    ({ names, isKey }) => !has(names) && (isKey !== true || isListed(listOf(names))),
  );
}

/** Without a name: of a reference the whole field goes, of a map the key. */
export function withoutName<R extends Naming>(resource: R, { field, names, isKey }: Name): R {
  return {
    ...resource,
    fields: isKey ? withoutKey(resource.fields, field, keyIn(names)) : withoutField(resource.fields, field),
  };
}

/** A value, a reference by the address that its resource has by now. */
export function renamedValue<V extends DesiredValue | undefined>(
  value: V,
  now: (address: Address) => Address,
): V | DesiredValue {
  return isReference(value) ? { ref: now(value.ref) } : value;
}

/** Whether it cannot be without what the field names: its key says so, or the field has to be stated. */
export function isNeeded({ kind }: Pick<DesiredResource, 'kind'>, field: string, shapes: Shapes): boolean {
  const shape = shapeOf({ shapes }, kind);
  return (shape.key !== 'name' && shape.key.field === field) || shape.fields[field]?.required === true;
}
