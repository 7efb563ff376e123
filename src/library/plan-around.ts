/** Limits a plan to the changed fields, for a plan that changes only plain values. */
import { limitToPlainChanges } from '../kinds/declaration/plain-part.ts';
import { shapes } from '../kinds/index.ts';
import type { State } from '../ledger/journal.ts';
import { type Plan, remoteChanges } from '../plan/result/change.ts';
import type { PlanOptions } from './plan-input.ts';

/** Limits another plan to the changed fields, if a plan changes only plain values. */
export function planAround(options: PlanOptions, { changes }: Pick<Plan, 'changes'>): PlanOptions {
  const desired = limitToPlainChanges(options.desired, remoteChanges({ changes }), shapes);
  if (desired === options.desired) return options;
  const addresses = desired.resources.map(({ address }) => address);
  const load = async (): Promise<State> => {
    const { ledger, ...state } = await options.ledger.load();
    const known = addresses.flatMap((address) => {
      const entry = ledger.resources[address];
      return entry === undefined ? [] : [[address, entry] as const];
    });
    return { ...state, open: [], ledger: { ...ledger, resources: Object.fromEntries(known), lists: [], orders: {} } };
  };
  return { ...options, desired, ledger: { ...options.ledger, load } };
}
