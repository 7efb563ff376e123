/** Lists the addresses whose ids decide which objects a step reaches. */
import type { Address } from '../core/address.ts';
import { type DesiredValue, isReference } from '../core/value.ts';
import type { Step } from './change.ts';

/** Its own address, all that it stands in, its new place, and what its fields refer to. */
export function touchedBy({
  address,
  beside,
  container,
  fields,
  items = [],
}: Pick<Step, 'address' | 'beside' | 'container' | 'fields' | 'items'>): readonly Address[] {
  return [
    ...prefixesOf(address),
    ...(beside === undefined ? [] : [beside.address]),
    ...(typeof container === 'string' ? [container] : []),
    ...[fields, ...items.map((item) => item.fields)].flatMap((values) => Object.values(values).flatMap(referencesIn)),
    ...items.map((item) => item.address),
  ];
}

/** `sites/docs/visitor`: `sites`, `sites/docs` and itself. */
export function prefixesOf(address: Address): readonly Address[] {
  const parts = address.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

function referencesIn(value: DesiredValue): readonly Address[] {
  if (isReference(value)) return [value.ref];
  return Array.isArray(value) ? value.flatMap(referencesIn) : [];
}
