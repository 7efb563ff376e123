/** Resources that a configuration refers to but does not manage. */
import { type Address, keyIn, type ListAddress } from '../../core/address.ts';
import { nowhere, type SourceSpan } from '../../core/problem.ts';
import type { DesiredResource } from '../../core/state.ts';
import { type KindShape, kindOfAddress, type Shapes } from '../shape.ts';

export function canBeExternal(
  from: KindShape | undefined,
  target: KindShape | undefined,
  isListed: (list: ListAddress) => boolean,
): boolean {
  return from?.sharesId === true && target?.missing === 'pending' && target.key !== 'name' && !isListed(target.segment);
}

/** The key is all that is known of the member. */
export function createExternal(address: Address, shape: KindShape, span: SourceSpan = nowhere): DesiredResource {
  const key = keyIn(address);
  const fields = shape.key === 'name' ? {} : { [shape.key.field]: key };
  return { address, kind: shape.name, key, parent: null, fields, isExternal: true, span, fieldSpans: {} };
}

export function externalForReference(
  from: Pick<DesiredResource, 'kind'>,
  names: Address,
  isListed: (list: ListAddress) => boolean,
  shapes: Shapes,
): DesiredResource | undefined {
  const target = shapes.get(kindOfAddress(names, shapes) ?? '');
  return target !== undefined && canBeExternal(shapes.get(from.kind), target, isListed)
    ? createExternal(names, target)
    : undefined;
}
