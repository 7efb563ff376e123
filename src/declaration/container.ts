/** Finds the container in which a resource has its position among siblings. */
import { type Address, topContainer } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { DesiredResource } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { containerKind, keepsOrderIn, placeField, type Shapes } from '../kinds/shape.ts';

/** null: its siblings have no order. */
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

/** The top level always exists. */
export function isContainerIn(resources: { readonly has: (address: Address) => boolean }, container: Address): boolean {
  return container === topContainer || resources.has(container);
}

/** Members of each ordered container, in the order of the declaration. */
export function heldIn(
  resources: Iterable<DesiredResource>,
  shapes: Shapes,
): ReadonlyMap<Address, readonly DesiredResource[]> {
  const held = groupBy(resources, (resource) => containerOf(resource, shapes));
  return new Map(
    [...held].flatMap(([container, members]) => (container === null ? [] : [[container, members] as const])),
  );
}

/** Spaces and collections can be in a collection without a position in its order. */
export function isOrderOptional({ kind }: Pick<DesiredResource, 'kind'>, shapes: Shapes): boolean {
  return shapes.get(kind)?.moveCarriesContainer === true;
}
