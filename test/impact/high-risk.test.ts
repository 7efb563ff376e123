/** Each field that a plan calls high-risk is high-risk in what it means to people as well: for generated organizations that become any other. */
import { expect, test } from 'vitest';
import { openingFields } from '../../src/plan/change.ts';
import { arriveAt } from '../laws/journey.ts';
import { journeys, pairsOf } from '../laws/law.ts';

test('no field that opens something is missing from what the plan means', async () => {
  let highRisk = 0;
  await journeys(25, [pairsOf('everything')], async (journey, { before, after }) => {
    for (const outline of [before, after]) {
      const { planned } = await arriveAt(journey, journey.wanted(outline));
      const { changes, impact } = planned.plan;
      const told = new Set(
        impact.flatMap(({ severity, address, field }) => (severity === 'high-risk' ? [`${address} ${field}`] : [])),
      );
      const opening = changes.flatMap((change) =>
        openingFields(change).map(({ field }) => `${change.address} ${field}`),
      );
      expect(opening.filter((each) => !told.has(each))).toEqual([]);
      highRisk += opening.length;
    }
  });
  expect(highRisk).toBeGreaterThan(25);
});
