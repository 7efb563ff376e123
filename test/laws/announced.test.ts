/** The requests that a plan tells are the writes that applying it makes, with the ids that only these make known: for any organization; of the cases `cases.test.ts` says it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { untold } from '../support/announced.ts';
import { type Deed, doByHand } from './by-hand.ts';
import { desiredOf } from './desired-of.ts';
import { NoWayOut } from './heeded.ts';
import { arriveAt, openJourney } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { settings } from './settings.ts';

const deeds = fc.array(fc.record<Deed>({ what: fc.nat(100), which: fc.nat(20) }), { maxLength: 5 });

/** What somebody made by hand may leave no way but a person's: such a plan is blocked, and sends nothing. */
function ifByHand(error: unknown): undefined {
  if (error instanceof NoWayOut || String(error).includes('still blocked')) return undefined;
  throw error;
}

test.each(['sites', 'everything'] as const)(
  'any plan tells the writes that are made, also after things went by hand: %s',
  async (extent) => {
    let requests = 0;
    await fc.assert(
      fc.asyncProperty(pairsOf(extent), deeds, async ({ before, after }, done) => {
        const journey = openJourney();
        const outlines = extent === 'sites' ? [before, after, before] : [before, after];
        for (const outline of outlines) {
          const arrival = await arriveAt(journey, desiredOf(outline, journey.reference.organization, journey.seeded)).catch(ifByHand);
          if (arrival === undefined) return;
          const { planned, applying, report } = arrival;
          const told = planned.plan.steps.flatMap((step) => planned.requestsOf(step.id).map(({ method, path }) => `${method} ${path}`));
          const writes = applying
            .filter(({ request }) => request.method !== 'GET')
            .map(({ request }) => `${request.method} ${request.path}`);
          expect(untold(told, writes)).toEqual([]);
          expect(report.requests, 'sent, as apply reports it').toBe(planned.requests);
          requests += told.length;
          // The ledger then knows addresses of what is gone.
          await doByHand(journey.reference, done);
        }
        journey.reference.close();
      }),
      { ...settings(20), endOnFailure: true },
    );
    expect(requests).toBeGreaterThan(100);
  },
);
