/** Counts what an apply records in the ledger without a request to the platform. */
import type { Address } from '../core/address.ts';
import { isEqual } from '../core/compare.ts';
import type { Ledger } from '../core/state.ts';
import type { Plan } from '../plan/result/change.ts';
import { initialOrders } from './ledger-writer.ts';

type Updates = Pick<Plan, 'stateUpdates'>;

/** Entries, orders and pending declarations that differ from the ledger, although no step writes them. Later plans depend on them. */
export function countLedgerUpdates({ stateUpdates }: Updates, ledger: Ledger): number {
  const { set, remove, unlisted = [], pending = ledger.pending } = stateUpdates;
  const orders = initialOrders(ledger, stateUpdates, (address) => ledger.resources[address]?.id);
  const entries = Object.keys(set).length + remove.length + unlisted.length;
  return entries + countDifferences(orders, ledger.orders) + countDifferences(pending, ledger.pending);
}

/** Also compares the names of lists and the ids of references, which no later plan depends on. */
export function isLedgerUpToDate(plan: Updates, ledger: Ledger): boolean {
  const { lists, external = ledger.external } = plan.stateUpdates;
  const known = new Set(ledger.lists);
  const isMarked = lists.every((list) => known.has(list)) && countDifferences(external, ledger.external) === 0;
  return isMarked && countLedgerUpdates(plan, ledger) === 0;
}

type Marks = { readonly [address: Address]: string };

function countDifferences(after: Marks = {}, before: Marks = {}): number {
  const addresses = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...addresses].filter((address) => !isEqual(after[address] ?? null, before[address] ?? null)).length;
}
