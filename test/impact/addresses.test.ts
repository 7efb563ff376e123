/** Computed URLs equal those of the platform, before and after an apply. */
import { expect, test } from 'vitest';
import { readWhole } from '../../src/library/import.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { createPlatform } from '../../src/server/index.ts';
import { arriveAt } from '../laws/journey.ts';
import { journeys, pairsOf } from '../laws/law.ts';
import { localPlatform } from '../support/local-platform.ts';
import { computedAfter, computedBefore, publishedOn, wrongly } from '../support/published.ts';

test('computed URLs equal those of the platform, for generated organizations', async () => {
  let known = 0;
  await journeys(15, [pairsOf('sites')], async (journey, { before, after }) => {
    for (const outline of [before, after]) {
      const former = await publishedOn(journey.reference);
      const { planned } = await arriveAt(journey, journey.wanted(outline));
      expect(wrongly(computedBefore(planned), former)).toEqual([]);
      const foretold = computedAfter(planned, (await journey.backend.load()).ledger);
      expect(wrongly(foretold, await publishedOn(journey.reference))).toEqual([]);
      known += [...foretold.values()].filter((address) => address !== undefined).length;
    }
  });
  expect(known).toBeGreaterThan(40);
});

test.each(['small', 'medium', 'large'] as const)(
  'computed URLs equal those of the platform: fixture %s',
  async (seed) => {
    const reference = createPlatform({ seed });
    const { organization, token } = reference;
    const platform = await localPlatform({ ...reference, token });
    const { live } = await readWhole({ organization, platform, ledger: memoryLedger() });
    const said = await publishedOn(reference);
    const computed = computedBefore({ live });
    expect([...said.keys()].filter((key) => computed.get(key) === undefined)).toEqual([]);
    expect(wrongly(computed, said)).toEqual([]);
    reference.close();
  },
);
