/** A plan after an import is empty, with and without a ledger. */
import { describe, expect, test } from 'vitest';
import { emptyLedger, type Ledger } from '../../src/core/state.ts';
import { asDesired } from '../../src/import/adopt.ts';
import { shapes } from '../../src/kinds/index.ts';
import { importLive } from '../../src/library/import.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { plan } from '../../src/plan/plan.ts';
import { createFixture, createPlatform, seedNames } from '../../src/server/index.ts';
import { localPlatform } from '../support/local-platform.ts';

describe.each(seedNames)('fixture %s', (seed) => {
  test('is imported completely, and the next plan is empty', async () => {
    const reference = createPlatform({ seed: createFixture(seed, 1), token: 'token-of-ana' });
    const platform = await localPlatform(reference);
    const { organization } = reference;
    const { live, adopted } = await importLive({ organization, platform, ledger: memoryLedger() });
    const desired = asDesired(adopted, organization, shapes);
    const ledger: Ledger = {
      ...emptyLedger,
      resources: Object.fromEntries([...adopted.ids].map(([address, id]) => [address, { id }])),
    };
    expect(adopted.leftOut).toEqual([]);
    expect(plan({ desired, live, ledger, shapes }).changes).toEqual([]);
    const bare = plan({ desired, live, ledger: emptyLedger, shapes });
    expect(bare.changes.filter(({ action }) => action !== 'adopt')).toEqual([]);
    reference.close();
  });
});
