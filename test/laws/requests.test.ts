/** What is sent: nothing while planning, nothing about fields that nobody declared, and no id that the platform has not told before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desiredOf } from './desired-of.ts';
import { arriveAt, openJourney } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { orders, settings } from './settings.ts';
import { strangeIds } from './strange-ids.ts';
import { undeclaredIn } from './undeclared.ts';

test.each(['sites', 'everything'] as const)(
  'planning only reads, undeclared fields are in no body, and every id was told before: %s',
  async (extent) => {
    await fc.assert(
      fc.asyncProperty(pairsOf(extent), orders, async ({ before, after }, order) => {
        const journey = openJourney();
        for (const outline of [before, after]) {
          const arrival = await arriveAt(journey, desiredOf(outline, journey.reference.organization, journey.seeded), order);
          expect(arrival.planning.filter(({ request }) => request.method !== 'GET')).toEqual([]);
          expect(undeclaredIn(arrival, (await journey.store.load()).ledger)).toEqual([]);
        }
        expect(strangeIds(journey.traffic, journey.reference.organization)).toEqual([]);
        journey.reference.close();
      }),
      settings(25),
    );
  },
);
