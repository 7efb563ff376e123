/** From any state of an organization to any other: nothing is sent but what was declared, it arrives there, and nothing is left to do. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryLedger, plan, remoteChanges } from '../../src/library/index.ts';
import { desiredOf } from './desired-of.ts';
import { type Arrival, arriveAt, faultsOf, type Journey, left, missing, openJourney } from './journey.ts';
import { toldOfflineAndInWhole } from './offline.ts';
import { pairsOf } from './pairs.ts';
import { orders, settings } from './settings.ts';
import { strangeIds } from './strange-ids.ts';
import { undeclaredIn } from './undeclared.ts';

/** The ledger alone knows what was applied of what the platform never shows. */
const unseen = ['logo', 'text'];

async function remaining(journey: Journey, { desired }: Arrival, hasLedger: boolean): Promise<readonly string[]> {
  const { plan: made } = await plan({ desired, platform: journey.platform, ledger: hasLedger ? journey.store : memoryLedger() });
  const changes = remoteChanges(made).filter(({ fields }) => hasLedger || !fields.every(({ field }) => unseen.includes(field)));
  return changes.map(({ action, address, fields }) => `${action} ${address} ${JSON.stringify(fields)}`);
}

test.each(['sites', 'everything'] as const)(
  'all that is planned, and nothing else, is done, is then there, and needs no second plan, with the ledger or without: %s',
  async (extent) => {
    await fc.assert(
      fc.asyncProperty(pairsOf(extent), orders, async ({ before, after }, order) => {
        const journey = openJourney();
        for (const outline of [before, after]) {
          const arrival = await arriveAt(journey, desiredOf(outline, journey.reference.organization, journey.seeded), order);
          const { desired, ledgerBefore: ledger } = arrival;
          const made = { desired, ledger, plan: arrival.planned.plan };
          const [offline, inWhole] = toldOfflineAndInWhole(made);
          expect(inWhole).toEqual(expect.arrayContaining([...offline]));
          // A field may also change because of what goes.
          expect(offline).toEqual(expect.arrayContaining(inWhole.filter((line) => !line.startsWith('update '))));
          expect(arrival.planning.filter(({ request }) => request.method !== 'GET')).toEqual([]);
          expect(undeclaredIn(arrival, (await journey.store.load()).ledger)).toEqual([]);
          expect(faultsOf(arrival.report)).toEqual([]);
          expect(await missing(journey, arrival)).toEqual([]);
          expect(await left(journey, arrival)).toEqual([]);
          expect(await remaining(journey, arrival, true)).toEqual([]);
          expect(await remaining(journey, arrival, false)).toEqual([]);
        }
        expect(strangeIds(journey.traffic, journey.reference.organization)).toEqual([]);
        journey.reference.close();
      }),
      settings(40),
    );
  },
);
