/** Names in the `order` of a container: keys, or addresses where a key means two things. */
import { type Address, keyIn } from '../../core/address.ts';
import type { Editing } from './editing.ts';

/** undefined: no order is stated. */
export function orderNames(editing: Editing, container: Address, when: 'before' | 'after'): readonly string[] | undefined {
  const { orders } = when === 'before' ? editing.declared : editing.wanted;
  const kind = editing[when].at.get(container)?.kind;
  const segments = [...editing.shapes.values()].filter(({ orderedIn }) => orderedIn?.includes(kind ?? '')).map(({ segment }) => segment);
  return orders[container]?.map((address) => {
    const key = keyIn(address);
    const isAmbiguous = segments.filter((segment) => editing[when].at.has(`${segment}/${key}`)).length > 1;
    return isAmbiguous ? address : key;
  });
}
