/** All that a plan calls severe is severe in what it means to people as well: for generated organizations that become any other. */
import { expect, test } from 'vitest';
import { isWithin } from '../../src/core/address.ts';
import { arriveAt } from '../laws/journey.ts';
import { journeys, pairsOf } from '../laws/law.ts';

test('no change that opens something is missing from what the plan means', async () => {
  let severe = 0;
  await journeys(25, [pairsOf('everything')], async (journey, { before, after }) => {
    for (const outline of [before, after]) {
      const { planned } = await arriveAt(journey, journey.wanted(outline));
      const { changes, impact } = planned.plan;
      const told = impact.filter((each) => each.severity === 'severe').map(({ address }) => address);
      const opening = changes.filter(({ fields }) => fields.some((field) => field.severe !== undefined)).map(({ address }) => address);
      expect(opening.filter((address) => !told.some((each) => isWithin(each, address)))).toEqual([]);
      severe += opening.length;
    }
  });
  expect(severe).toBeGreaterThan(25);
});
