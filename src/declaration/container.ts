/** Where a resource has its place among siblings. */
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { DesiredResource } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { addressPath, placeField, type Shapes } from '../kinds/shape.ts';

/** Of a section in a group: the group. null: it stands in nothing that has an order. */
export function containerOf({ kind, parent, fields }: Pick<DesiredResource, 'kind' | 'parent' | 'fields'>, shapes: Shapes): Address | null {
  const shape = shapes.get(kind);
  if (shape?.orderedIn === undefined) return null;
  const place = fields[placeField(shape) ?? ''];
  const container = isReference(place) ? place.ref : parent;
  const holder = container === null ? undefined : addressPath(container, shapes)?.at(-1)?.kind;
  return holder !== undefined && shape.orderedIn.includes(holder) ? container : null;
}

/** What stands in each container that has an order, in the order of the declaration. */
export function heldIn(resources: Iterable<DesiredResource>, shapes: Shapes): ReadonlyMap<Address, readonly DesiredResource[]> {
  const held = groupBy(resources, (resource) => containerOf(resource, shapes));
  return new Map([...held].flatMap(([container, members]) => (container === null ? [] : [[container, members] as const])));
}

/** Spaces and collections may stand in a collection without being in its order: their place among each other is then left open. */
export function isOrderOptional({ kind }: Pick<DesiredResource, 'kind'>, shapes: Shapes): boolean {
  return shapes.get(kind)?.moveCarriesContainer === true;
}
