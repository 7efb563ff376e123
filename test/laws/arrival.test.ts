/** From any state of an organization to any other: nothing is sent but what was declared, it arrives there, and nothing is left to do. */
import { expect, test } from 'vitest';
import { memoryLedger, plan, remoteChanges } from '../../src/library/index.ts';
import { type Arrival, arriveAt, faultsOf, type Journey, left, missing } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';
import { toldOfflineAndInWhole } from './offline.ts';
import { strangeIds } from './strange-ids.ts';
import { undeclaredIn } from './undeclared.ts';

/** The ledger alone knows what was applied of what the platform never shows. */
const unseen = ['logo', 'text'];

async function remaining(journey: Journey, { desired }: Arrival, hasLedger: boolean): Promise<readonly string[]> {
  const { plan: made } = await plan({ desired, platform: journey.platform, ledger: hasLedger ? journey.store : memoryLedger() });
  const changes = remoteChanges(made).filter(({ fields }) => hasLedger || !fields.every(({ field }) => unseen.includes(field)));
  return changes.map(({ action, address, fields }) => `${action} ${address} ${JSON.stringify(fields)}`);
}

test.each(extents)(
  'all that is planned, and nothing else, is done, is then there, and needs no second plan, with the ledger or without: %s',
  async (extent) => {
    await journeys(40, [pairsOf(extent), orders], async (journey, { before, after }, order) => {
      for (const outline of [before, after]) {
        const arrival = await arriveAt(journey, journey.wanted(outline), order);
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
    });
  },
);
