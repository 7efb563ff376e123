/** In which container a resource has its place among siblings. */
import type { Address } from '../core/address.ts';
import type { DesiredResource } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { addressPath, type Shapes } from '../kinds/shape.ts';

/** A section in a group: the group. null: none that has an order. */
export function placeOf({ kind, parent, fields }: DesiredResource, shapes: Shapes): Address | null {
  const shape = shapes.get(kind);
  const name = Object.entries(shape?.fields ?? {}).find(([, { writtenBy }]) => writtenBy === 'move')?.[0];
  const value = name === undefined ? undefined : fields[name];
  const container = isReference(value) ? value.ref : parent;
  const containerKind = container === null ? undefined : addressPath(container, shapes)?.at(-1)?.kind;
  return containerKind !== undefined && shape?.orderedIn?.includes(containerKind) ? container : null;
}
