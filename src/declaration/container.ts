/** Tells which container a resource has its place in among siblings. */
import { type Address, topContainer } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { DesiredResource } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { containerKind, keepsOrderIn, placeField, type Shapes } from '../kinds/shape.ts';

/** Of a section in a group: the group; of what says nothing else, the top level. null: it stands in nothing that has an order. */
export function containerOf(
  { kind, parent, fields }: Pick<DesiredResource, 'kind' | 'parent' | 'fields'>,
  shapes: Shapes,
): Address | null {
  const shape = shapes.get(kind);
  if (shape?.orderedIn === undefined) return null;
  const place = fields[placeField(shape) ?? ''];
  const container = isReference(place) ? place.ref : (parent ?? topContainer);
  return keepsOrderIn(shape, containerKind(container, shapes)) ? container : null;
}

/** Whether a container is among these resources; the top level is always there. */
export function isContainerIn(resources: { readonly has: (address: Address) => boolean }, container: Address): boolean {
  return container === topContainer || resources.has(container);
}

/** What stands in each container that has an order, in the order of the declaration. */
export function heldIn(
  resources: Iterable<DesiredResource>,
  shapes: Shapes,
): ReadonlyMap<Address, readonly DesiredResource[]> {
  const held = groupBy(resources, (resource) => containerOf(resource, shapes));
  return new Map(
    [...held].flatMap(([container, members]) => (container === null ? [] : [[container, members] as const])),
  );
}

/** Spaces and collections may stand in a collection without being in its order: their place among each other is then left open. */
export function isOrderOptional({ kind }: Pick<DesiredResource, 'kind'>, shapes: Shapes): boolean {
  return shapes.get(kind)?.moveCarriesContainer === true;
}
