/** The requests that a plan tells are the writes that applying it makes, with the ids that only these make known: for any organization; of the cases `cases.test.ts` says it. */
import { expect, test } from 'vitest';
import { untold } from '../support/announced.ts';
import { doByHand } from './by-hand.ts';
import { NoWayOut } from './heeded.ts';
import { arriveAt } from './journey.ts';
import { choices, extents, journeys, pairsOf } from './law.ts';

const deeds = choices(0, 5);

/** What somebody made by hand may leave no way but a person's: such a plan is blocked, and sends nothing. */
function ifByHand(error: unknown): undefined {
  if (error instanceof NoWayOut || String(error).includes('still blocked')) return undefined;
  throw error;
}

test.each(extents)('any plan tells the writes that are made, also after things went by hand: %s', async (extent) => {
  let requests = 0;
  await journeys(20, [pairsOf(extent), deeds], async (journey, { before, after }, done) => {
    const outlines = extent === 'sites' ? [before, after, before] : [before, after];
    for (const outline of outlines) {
      const arrival = await arriveAt(journey, journey.wanted(outline)).catch(ifByHand);
      if (arrival === undefined) return;
      const { planned, applying, report } = arrival;
      const told = planned.plan.steps.flatMap((step) =>
        planned.requestsOf(step.id).map(({ method, path }) => `${method} ${path}`),
      );
      const writes = applying
        .filter(({ request }) => request.method !== 'GET')
        .map(({ request }) => `${request.method} ${request.path}`);
      expect(untold(told, writes)).toEqual([]);
      expect(report.requests, 'sent, as apply reports it').toBe(planned.requests);
      requests += told.length;
      // The ledger then knows addresses of what is gone.
      await doByHand(journey.reference, done);
    }
  });
  expect(requests).toBeGreaterThan(100);
});
