/** Generated organizations: from one state to another, taken back, and applied again: as before, but for what the undo says. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desiredOf } from '../laws/desired-of.ts';
import { NoWayOut } from '../laws/heeded.ts';
import { arriveAt, openJourney } from '../laws/journey.ts';
import type { Outline } from '../laws/outline.ts';
import { pairsOf } from '../laws/pairs.ts';
import { settings } from '../laws/settings.ts';
import { textOf } from './as-text.ts';
import { takenBack } from './taken-back.ts';

test.each(['sites', 'everything'] as const)('%s', async (extent) => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(pairsOf(extent), async ({ before, after }) => {
      const journey = openJourney();
      const { organization } = journey.reference;
      const wanted = (outline: Outline) => desiredOf(outline, organization, journey.seeded);
      try {
        await arriveAt(journey, wanted(before));
        const files = { 'docform.yaml': textOf(wanted(after), organization) };
        const result = await takenBack({ reference: journey.reference, store: journey.store, files, organization });
        if (result.isIdle) return;
        const { differences, faults, blocked } = result;
        taken += 1;
        expect({ differences, faults, blocked }, `${result.patch}\n${result.secondPlan}`).toEqual({
          differences: [],
          faults: [],
          blocked: [],
        });
      } catch (error) {
        // What an outline names and no file can: people whom only some rosters know.
        const isUnsayable = error instanceof Error && error.message.startsWith('E-REF-UNKNOWN unknown member');
        if (!(error instanceof NoWayOut) && !isUnsayable) throw error;
      } finally {
        journey.reference.close();
      }
    }),
    settings(12),
  );
  expect(taken).toBeGreaterThan(5);
});
