/** Updates sibling orders in the ledger: an order is known once all its steps have succeeded. */
import { type Address, isWithin } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { orderMark, withListed } from '../core/order-mark.ts';
import type { Ledger } from '../core/state.ts';
import type { OrderKept, StateUpdates, StepId } from '../plan/change.ts';

export interface Orders {
  readonly [container: Address]: string;
}

export interface LedgerOrders {
  /** The known orders. */
  readonly all: () => Pick<Ledger, 'orders'>;
  /** Orders that this step completes. */
  readonly conclude: (step: StepId) => Orders;
  /** Removes the orders of the address and its descendants. */
  readonly remove: (address: Address) => void;
}

type IdOf = (address: Address) => string | undefined;

/** `idOf` is called for the members when an order is complete; without all ids, the order stays unknown. */
export function createLedgerOrders(initial: Ledger, { orders: kept }: StateUpdates, idOf: IdOf): LedgerOrders {
  const known = new Map(Object.entries(initial.orders ?? {}));
  const missing = new Map((kept ?? []).map((order) => [order, new Set(order.after)]));
  const waiting = groupBy(
    (kept ?? []).flatMap((order) => [...new Set(order.after)].map((step) => ({ step, order }))),
    ({ step }) => step,
  );
  return {
    all: () => (known.size === 0 ? {} : { orders: Object.fromEntries(known) }),
    conclude: (step) => {
      const reached: { [container: Address]: string } = {};
      for (const { order } of waiting.get(step) ?? []) {
        const steps = missing.get(order);
        if (!steps?.delete(step) || steps.size > 0) continue;
        const mark = markOf(order, idOf);
        if (mark === undefined) continue;
        known.set(order.container, mark);
        reached[order.container] = mark;
      }
      return reached;
    },
    remove: (address) => {
      for (const container of known.keys()) if (isWithin(container, address)) known.delete(container);
    },
  };
}

/** Orders before the first step: completed orders, and former orders that no step disturbs. */
export function initialOrders(ledger: Ledger, { orders }: StateUpdates, idOf: IdOf): Orders {
  if (orders === undefined) return ledger.orders ?? {};
  const entries = orders.flatMap((order) => {
    const isPending = order.after.length > 0;
    const former = isPending && order.disturbing !== undefined ? undefined : order.former;
    const mark = (isPending ? undefined : markOf(order, idOf)) ?? former;
    return mark === undefined ? [] : [[order.container, mark] as const];
  });
  return Object.fromEntries(entries);
}

function markOf({ members, listed }: OrderKept, idOf: IdOf): string | undefined {
  const ids = (members ?? []).map(idOf);
  return ids.length < 2 || ids.includes(undefined) ? undefined : withListed(orderMark(ids.map(String)), listed);
}
