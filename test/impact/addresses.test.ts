/** Addresses that are computed are those that the platform answers with: before a plan is applied, and after. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryLedger, readWhole } from '../../src/library/index.ts';
import { createPlatform } from '../../src/server/index.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { arriveAt, openJourney } from '../laws/journey.ts';
import { pairsOf } from '../laws/pairs.ts';
import { settings } from '../laws/settings.ts';
import { localPlatform } from '../support/local-platform.ts';
import { computedAfter, computedBefore, publishedOn, wrongly } from '../support/published.ts';

test('computed addresses are those of the platform, for any organization that becomes any other', async () => {
  let known = 0;
  await fc.assert(
    fc.asyncProperty(pairsOf('sites'), async ({ before, after }) => {
      const journey = openJourney();
      for (const outline of [before, after]) {
        const former = await publishedOn(journey.reference);
        const { planned } = await arriveAt(journey, desiredOf(outline, journey.reference.organization, journey.seeded));
        expect(wrongly(computedBefore(planned), former)).toEqual([]);
        const foretold = computedAfter(planned, (await journey.store.load()).ledger);
        expect(wrongly(foretold, await publishedOn(journey.reference))).toEqual([]);
        known += [...foretold.values()].filter((address) => address !== undefined).length;
      }
      journey.reference.close();
    }),
    settings(40),
  );
  expect(known).toBeGreaterThan(40);
});

test.each(['small', 'medium', 'large'] as const)('computed addresses are those of the platform: seed %s', async (seed) => {
  const reference = createPlatform({ seed });
  const { organization, token } = reference;
  const platform = await localPlatform({ ...reference, token });
  const { live } = await readWhole({ organization, platform, ledger: memoryLedger() });
  const said = await publishedOn(reference);
  const computed = computedBefore({ live });
  expect([...said.keys()].filter((key) => computed.get(key) === undefined)).toEqual([]);
  expect(wrongly(computed, said)).toEqual([]);
  reference.close();
});
