/** Guards of deletes count objects that existed when the plan was made. */
import { expect, test } from 'vitest';
import type { Dialect } from '../../src/core/dialect.ts';
import type { Change } from '../../src/plan/result/change.ts';
import { arriveAt, openJourney } from '../laws/journey.ts';
import { extents, journeys, pairsOf } from '../laws/law.ts';
import { type Case, caseOf } from '../support/case.ts';
import { carryOutCase } from '../support/run-case.ts';

const numbers = (length: number) => Array.from({ length }, (_, at) => at);

/** Sites with one section each, around a new space. */
function newSites(length: number) {
  const spaces = numbers(length).map((at) => `  s${at}: { title: Space ${at} }`);
  const sites = numbers(length).map(
    (at) =>
      `  n${at}: { title: New ${at}, structure: [{ section: a, title: Part, path: a, spaces: [{ space: s${at} }] }] }`,
  );
  return `spaces:\n${spaces.join('\n')}\nsites:\n${sites.join('\n')}\n`;
}

const deletes = (changes: readonly Change[]) =>
  changes.filter(({ action }) => action === 'delete' || action === 'replace');

test.each<Dialect>(['2025-06', 'gitbook'])(
  'eleven new sites with sections delete nothing and are not blocked (%s)',
  async (dialect) => {
    const { planned, report, second, reference } = await carryOutCase(
      caseOf({ desired: newSites(11), ledger: [], dialect }),
      { dialect },
    );
    reference.close();
    expect(planned.plan.guards).toEqual([]);
    expect(deletes(planned.plan.changes)).toEqual([]);
    expect(report.counts).toMatchObject({ failed: 0, skipped: 0, notStarted: 0 });
    expect(second.plan.changes).toEqual([]);
  },
);

test('three new sites beside nine with sections are not blocked', async () => {
  const existing: Case['live'] = {
    spaces: { home: null },
    sites: Object.fromEntries(
      numbers(9).map((at) => [`old${at}`, { structure: [{ section: 'a', path: 'a', spaces: [{ space: 'home' }] }] }]),
    ),
  } as Case['live'];
  const { planned, reference } = await carryOutCase(caseOf({ live: existing, ledger: [], desired: newSites(3) }));
  reference.close();
  expect([planned.plan.guards, deletes(planned.plan.changes)]).toEqual([[], []]);
});

const teams = (length: number) => Object.fromEntries(numbers(length).map((at) => [`t${at}`, null]));
const declaredTeams = (from: number, to: number) =>
  `policy: { maxDeletes: 50 }\nteams: { ${numbers(to - from).map((at) => `t${from + at}: { title: T${from + at} }`)} }\n`;

test.each([
  { all: 7, deleted: 6, codes: [] },
  { all: 8, deleted: 2, codes: [] },
  { all: 8, deleted: 3, codes: ['B-DELETE-SHARE'] },
  { all: 40, deleted: 10, codes: [] },
  { all: 40, deleted: 11, codes: ['B-DELETE-SHARE'] },
])('$deleted deletes of $all teams: $codes', async ({ all, deleted, codes }) => {
  const said = caseOf({ live: { teams: teams(all) }, desired: declaredTeams(deleted, all) });
  const { planned, reference } = await carryOutCase(said);
  reference.close();
  expect(planned.plan.guards.map(({ code }) => code)).toEqual(codes);
});

test.each([
  { most: 0, codes: ['B-MAX-DELETES'] },
  { most: 1, codes: [] },
])('a replaced object counts as one delete: at most $most', async ({ most, codes }) => {
  const said = caseOf({
    live: { customFields: { owner: { type: 'text', title: 'Owner' } } },
    desired: `policy: { maxDeletes: ${most} }\ncustomFields: { owner: { type: tags, title: Owner, replace: true } }\n`,
  });
  const { planned, reference } = await carryOutCase(said);
  reference.close();
  expect(planned.plan.guards.map(({ code }) => code)).toEqual(codes);
});

test('an interrupted apply that left eleven sections of the platform is finished without an override', async () => {
  const journey = openJourney();
  const desired = journey.wanted({
    spaces: Object.fromEntries(numbers(11).map((at) => [`s${at}`, { title: `Space ${at}` }])),
    sites: Object.fromEntries(
      numbers(11).map((at) => {
        const structure = [{ section: 'a', title: 'Part', path: 'a', spaces: [{ space: `s${at}` }] }];
        return [`n${at}`, { title: `New ${at}`, structure }];
      }),
    ),
  } as never);
  const refused = { status: 403, headers: {}, body: { error: { code: 403, message: 'no' } } };
  journey.intercept = (send) => async (request, options) =>
    request.method === 'DELETE' ? (refused as never) : send(request, options);
  await arriveAt(journey, desired);
  journey.intercept = (send) => send;
  const policy = { ...desired.policy, maxDeletes: 10 };
  const { plan } = await journey.plan({ ...desired, policy });
  expect(plan.changes.filter(({ action }) => action === 'delete')).toHaveLength(11);
  expect(plan.guards).toEqual([]);
  journey.reference.close();
});

test.each(extents)('every deleted object existed when the plan was made: %s', async (extent) => {
  let deleted = 0;
  await journeys(20, [pairsOf(extent)], async (journey, { before, after }) => {
    const first = await journey.plan(journey.wanted(before));
    expect(deletes(first.plan.changes)).toEqual([]);
    await arriveAt(journey, journey.wanted(before));
    const { plan, live } = await journey.plan(journey.wanted(after));
    const isThere = ({ kind, id }: Change) => live.objects.some((object) => object.kind === kind && object.id === id);
    expect(deletes(plan.changes).filter((each) => !isThere(each))).toEqual([]);
    deleted += deletes(plan.changes).length;
  });
  expect(deleted).toBeGreaterThan(5);
});
