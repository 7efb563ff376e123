/** Finds allowances that allow nothing, because the plan knows nothing of that name: mistyped, or left over. */
import { createSuggest } from '../config/suggest.ts';
import type { Address } from '../core/address.ts';
import type { Desired } from '../core/state.ts';
import type { Planned } from './plan.ts';

export interface Stray {
  readonly address: Address;
  readonly near?: Address;
}

/** Not declared, in no ledger, and of no change. */
export function strayAllowances({ plan, allowances }: Pick<Planned, 'plan' | 'allowances'>, { resources }: Desired): readonly Stray[] {
  if (allowances.addresses.length === 0) return [];
  const known = new Set([...resources, ...plan.changes].map(({ address }) => address).concat(Object.keys(plan.ids)));
  const suggest = createSuggest();
  return allowances.addresses.flatMap((address) => {
    if (known.has(address)) return [];
    const near = suggest(address, known);
    return [{ address, ...(near === undefined ? {} : { near }) }];
  });
}
