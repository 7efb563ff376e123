/** From any state of an organization to any other: it arrives there, and nothing is left to do. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryLedger, plan, remoteChanges } from '../../src/index.ts';
import { desiredOf } from './desired-of.ts';
import { drawn } from './draw.ts';
import { arriveAt, faultsOf, missing, openJourney } from './journey.ts';
import { drawOutline } from './outline.ts';
import { settings } from './settings.ts';

const pairs = drawn((draw) => {
  const before = drawOutline(draw);
  return { before, after: drawOutline(draw, before) };
});

describe('whatever an organization is and is wanted to be', () => {
  test('everything planned is done, and a second plan has nothing to do', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, fc.constantFrom(1, 8), async ({ before, after }, concurrency) => {
        const journey = openJourney();
        for (const outline of [before, after]) {
          const arrival = await arriveAt(journey, desiredOf(outline, journey.reference.organization, journey.seeded), concurrency);
          expect(faultsOf(arrival.report)).toEqual([]);
          const second = await plan({ desired: arrival.desired, platform: journey.platform, ledger: journey.store });
          expect(remoteChanges(second.plan).map(({ address, action, fields }) => ({ address, action, fields }))).toEqual([]);
          expect(await missing(journey, arrival)).toEqual([]);
        }
        journey.reference.close();
      }),
      settings(60),
    );
  });
});
void memoryLedger;
