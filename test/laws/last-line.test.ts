/** The last line of a plan and its exit code agree with its changes to platform and ledger. */
import { expect, test } from 'vitest';
import { planExit } from '../../src/cli/planning/plan-result.ts';
import type { Planned } from '../../src/library/plan.ts';
import { isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { isReadInPart } from '../../src/plan/scope/readable-scope.ts';
import { planHtml } from '../../src/report/html/document.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { planText } from '../../src/report/plan/text.ts';
import { arriveAt } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';

const seen = { none: 0, state: 0, remote: 0 };

function holds(planned: Planned): void {
  const { plan } = planned;
  const hasState = plan.changes.length > 0 || (plan.ledgerUpdates ?? 0) > 0;
  const of = remoteChanges(plan).length > 0 ? 'remote' : hasState || plan.pending.length > 0 ? 'state' : 'none';
  seen[of] += 1;
  for (const text of [planText(plan), planComment(plan).text, planHtml(plan, { assets: { style: '', script: '' } })]) {
    expect(/No changes (\.|in what)|No changes\./.test(text)).toBe(of === 'none');
    expect(text.includes('No changes to the platform')).toBe(of === 'state');
  }
  if (isReadInPart(plan) || isBlocked(plan)) return;
  expect(planExit(planned, true)).toBe(hasState || planned.wasInterrupted ? 2 : 0);
  expect(planExit(planned, false)).toBe(0);
}

test.each(extents)(
  '"No changes" is printed only for empty plans, and exit code 2 is returned only for other plans: %s',
  async (extent) => {
    await journeys(15, [pairsOf(extent), orders], async (journey, { before, after }, order) => {
      holds(await journey.plan(journey.wanted(before)));
      const arrival = await arriveAt(journey, journey.wanted(before), order);
      holds(await journey.plan(arrival.desired));
      // Only protection differs, so only the ledger changes.
      const unprotected = arrival.desired.resources.map((resource) => ({
        ...resource,
        protect: resource.kind === 'space',
      }));
      holds(await journey.plan({ ...arrival.desired, resources: unprotected }));
      holds(await journey.plan(journey.wanted(after)));
    });
    if (extent === 'everything') for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
  },
);
