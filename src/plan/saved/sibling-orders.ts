/** Checks that a list of siblings still stands as the approved moves found it, or as they left it half-way. */
import type { Address } from '../../core/address.ts';
import { isEqual } from '../../core/equal.ts';
import type { Beside, SiblingOrder } from '../change.ts';
import type { SavedPlan } from '../plan-view.ts';
import type { Difference } from './agreement.ts';

/** By sibling: what became of the order it stands in; undefined: the moves that were approved are the ones that are needed. */
export function orderDifferences(
  saved: SavedPlan,
  now: readonly SiblingOrder[],
): (address: Address) => Difference | undefined {
  const differences = new Map<Address, Difference>();
  for (const order of now) {
    const before = saved.orders.find(({ container, kind }) => container === order.container && kind === order.kind);
    if (before !== undefined && statesOf(before, saved).some((state) => isEqual(state, order.current))) continue;
    const difference = { field: 'order', planned: before?.current, now: order.current, wanted: order.wanted };
    for (const address of order.current) differences.set(address, difference);
  }
  return (address) => differences.get(address);
}

/** The list as it was, and after each of its approved moves: an apply that was cut short has left one of these. */
function statesOf(order: SiblingOrder, saved: SavedPlan): readonly (readonly Address[])[] {
  const siblings = new Set(order.current);
  const moves = saved.changes.filter(({ action, address }) => action === 'move' && siblings.has(address));
  const states: (readonly Address[])[] = [order.current];
  for (const { address, beside } of moves) {
    if (beside !== undefined) states.push(moved(states.at(-1) ?? [], address, beside));
  }
  return states;
}

function moved(
  siblings: readonly Address[],
  address: Address,
  { relation, address: neighbour }: Beside,
): readonly Address[] {
  const others = siblings.filter((each) => each !== address);
  const at = others.indexOf(neighbour);
  return at === -1 ? siblings : others.toSpliced(relation === 'before' ? at : at + 1, 0, address);
}
