/** The order of siblings as it was before an apply, as far as that changed it. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import { containerOf, heldIn, isContainerIn, isOrderOptional } from '../../declaration/container.ts';
import { inserted, type Order, type Orders } from '../../declaration/order.ts';
import type { DoneChange, Work } from './inverse-work.ts';

type Held = ReturnType<typeof heldIn>;

export interface InverseOrders {
  readonly orders: Orders;
  /** Containers whose members stand otherwise than they did. */
  readonly changed: Order;
}

export function inverseOrders(work: Work, done: readonly DoneChange[]): InverseOrders {
  const moved = new Set(done.filter(({ action }) => action === 'move').map(({ address }) => address));
  const containers = new Set([...Object.keys(work.desired.orders), ...containersOfAdded(work)]);
  const held = heldIn(work.at.values(), work.shapes);
  tellUnordered(work, held, new Set([...moved, ...work.added]));
  const orders: { [container: Address]: Order } = {};
  const changed: Address[] = [];
  for (const container of containers) {
    if (!isContainerIn(work.at, container)) continue;
    const now = work.desired.orders[container] ?? [];
    const isMoved = now.some((address) => moved.has(address));
    const order = orderIn(work, container, held.get(container) ?? [], isMoved || work.added.has(container));
    orders[container] = order;
    if (isMoved && isRearranged(now, order)) changed.push(container);
  }
  return { orders, changed };
}

/** Where no order is declared, what comes back cannot be put into its place. */
function tellUnordered(work: Work, held: Held, arriving: ReadonlySet<Address>): void {
  const containers = new Set(
    [...arriving].flatMap((address) => {
      const resource = work.at.get(address);
      const container = resource && isOrderOptional(resource, work.shapes) ? containerOf(resource, work.shapes) : null;
      return container === null || work.desired.orders[container] !== undefined ? [] : [container];
    }),
  );
  for (const container of containers) {
    if ((held.get(container) ?? []).length > 1 && formerOrder(work, container).length === 0)
      work.lost.push({ address: container, field: 'order', why: 'nobody declared it, so that it was not read' });
  }
}

/** Those that are back themselves, and those that anything is back in; a list that need not be there is none of them. */
function containersOfAdded(work: Work): Order {
  const own = [...work.added].filter((container) => formerOrder(work, container).length > 0);
  const holding = [...work.added].flatMap((address) => {
    const resource = work.at.get(address);
    return resource === undefined || isOrderOptional(resource, work.shapes) ? [] : [containerOf(resource, work.shapes)];
  });
  return [...own, ...holding.filter((container) => container !== null)];
}

/** `isFormer`: as it was; else as it is declared now, with what is back in the place it had. A list that need not name everything names what it did. */
function orderIn(work: Work, container: Address, inside: readonly DesiredResource[], isFormer: boolean): Order {
  const now = work.desired.orders[container] ?? [];
  const former = formerOrder(work, container);
  const named = new Set([...now, ...former]);
  const standing = inside.filter((each) => !isOrderOptional(each, work.shapes) || named.has(each.address));
  const members = new Set(standing.map(({ address }) => address));
  const order = (isFormer ? former : now).filter((address) => members.has(address));
  return inserted(order, members, ...(isFormer ? [now] : [former, now]));
}

/** Of what is back, also where nobody had declared it: it would be lost. */
function formerOrder({ former, live, added, formerAt }: Work, container: Address): Order {
  const declared = former.orders[container];
  if (declared !== undefined || !added.has(container)) return declared ?? [];
  const shown = live.orders[former.ids.get(container) ?? '']?.flat() ?? [];
  if (shown.length < 2) return [];
  const named = new Map([...formerAt.keys()].map((address) => [former.ids.get(address), address]));
  return shown.flatMap((id) => named.get(id) ?? []);
}

/** Whether those in both stand otherwise. */
function isRearranged(now: Order, then: Order): boolean {
  const common = now.filter((address) => then.includes(address));
  const others = then.filter((address) => now.includes(address));
  return common.some((address, at) => others[at] !== address);
}
