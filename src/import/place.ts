/** In which container a resource has its place among siblings. */
import type { Address } from '../core/address.ts';
import type { DesiredResource } from '../core/state.ts';
import { addressPath, type Shapes, siblingContainer } from '../kinds/shape.ts';

/** A section in a group: the group. null: none that has an order. */
export function placeOf(resource: DesiredResource, shapes: Shapes): Address | null {
  const shape = shapes.get(resource.kind);
  if (shape === undefined) return null;
  return siblingContainer(shape, resource, (container) => addressPath(container, shapes)?.at(-1)?.kind) ?? null;
}
