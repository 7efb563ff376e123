/** After one refused write, the ledger and the next plan are correct, and the next apply completes the work. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Planned } from '../../src/library/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { caseNames, readCase } from '../support/case.ts';
import { certificateOne } from '../support/certificates.ts';
import { refusing, refusingOnce } from '../support/local-platform.ts';
import { carryOutCase } from '../support/run-case.ts';
import { drawn } from './draw.ts';
import { noWay } from './heeded.ts';
import { arriveAt, arriveWhole, carryOut, openJourney, planUnblocked } from './journey.ts';
import { extents, journeys, pairsOf, settings } from './law.ts';
import { drawOutline, type Outline } from './outline.ts';
import { settled } from './settled.ts';

const statuses = [412, 403, 500];

/** At most so many writes of each case are refused, one by one. */
const most = settings(statuses.length).numRuns ?? 1;

/** Lines of a plan that report a change outside docform. */
function blamed({ plan: { changes } }: Planned): readonly string[] {
  return changes.flatMap(({ address, fields, blocked, notes }) => [
    ...(blocked?.code === 'B-CONFLICT' ? [`conflict at ${address}: ${blocked.reason}`] : []),
    ...fields.flatMap(({ field, origin }) =>
      origin === 'platform' || origin === 'both' ? [`${address} ${field}: ${origin}`] : [],
    ),
    ...notes.filter((note) => note.includes('on the platform since')).map((note) => `${address}: ${note}`),
  ]);
}

describe.each(caseNames())('case %s', (name) => {
  test('the plan after a refused write reports no change outside docform', async () => {
    const each = readCase(name);
    if (each.requests === '' || each.second !== '') return;
    const writes = each.requests.trim().split('\n').length;
    for (let nth = 0; nth < Math.min(writes, most); nth++) {
      const around = refusingOnce(nth, statuses[nth % statuses.length] ?? 500);
      const { planned, second, reference } = await carryOutCase(each, { around });
      reference.close();
      const before = new Set(blamed(planned));
      expect(
        blamed(second).filter((line) => !before.has(line)),
        `write ${nth} of ${writes} refused`,
      ).toEqual([]);
    }
  });
});

test('the ledger keeps the fingerprint of a collection that could not be compared', async () => {
  const journey = openJourney();
  const shelf = (key: string) => ({ title: `Shelf ${key}`, parent: null });
  const outline = (title: string, collection: string): Outline => ({
    collections: { c0: shelf('c0'), c1: shelf('c1') },
    spaces: { a0: { title, copyOf: 'home', collection } },
  });
  const wanted = (...of: Parameters<typeof outline>) => journey.wanted(outline(...of));
  await arriveAt(journey, wanted('Space', 'c0'));
  const markOf = async () => (await journey.backend.load()).ledger.resources['spaces/a0']?.applied?.collection;
  const before = await markOf();
  expect(before).toBeDefined();
  journey.intercept = refusing((path) => path.endsWith('/collections'));
  await arriveAt(journey, wanted('Another title', 'c1'));
  expect(await markOf()).toBe(before);
  journey.reference.close();
});

/** Lists of objects that a new object can reference. */
const referredLists = ['/collections', '/teams'];

/** Referenced objects exist, and objects that reference them are new. */
const referring = drawn((draw) => {
  const after = drawOutline(draw, 'everything');
  const { saml: _, settings: _s, ...rest } = after;
  return { before: settled({ ...rest, spaces: {}, sites: {} }), after };
});

const login = {
  label: 'Okta',
  entityID: 'urn:one',
  ssoURL: 'https://one.acme.dev/sso',
  certificate: certificateOne,
  defaultTeam: 'team-0',
};
const section = (key: string, space: string) => ({ section: key, title: key, path: key, spaces: [{ space }] });

test.each<readonly [field: string, list: string, before: Outline, added: Outline]>([
  [
    'collection',
    '/collections',
    { collections: { c0: { title: 'Shelf', parent: null } } },
    { spaces: { a0: { title: 'Space', copyOf: 'home', collection: 'c0' } } },
  ],
  ['defaultTeam', '/teams', { teams: { 'team-0': { title: 'Team' } } }, { saml: { okta: login } }],
  [
    'defaultSection',
    '/members/[^/]+/spaces',
    {},
    {
      spaces: { a0: { title: 'Space', copyOf: 'home' } },
      sites: {
        docs: { title: 'Docs', defaultSection: 'two', structure: [section('one', 'home'), section('two', 'a0')] },
      },
    },
  ],
])('the ledger has no fingerprint of %s if a new object was created without it', async (field, list, before, added) => {
  const journey = openJourney();
  await arriveAt(journey, journey.wanted({ spaces: {}, ...before }));
  journey.intercept = refusing((path) => new RegExp(`${list}$`).test(path));
  const { desired, planned } = await arriveAt(journey, journey.wanted({ spaces: {}, ...before, ...added }));
  expect(planned.plan.notes.map(({ text }) => text)).toContainEqual(expect.stringContaining(`${field} is not changed`));
  journey.intercept = (send) => send;
  const next = await journey.plan(desired);
  expect(remoteChanges(next.plan).flatMap(({ fields }) => fields.map((each) => each.field))).toContain(field);
  expect(blamed(next)).toEqual([]);
  journey.reference.close();
});

test('the ledger has fingerprints only of sent fields while a list is refused', async () => {
  const seen = { leftAlone: 0 };
  await journeys(60, [referring, fc.constantFrom(...referredLists)], async (journey, { before, after }, list) => {
    await arriveAt(journey, journey.wanted(before));
    journey.intercept = refusing((path) => new RegExp(`${list}$`).test(path));
    const refused = await arriveAt(journey, journey.wanted(after)).catch(noWay());
    journey.intercept = (send) => send;
    if (refused === undefined) return;
    const next = await journey.plan(refused.desired, { allowances: refused.allowances });
    expect(blamed(next)).toEqual([]);
    seen.leftAlone += refused.planned.plan.notes.filter(({ text }) => text.includes('is not changed')).length;
  });
  expect(seen.leftAlone).toBeGreaterThan(2);
});

test.each(extents)(
  'after one refused write, the plan reports no change outside docform, and the apply completes the work: %s',
  async (extent) => {
    await journeys(
      10,
      [pairsOf(extent), fc.nat(25), fc.constantFrom(...statuses)],
      async (journey, { before, after }, nth, status) => {
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
      },
    );
  },
);
