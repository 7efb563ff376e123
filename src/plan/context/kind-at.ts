/** The kind of the resource at an address. */
import type { Address } from '../../core/address.ts';
import { addressPath, type Shapes } from '../../kinds/shape.ts';

export function kindAt(address: Address, shapes: Shapes) {
  return addressPath(address, shapes)?.at(-1)?.kind ?? '';
}
