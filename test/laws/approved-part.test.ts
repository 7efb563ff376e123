/** Unrelated changes outside docform do not void an approval, and nothing that was not approved is sent. */
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { apply } from '../../src/library/apply.ts';
import { approvedByDigest, approvedBySaved } from '../../src/library/approve.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import { isBlocked, type Plan, remoteChanges } from '../../src/plan/result/change.ts';
import { saved } from '../plan/approving.ts';
import { speak } from '../server/open.ts';
import type { Case } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { drawn } from './draw.ts';
import { arriveAt, carryOut, faultsOf, type Journey, openJourney, planUnblocked } from './journey.ts';
import { always, choices, extents, orders, pairsOf } from './law.ts';
import type { Outline } from './outline.ts';
import { apart, doUnrelated, unrelated, withApart } from './unrelated-edits.ts';

/** The second configuration of a pair, planned and saved. */
async function approvedPlan(journey: Journey, before: Outline, after: Outline) {
  await arriveAt(journey, journey.wanted(withApart(before)));
  const { planned, desired } = await planUnblocked(journey, journey.wanted(withApart(after)));
  return { planned, desired, known: saved(planned) };
}

async function partsNow(now: Planned, { planned, known }: Awaited<ReturnType<typeof approvedPlan>>) {
  return [await approvedBySaved(now, known), await approvedByDigest(now, planned.digest)];
}

const stepIds = ({ steps }: Plan) => steps.map(({ id }) => id).sort();

test.each(extents)('unrelated changes void no approval, and nothing else is sent: %s', async (extent) => {
  const figures = { approvals: 0, landed: 0, leftOut: 0 };
  await always(12, [pairsOf(extent), choices(1, 3), orders], async ({ before, after }, done, order) => {
    const journey = openJourney();
    try {
      const approved = await approvedPlan(journey, before, after);
      if (remoteChanges(approved.planned.plan).length === 0) return;
      figures.approvals += 1;
      const own = Object.entries((await journey.backend.load()).ledger.resources).flatMap(([address, { id }]) =>
        /^(?:teams|sites|spaces)\/(?:apart|aside)\b/.test(address) ? [id] : [],
      );
      await doUnrelated(journey, done);
      const now = await journey.plan(approved.desired, { allowances: approved.known.allowances });
      for (const part of await partsNow(now, approved)) {
        expect(part, JSON.stringify(done)).toBeDefined();
        if (part === undefined) continue;
        expect(stepIds(part.planned.plan)).toEqual(stepIds(approved.planned.plan));
        figures.leftOut += part.leftOut.length;
      }
      const [part] = await partsNow(now, approved);
      const from = journey.traffic.length;
      if (part !== undefined) expect(faultsOf(await carryOut(journey, part.planned, order))).toEqual([]);
      const writes = journey.traffic.slice(from).filter(({ request }) => request.method !== 'GET');
      expect(writes.filter(({ request }) => own.some((id) => request.path.includes(id)))).toEqual([]);
      // Now only what was left out is needed.
      const second = await journey.plan(approved.desired, { allowances: approved.known.allowances });
      const left = new Set(part?.leftOut.map(({ address }) => address));
      expect(remoteChanges(second.plan).filter(({ address }) => !left.has(address))).toEqual([]);
      figures.landed += 1;
    } finally {
      journey.reference.close();
    }
  });
  expect(figures.landed).toBe(figures.approvals);
  expect(figures.approvals).toBeGreaterThan(8);
  expect(figures.leftOut).toBeGreaterThan(8);
});

/** Objects that no access depends on, declared as they are. */
function withApartObjects(each: Case): Case {
  const more = { teams: apart.teams, spaces: apart.spaces, sites: apart.sites };
  const desired = parse(each.desired);
  const both = (written: typeof each.live) =>
    Object.fromEntries(Object.entries(more).map(([name, added]) => [name, { ...written[name as 'teams'], ...added }]));
  return {
    ...each,
    live: { ...each.live, ...both(each.live) },
    desired: stringify({ ...desired, ...both(desired) }),
  };
}

test('unrelated changes void no approval of access, and nothing else is sent: both dialects', async () => {
  const figures = { approvals: 0, leftOut: 0 };
  await always(24, [drawn((draw) => drawAccessPair(draw, 1, 3)), choices(1, 2)], async (pair, done) => {
    const { reference, ids, options } = await openCase(withApartObjects(caseOfPair(pair)));
    const approved = await plan({ ...options, maxWaitMs: 0 });
    if (!isBlocked(approved.plan) && remoteChanges(approved.plan).length > 0) {
      const { send } = speak(reference, false);
      for (const [serial, { what, which }] of done.entries()) {
        const all = unrelated(which);
        await all[what % all.length]?.({ send, serial, idOf: (address) => ids.get(address) ?? '' });
      }
      const now = await plan({ ...options, maxWaitMs: 0 });
      const parts = [await approvedBySaved(now, saved(approved)), await approvedByDigest(now, approved.digest)];
      for (const part of parts) {
        expect(part && stepIds(part.planned.plan), JSON.stringify({ pair, done })).toEqual(stepIds(approved.plan));
      }
      const [part] = parts;
      if (part === undefined) return;
      const report = await apply(part.planned, { platform: options.platform, ledger: options.ledger, maxWaitMs: 0 });
      expect(faultsOf(report)).toEqual([]);
      const left = new Set(part.leftOut.map(({ address }) => address));
      const second = await plan({ ...options, maxWaitMs: 0 });
      expect(new Set(remoteChanges(second.plan).map(({ address }) => address))).toEqual(left);
      figures.approvals += 1;
      figures.leftOut += left.size;
    }
    reference.close();
  });
  expect(figures.approvals).toBeGreaterThan(12);
  expect(figures.leftOut).toBeGreaterThan(8);
});
