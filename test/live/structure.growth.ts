/** Measures that a plan reads the structures of sites in time proportional to their number. */
import { expect, test } from 'vitest';
import { plan } from '../../src/library/plan.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';
import { living, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';

/** Each site has one section with one space. */
async function planOfSites(number: number) {
  const keys = Array.from({ length: number }, (_, at) => `docs-${at}`);
  const place = await living(
    worldOf({
      spaces: Object.fromEntries(keys.map((key) => [key, { title: key }])),
      sites: Object.fromEntries(
        keys.map((key) => [
          key,
          { title: key, structure: [{ section: 'guides', title: 'Guides', path: 'guides', spaces: [{ space: key }] }] },
        ]),
      ),
    }),
  );
  const { desired, ledger } = await takeIn(place, place.reference.organization);
  return () => plan({ desired, platform: place.platform, ledger, maxWaitMs: 0 });
}

const [few, many] = [40, 320];
const plans = new Map([
  [few, await planOfSites(few)],
  [many, await planOfSites(many)],
]);

test('a plan reads the structures of sites in time proportional to their number', async () => {
  const growth = await growthOf((number) => plans.get(number)?.(), few, many / few);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
