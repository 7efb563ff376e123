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
  const touched = [...prefixesOf(address)];
  if (beside !== undefined) touched.push(beside.address);
  if (typeof container === 'string') touched.push(container);
  for (const values of [{ fields }, ...items])
    for (const name in values.fields) addReferences(values.fields[name], touched);
  for (const item of items) touched.push(item.address);
  return touched;
}

/** `sites/docs/visitor`: `sites`, `sites/docs` and itself. */
export function prefixesOf(address: Address): readonly Address[] {
  const prefixes: Address[] = [];
  for (let end = address.indexOf('/'); end !== -1; end = address.indexOf('/', end + 1))
    prefixes.push(address.slice(0, end));
  prefixes.push(address);
  return prefixes;
}

function addReferences(value: DesiredValue | undefined, to: Address[]): void {
  if (isReference(value)) to.push(value.ref);
  else if (Array.isArray(value)) for (const each of value) addReferences(each, to);
}
