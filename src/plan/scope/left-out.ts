/** The scope of a plan without some of its changes. */
import { type Address, createWithinTest } from '../../core/address.ts';
import type { Action, NamedChange } from '../result/action.ts';
import type { Limit, Selects } from '../result/scope.ts';

/** Changes that decide which object belongs to an address. */
export const identifying: ReadonlySet<Action> = new Set(['create', 'replace', 'adopt', 'rename']);

/** Changes that also affect everything in the resource. */
export const reaching: ReadonlySet<Action> = new Set(['delete', 'replace', 'rename']);

/** Leaves out these addresses, and everything inside the objects that such a change brings, removes or identifies. */
export function createSelectionWithout(changes: readonly NamedChange[]): Selects {
  const at = new Set(changes.map(({ address }) => address));
  const isInside = createWithinTest(
    new Set(
      changes.flatMap(({ address, action }) => (identifying.has(action) || reaching.has(action) ? [address] : [])),
    ),
  );
  return (address: Address) => !at.has(address) && !isInside(address);
}

/** `conflict`: what happens to other changes that depend on the ones that are left out. */
export function limitLeavingOut(
  limit: Limit | undefined,
  changes: readonly NamedChange[],
  conflict: 'shrink' | 'block',
): Limit {
  const selects = createSelectionWithout(changes);
  if (limit === undefined) return { selects, conflict };
  return { ...limit, conflict, selects: (address) => limit.selects(address) && selects(address) };
}
