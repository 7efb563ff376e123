/** All that a plan calls severe is severe in what it means to people as well: for generated organizations that become any other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin } from '../../src/core/address.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { arriveAt, openJourney } from '../laws/journey.ts';
import { pairsOf } from '../laws/pairs.ts';
import { settings } from '../laws/settings.ts';

test('no change that opens something is missing from what the plan means', async () => {
  let severe = 0;
  await fc.assert(
    fc.asyncProperty(pairsOf('everything'), async ({ before, after }) => {
      const journey = openJourney();
      for (const outline of [before, after]) {
        const { planned } = await arriveAt(journey, desiredOf(outline, journey.reference.organization, journey.seeded));
        const { changes, impact } = planned.plan;
        const told = impact.filter((each) => each.severity === 'severe').map(({ address }) => address);
        const opening = changes.filter(({ fields }) => fields.some((field) => field.severe !== undefined)).map(({ address }) => address);
        expect(opening.filter((address) => !told.some((each) => isWithin(each, address)))).toEqual([]);
        severe += opening.length;
      }
      journey.reference.close();
    }),
    settings(25),
  );
  expect(severe).toBeGreaterThan(25);
});
