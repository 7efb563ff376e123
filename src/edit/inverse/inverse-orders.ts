/** The order of siblings before an apply, if the apply changed it. */
import type { Address } from '../../core/address.ts';
import type { Desired } from '../../core/state.ts';
import { containerOf, heldIn, isOrderOptional } from '../../declaration/container.ts';
import type { Order, Orders } from '../../declaration/order.ts';
import type { DoneChange, Work } from './inverse-work.ts';

/** Containers with moved members. */
export function rearrangedIn({ orders }: Desired, done: readonly DoneChange[]): ReadonlySet<Address> {
  const moved = movedOf(done);
  return new Set(Object.keys(orders).filter((container) => orders[container]?.some((address) => moved.has(address))));
}

function movedOf(done: readonly DoneChange[]): ReadonlySet<Address> {
  return new Set(done.filter(({ action }) => action === 'move').map(({ address }) => address));
}

/** The former orders. Restored containers get an order even if none was declared. */
export function formerOrders({ former, live, amendment, formerAt }: Work): Orders {
  const named = new Map([...formerAt.keys()].map((address) => [former.ids.get(address), address]));
  const shown = [...amendment.added].flatMap((container): readonly (readonly [Address, Order])[] => {
    const ids = live.orders[former.ids.get(container) ?? '']?.flat() ?? [];
    return former.orders[container] !== undefined || ids.length < 2
      ? []
      : [[container, ids.flatMap((id) => named.get(id) ?? [])]];
  });
  return { ...former.orders, ...Object.fromEntries(shown) };
}

/** Without a declared order, a restored object cannot get its former position. */
export function tellUnordered(
  { amendment, desired, shapes, lost }: Work,
  done: readonly DoneChange[],
  former: Orders,
): void {
  const held = heldIn(amendment.at.values(), shapes);
  const containers = [...movedOf(done), ...amendment.added].flatMap((address) => {
    const resource = amendment.at.get(address);
    const container = resource && isOrderOptional(resource, shapes) ? containerOf(resource, shapes) : null;
    return container === null || desired.orders[container] !== undefined ? [] : [container];
  });
  for (const container of new Set(containers))
    if ((held.get(container) ?? []).length > 1 && (former[container] ?? []).length === 0)
      lost.push({ address: container, field: 'order', why: 'the order was not declared, so it was not read' });
}

/** Whether members of both orders are in another order. */
export function isRearranged(now: Order = [], then: Order = []): boolean {
  const [isThere, wasThere] = [new Set(now), new Set(then)];
  const common = now.filter((address) => wasThere.has(address));
  const others = then.filter((address) => isThere.has(address));
  return common.some((address, at) => others[at] !== address);
}
