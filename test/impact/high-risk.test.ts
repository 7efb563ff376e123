/** Every high-risk field of a plan is high-risk in its impact too, for generated organizations. */
import { expect, test } from 'vitest';
import { highRiskFields } from '../../src/plan/result/severity.ts';
import { arriveAt } from '../laws/journey.ts';
import { journeys, pairsOf } from '../laws/law.ts';

test('every high-risk field of a plan is in its impact', async () => {
  let highRisk = 0;
  await journeys(30, [pairsOf('everything')], async (journey, { before, after }) => {
    for (const outline of [before, after]) {
      const { planned } = await arriveAt(journey, journey.wanted(outline));
      const { changes, impact } = planned.plan;
      const told = new Set(
        impact.flatMap(({ severity, address, field }) => (severity === 'high-risk' ? [`${address} ${field}`] : [])),
      );
      const opening = changes.flatMap((change) =>
        highRiskFields(change).map(({ field }) => `${change.address} ${field}`),
      );
      expect(opening.filter((each) => !told.has(each))).toEqual([]);
      highRisk += opening.length;
    }
  });
  expect(highRisk).toBeGreaterThan(25);
});
