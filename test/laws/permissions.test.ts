/** Permissions reach any declared state: docform revokes its own grants, keeps the grants of others, and predicts who gets access. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { type Case, caseOf } from '../support/case.ts';
import { reachedOn, type Told, wronglyReached } from '../support/reached.ts';
import { carryOutCase } from '../support/run-case.ts';
import { type Draw, drawn, type Keyed } from './draw.ts';
import { always } from './law.ts';
import { people, roles } from './outline.ts';

type Lists = Keyed<Keyed<string>>;

const teams = ['team-0', 'team-1', 'team-2'];
const places = ['collections/outer', 'collections/inner', 'spaces/deep', 'spaces/flat', 'sites/site'];
const structure = [{ section: 'one', title: 'One', path: 'one', spaces: [{ space: 'flat', path: 'flat' }] }];

/** Lists can be missing, and then they are not declared. */
function drawLists(draw: Draw): Lists {
  const lists = { teams, members: people };
  const entries = Object.entries(lists).filter(() => draw.chance(60));
  return Object.fromEntries(
    entries.map(([list, keys]) => [list, Object.fromEntries(draw.some(keys).map((key) => [key, draw.pick(roles)]))]),
  );
}

function drawAll(draw: Draw): Keyed<Lists> {
  return Object.fromEntries(places.map((place) => [place, drawLists(draw)]));
}

const organizations = drawn((draw) => ({
  members: Object.fromEntries(people.map((email) => [email, draw.pick([null, 'read', 'edit'])])),
  rosters: teams.map(() => draw.some(people)),
  levels: places.map(() => draw.pick([null, 'inherit', 'read'])),
  before: drawAll(draw),
  after: drawAll(draw),
  /** Addresses that docform granted. */
  isOwned: draw.chance(50),
}));

type Organization = typeof organizations extends import('fast-check').Arbitrary<infer O> ? O : never;

function written({ members, rosters, levels }: Organization, lists: Keyed<Lists>) {
  const at = (place: string) => ({
    ...(place.startsWith('sites') ? {} : { defaultLevel: levels[places.indexOf(place)] }),
    ...(Object.keys(lists[place] ?? {}).length === 0 ? {} : { permissions: lists[place] }),
  });
  return {
    members: { 'ana@acme.dev': 'admin', ...members },
    teams: Object.fromEntries(
      teams.map((key, index) => {
        const roster = (rosters[index] ?? []).map((email) => [email, 'member']);
        return [key, { title: key, members: Object.fromEntries(roster) }];
      }),
    ),
    collections: {
      outer: { title: 'Outer', ...at('collections/outer') },
      inner: { title: 'Inner', parent: 'outer', ...at('collections/inner') },
    },
    spaces: {
      deep: { title: 'Deep', collection: 'inner', ...at('spaces/deep') },
      flat: { title: 'Flat', ...at('spaces/flat') },
    },
    sites: { site: { title: 'Site', structure, ...at('sites/site') } },
  };
}

test('any permissions are reached, and people get the access that the plan computes', async () => {
  await always(25, [organizations], async (drawnOne) => {
    const { before, after, isOwned } = drawnOne;
    const live = written(drawnOne, before);
    const keys = ['collections', 'spaces', 'sites', 'teams'].flatMap((list) =>
      Object.keys(live[list as 'teams']).map((key) => `${list}/${key}`),
    );
    const each = caseOf({
      name: 'permissions',
      dialect: 'gitbook',
      live: live as never,
      ...(isOwned ? {} : { ledger: keys }),
      desired: stringify(written(drawnOne, after)),
    });
    const told: Told[] = [];
    const carriedOut = (allowed: Case) =>
      carryOutCase(allowed, { look: async (reference) => void told.splice(0, 1, await reachedOn(reference)) });
    const first = await carriedOut(each);
    const deleted = first.planned.plan.changes.filter(({ action }) => action === 'delete');
    if (!isOwned) expect(deleted.map(({ address }) => address)).toEqual([]);
    // Many deletes need the agreement to their number.
    const isHeld = first.planned.plan.guards.length > 0;
    const allow = { deletes: deleted.length, addresses: [] };
    const run = isHeld ? await carriedOut({ ...each, allow }) : first;
    // Permissions of others can be in lists that were not read.
    for (const earlier of isOwned ? told : [])
      expect(wronglyReached(run.planned, earlier, await reachedOn(run.reference), run.second)).toEqual([]);
    expect(run.faults).toEqual([]);
    expect(await run.differences()).toEqual([]);
    expect(remoteChanges(run.second.plan)).toEqual([]);
    for (const { reference } of new Set([first, run])) reference.close();
  });
});
