/** An apply that is cut off after any write is finished by the next one, with nothing made twice. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TransportError } from '../../src/contract/transport.ts';
import { plan, remoteChanges } from '../../src/library/index.ts';
import { desiredOf } from './desired-of.ts';
import { arriveAt, carryOut, faultsOf, type Journey, missing, openJourney, planUnblocked } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { orders, settings } from './settings.ts';
import { seededUnmanaged, unmanagedOf } from './unmanaged.ts';

/** Writes after the first few never leave this machine. */
function cutOffAfter(journey: Journey, writes: number): void {
  let left = writes;
  journey.intercept = (send) => (request, options) => {
    if (request.method !== 'GET' && left-- <= 0) throw new TransportError('the connection is gone', false);
    return send(request, options);
  };
}

test.each(['sites', 'everything'] as const)(
  'whatever is cut off is finished by the next apply, and nothing is there twice: %s',
  async (extent) => {
    await fc.assert(
      fc.asyncProperty(pairsOf(extent), fc.nat(25), fc.nat(25), orders, async ({ before, after }, first, second, order) => {
        const journey = openJourney();
        for (const [outline, writes] of [
          [before, first],
          [after, second],
        ] as const) {
          const wanted = desiredOf(outline, journey.reference.organization, journey.seeded);
          const { planned, desired } = await planUnblocked(journey, wanted);
          cutOffAfter(journey, writes);
          await carryOut(journey, planned, order);
          journey.intercept = (send) => send;
          const arrival = await arriveAt(journey, desired, order);
          expect(faultsOf(arrival.report)).toEqual([]);
          expect(await missing(journey, arrival)).toEqual([]);
          expect(remoteChanges((await plan({ desired: arrival.desired, platform: journey.platform, ledger: journey.store })).plan)).toEqual(
            [],
          );
          expect((await unmanagedOf(journey, arrival.desired)).filter((name) => !seededUnmanaged.includes(name))).toEqual([]);
        }
        journey.reference.close();
      }),
      settings(30),
    );
  },
);
