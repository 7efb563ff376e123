/** The order of siblings in a container. */
import { type Address, topContainer } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import type { Shapes } from '../shape.ts';

export type Order = readonly Address[];

export type Orders = { readonly [container: Address]: Order };

/**
 * Places each new sibling after its predecessor in the first reference that contains it: first if none of its
 * predecessors is present, last if no reference contains it.
 */
export function insertSiblings(order: Order, arriving: Iterable<Address>, ...references: readonly Order[]): Order {
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

/** Reorders the common members as in the other order; all others keep their positions. */
export function reorderLike(order: Order, other: Order): Order {
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

/** The top level always exists. */
export function isDeclaredContainer(
  resources: { readonly has: (address: Address) => boolean },
  container: Address,
): boolean {
  return container === topContainer || resources.has(container);
}

/** Spaces and collections can be in a collection without a position in its order. */
export function isOrderOptional({ kind }: Pick<DesiredResource, 'kind'>, shapes: Shapes): boolean {
  return shapes.get(kind)?.moveCarriesContainer === true;
}
