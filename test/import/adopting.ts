/** Imports a platform like `import`, and plans the result. */

import type { Live } from '../../src/core/state.ts';
import { emptyLedger, type Ledger } from '../../src/core/state.ts';
import { type Adopted, asDesired } from '../../src/import/adopt.ts';
import { shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/plan/plan.ts';

/** The ledger that an import writes. */
export function ledgerOf({ ids }: Adopted): Ledger {
  return { ...emptyLedger, resources: Object.fromEntries([...ids].map(([address, id]) => [address, { id }])) };
}

/** The changes of a plan, one line each. Without a ledger, adoptions do not count. */
export function changesOf(adopted: Adopted, live: Live, ledger = ledgerOf(adopted)): readonly string[] {
  const made = plan({ desired: asDesired(adopted, 'acme', shapes), live, ledger, shapes });
  return made.changes
    .filter(({ action }) => ledger !== emptyLedger || action !== 'adopt')
    .map(
      ({ action, address, fields, blocked }) =>
        `${action} ${address} ${JSON.stringify(fields)} ${blocked?.reason ?? ''}`,
    );
}
