/** One write is refused, once: the ledger then claims nothing of it, nobody else is blamed for what is missing, and the next apply finishes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBlocked, type Planned, remoteChanges } from '../../src/library/index.ts';
import { planCase } from '../plan/approving.ts';
import { caseNames, readCase } from '../support/case.ts';
import { refusing, refusingOnce } from '../support/local-platform.ts';
import { carryOutCase } from '../support/run-case.ts';
import { arriveAt, arriveWhole, carryOut, openJourney, planUnblocked } from './journey.ts';
import { extents, journeys, pairsOf } from './law.ts';
import type { Outline } from './outline.ts';

const statuses = [412, 403, 500];

/** What a plan says that somebody else has done. */
function blamed({ plan: { changes } }: Planned): readonly string[] {
  return changes.flatMap(({ address, fields, blocked, notes }) => [
    ...(blocked?.code === 'B-CONFLICT' ? [`conflict at ${address}: ${blocked.reason}`] : []),
    ...fields.flatMap(({ field, origin }) => (origin === 'platform' || origin === 'both' ? [`${address} ${field}: ${origin}`] : [])),
    ...notes.filter((note) => note.includes('on the platform since')).map((note) => `${address}: ${note}`),
  ]);
}

describe.each(caseNames())('%s', (name) => {
  test('a refused write is nobody else’s doing', async () => {
    const each = readCase(name);
    const { planned, reference } = await planCase(each);
    reference.close();
    if (isBlocked(planned.plan) || each.second !== '') return;
    const before = new Set(blamed(planned));
    const writes = planned.plan.steps.flatMap((step) => planned.requestsOf(step.id)).length;
    for (let nth = 0; nth < Math.min(writes, 6); nth++) {
      const around = refusingOnce(nth, statuses[nth % statuses.length] ?? 500);
      const { second, reference: after } = await carryOutCase(each, { around });
      after.close();
      expect(
        blamed(second).filter((line) => !before.has(line)),
        `write ${nth} of ${writes} refused`,
      ).toEqual([]);
    }
  });
});

test('a place that could not be compared keeps the mark it had', async () => {
  const journey = openJourney();
  const shelf = (key: string) => ({ title: `Shelf ${key}`, parent: null });
  const outline = (title: string, collection: string): Outline => ({
    collections: { c0: shelf('c0'), c1: shelf('c1') },
    spaces: { a0: { title, copyOf: 'home', collection } },
  });
  const wanted = (...of: Parameters<typeof outline>) => journey.wanted(outline(...of));
  await arriveAt(journey, wanted('Space', 'c0'));
  const markOf = async () => (await journey.store.load()).ledger.resources['spaces/a0']?.applied?.collection;
  const before = await markOf();
  expect(before).toBeDefined();
  journey.intercept = refusing((path) => path.endsWith('/collections'));
  await arriveAt(journey, wanted('Another title', 'c1'));
  expect(await markOf()).toBe(before);
  journey.reference.close();
});

test.each(extents)('whatever is refused once, nobody is blamed, and the next apply arrives: %s', async (extent) => {
  await journeys(25, [pairsOf(extent), fc.nat(25), fc.constantFrom(...statuses)], async (journey, { before, after }, nth, status) => {
    await arriveAt(journey, journey.wanted(before));
    const { planned, desired, allowances } = await planUnblocked(journey, journey.wanted(after));
    const known = new Set(blamed(planned));
    journey.intercept = refusingOnce(nth, status);
    await carryOut(journey, planned, 0);
    journey.intercept = (send) => send;
    const next = await journey.plan(desired, { allowances });
    expect(blamed(next).filter((line) => !known.has(line))).toEqual([]);
    const arrival = await arriveWhole(journey, desired);
    const last = await journey.plan(arrival.desired);
    expect(remoteChanges(last.plan)).toEqual([]);
  });
});
