/** The container of a declared resource, and the resources that a container holds in order. */
import { type Address, topContainer } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { type DesiredResource, isReference } from '../../core/state.ts';
import { keepsOrderIn, kindOfContainer, placeField, type Shapes } from '../shape.ts';

/** null: its siblings have no order. */
export function orderedContainerOf(
  { kind, parent, fields, isExternal }: Pick<DesiredResource, 'kind' | 'parent' | 'fields' | 'isExternal'>,
  shapes: Shapes,
): Address | null {
  const shape = shapes.get(kind);
  if (shape?.orderedIn === undefined || isExternal) return null;
  const place = fields[placeField(shape) ?? ''];
  const container = isReference(place) ? place.ref : (parent ?? topContainer);
  return keepsOrderIn(shape, kindOfContainer(container, shapes)) ? container : null;
}

/** Members of each ordered container, in the order of the declaration. */
export function membersByContainer(resources: Iterable<DesiredResource>, shapes: Shapes) {
  const held = groupBy(resources, (resource) => orderedContainerOf(resource, shapes));
  return new Map(
    [...held].flatMap(([container, members]) => (container === null ? [] : [[container, members] as const])),
  );
}
