/** The part of a configuration that an apply of plain values concerns. In large configurations, this is a small part. */
import { type Address, listOf } from '../../core/address.ts';
import type { Desired, KindName } from '../../core/state.ts';
import { isCondition } from '../field.ts';
import { type KindShape, type Shapes, shapeOf } from '../shape.ts';

interface PlainChange {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: string;
  readonly id?: string;
  readonly fields: readonly { readonly field: string }[];
}

/** The value neither identifies the object, nor refers to another one, nor depends on one. */
export function isPlainValueChange({ action, id, fields }: PlainChange, shape: KindShape): boolean {
  if (action !== 'update' || id === undefined || shape.sharesId || shape.exactlyOneOf !== undefined) return false;
  return fields.every(({ field }) => {
    const known = shape.fields[field];
    return known !== undefined && ['text', 'boolean', 'choice'].includes(known.type.is) && !isCondition(known);
  });
}

/** The changed fields, and the containers without fields. The whole configuration if other changes are among these. */
export function limitToPlainChanges(desired: Desired, changes: readonly PlainChange[], shapes: Shapes): Desired {
  if (!changes.every((each) => isPlainValueChange(each, shapeOf({ shapes }, each.kind)))) return desired;
  const names = new Map<Address, string[]>();
  for (const { address, fields } of changes) {
    names.set(address, [...(names.get(address) ?? []), ...fields.map(({ field }) => field)]);
    for (let above = listOf(address); above !== ''; above = listOf(above)) if (!names.has(above)) names.set(above, []);
  }
  const resources = desired.resources.flatMap((resource) => {
    const changed = names.get(resource.address);
    if (changed === undefined) return [];
    const fields = Object.entries(resource.fields).filter(([field]) => changed.includes(field));
    return [{ ...resource, fields: Object.fromEntries(fields) }];
  });
  return { ...desired, resources, lists: [], orders: {}, moved: [] };
}
