/** The ledger while a plan is applied: changed step by step, written so that waiting steps share one write. */
import { type Address, isWithin } from '../core/address.ts';
import type { Ledger, LedgerEntry } from '../core/state.ts';
import type { LedgerStore } from '../ledger/store.ts';
import type { Bookkeeping } from '../plan/change.ts';

export interface LedgerWriter {
  readonly set: (address: Address, entry: LedgerEntry) => void;
  readonly get: (address: Address) => LedgerEntry | undefined;
  /** Removes the address and all below it. */
  readonly remove: (address: Address) => void;
  /** Settles once everything changed so far is kept; rejects when it could not be. */
  readonly written: () => Promise<void>;
}

export function createLedgerWriter(initial: Ledger, store: LedgerStore, bookkeeping: Bookkeeping): LedgerWriter {
  const resources: { [address: Address]: LedgerEntry } = { ...initial.resources };
  for (const address of bookkeeping.remove) delete resources[address];
  Object.assign(resources, bookkeeping.set);
  const lists = [...new Set([...initial.lists, ...bookkeeping.lists])];

  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  function write(): Promise<void> {
    next = undefined;
    running = store.save({ resources, lists }).finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    get: (address) => resources[address],
    set: (address, entry) => {
      resources[address] = entry;
    },
    remove: (address) => {
      for (const held of Object.keys(resources)) if (isWithin(held, address)) delete resources[held];
    },
    // A write under way may have begun before the latest change, so whoever asks meanwhile shares the one after it.
    written: () => {
      if (next !== undefined) return next;
      if (running === undefined) return write();
      next = running.catch(() => undefined).then(write);
      return next;
    },
  };
}
