/** Counts what an apply records in the ledger without a request to the platform. */
import type { Address } from '../core/address.ts';
import { isEqual } from '../core/compare.ts';
import type { Ledger } from '../core/state.ts';
import type { Plan } from '../plan/change.ts';
import { initialOrders } from './ledger-writer.ts';

/** Entries, lists, orders and marks that differ from the ledger, although no step writes them. 0: the ledger is up to date. */
export function countLedgerUpdates({ stateUpdates }: Pick<Plan, 'stateUpdates'>, ledger: Ledger): number {
  const { set, remove, lists, unlisted = [] } = stateUpdates;
  const known = new Set(ledger.lists);
  const added = lists.filter((list) => !known.has(list));
  const orders = initialOrders(ledger, stateUpdates, (address) => ledger.resources[address]?.id);
  const { pending = ledger.pending, external = ledger.external } = stateUpdates;
  const marks = [
    [orders, ledger.orders],
    [pending, ledger.pending],
    [external, ledger.external],
  ] as const;
  const changed = marks.map(([after, before]) => countDifferences(after, before));
  return [Object.keys(set).length, remove.length, unlisted.length, added.length, ...changed].reduce((a, b) => a + b, 0);
}

type Marks = { readonly [address: Address]: string };

function countDifferences(after: Marks = {}, before: Marks = {}): number {
  const addresses = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...addresses].filter((address) => !isEqual(after[address] ?? null, before[address] ?? null)).length;
}
