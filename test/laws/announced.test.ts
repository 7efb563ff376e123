/** The requests listed by a plan equal the writes of its apply, for generated organizations; `cases.test.ts` covers the cases. */
import { expect, test } from 'vitest';
import { untold } from '../support/announced.ts';
import { doByHand } from './by-hand.ts';
import { NoWayOut } from './heeded.ts';
import { arriveAt } from './journey.ts';
import { choices, extents, journeys, pairsOf } from './law.ts';

const deeds = choices(0, 5);

/** Changes outside docform can block a plan in a way that only a person can resolve. Such a plan sends no writes. */
function ifByHand(error: unknown): undefined {
  if (error instanceof NoWayOut || String(error).includes('still blocked')) return undefined;
  throw error;
}

test.each(extents)(
  'an apply sends exactly the writes that its plan lists, also after changes outside docform: %s',
  async (extent) => {
    let requests = 0;
    await journeys(12, [pairsOf(extent), deeds], async (journey, { before, after }, done) => {
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
        // The ledger now contains addresses of deleted objects.
        await doByHand(journey.reference, done);
      }
    });
    expect(requests).toBeGreaterThan(100);
  },
);
