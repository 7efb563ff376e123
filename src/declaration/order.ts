/** Inserts arriving siblings into an order, beside the neighbours that they have elsewhere. */
import type { Address } from '../core/address.ts';

export type Order = readonly Address[];
export type Orders = { readonly [container: Address]: Order };

/**
 * The order with all that arrive: each directly after the one that it follows in the first reference that names it, at the beginning where it
 * follows none of them, and last where no reference names it. What stands in the order already keeps its place.
 */
export function inserted(order: Order, arriving: Iterable<Address>, ...references: readonly Order[]): Order {
  const result = [...order];
  const placed = new Set(order);
  const open = new Set(arriving);
  for (const reference of references) {
    let before: Address | undefined;
    for (const address of reference) {
      if (open.has(address) && !placed.has(address)) {
        result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, address);
        placed.add(address);
      }
      if (placed.has(address)) before = address;
    }
  }
  return [...result, ...[...open].filter((address) => !placed.has(address))];
}

/** The places of those that the other order has as well are dealt among them as they stand there; all others keep theirs. */
export function permuted(order: Order, other: Order): Order {
  const here = new Set(order);
  const queue = other.filter((address) => here.has(address));
  const moving = new Set(queue);
  let next = 0;
  return order.map((address) => {
    if (!moving.has(address)) return address;
    next += 1;
    return queue[next - 1] ?? address;
  });
}
