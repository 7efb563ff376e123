/** In generated organizations, an undo and an apply restore the previous state, except for the items that the undo lists. */
import { expect, test } from 'vitest';
import { NoWayOut } from '../laws/heeded.ts';
import { arriveAt } from '../laws/journey.ts';
import { extents, journeys, pairsOf } from '../laws/law.ts';
import { textOf } from './as-text.ts';
import { takenBack } from './taken-back.ts';

test.each(extents)('undo restores generated organizations with %s', async (extent) => {
  let taken = 0;
  await journeys(8, [pairsOf(extent)], async (journey, { before, after }) => {
    const { organization } = journey.reference;
    try {
      await arriveAt(journey, journey.wanted(before));
      const files = { 'docform.yaml': textOf(journey.wanted(after), organization) };
      const result = await takenBack({ reference: journey.reference, backend: journey.backend, files, organization });
      if (result.isIdle) return;
      const { differences, faults, blocked } = result;
      taken += 1;
      expect({ differences, faults, blocked }, `${result.patch}\n${result.secondPlan}`).toEqual({
        differences: [],
        faults: [],
        blocked: [],
      });
    } catch (error) {
      if (!(error instanceof NoWayOut)) throw error;
    }
  });
  expect(taken).toBeGreaterThan(5);
});
