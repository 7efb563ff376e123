/** After any renames, a ledger never mistakes one object for another, and never considers an object deleted. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { initialOrders } from '../../src/apply/ledger-writer.ts';
import { canonicalJson } from '../../src/core/json.ts';
import type { Desired, Ledger, Live } from '../../src/core/state.ts';
import { movesAfterRename } from '../../src/kinds/declaration/rename.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { Move } from '../../src/kinds/renames.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { plan as planChanges } from '../../src/plan/plan.ts';
import { isBlocked, type Plan } from '../../src/plan/result/change.ts';
import type { StateUpdates } from '../../src/plan/result/ledger-updates.ts';
import { head, loadDesired } from '../config/memory-files.ts';
import { type Draw, drawn } from './draw.ts';
import { openJourney } from './journey.ts';
import { toldOfflineAndInWhole } from './offline.ts';

/** Keys of objects that can be renamed, by object name. */
type Keys = Readonly<Record<string, string>>;

const first: Keys = {
  ...{ teamA: 'a', teamB: 'b', teamC: 'c', siteA: 'a', siteB: 'b', home: 'a', notes: 'b' },
  ...{ siteAone: 'a', siteAtwo: 'b', siteBone: 'a', siteBtwo: 'b' },
};
const siblings = [
  ['teamA', 'teamB', 'teamC'],
  ['siteA', 'siteB'],
  ['home', 'notes'],
  ['siteAone', 'siteAtwo'],
  ['siteBone', 'siteBtwo'],
];
const pool = ['a', 'b', 'c', 'd', 'e'];

function addressOf(keys: Keys, name: string): string {
  const section = /^(site.)(one|two)$/.exec(name)?.[1];
  const list = section
    ? `${addressOf(keys, section)}/sections`
    : name.startsWith('team')
      ? 'teams'
      : name.startsWith('site')
        ? 'sites'
        : 'spaces';
  return `${list}/${keys[name]}`;
}

function configuration(keys: Keys, moved: readonly Move[]): string {
  const link = (space: string, path: string) => ({ space: keys[space], path });
  const section = (name: string) => ({
    section: keys[name],
    title: name,
    path: name.toLowerCase(),
    spaces: [link('home', 'x'), link('notes', 'y')],
  });
  const site = (name: string) => ({
    title: name,
    basename: name.toLowerCase(),
    structure: [section(`${name}one`), section(`${name}two`)],
  });
  const team = (name: string) => ({ title: name, prune: 'all', members: { 'ana@acme.dev': 'owner' } });
  const block = (names: readonly string[], of: (name: string) => object) =>
    Object.fromEntries(names.map((name) => [keys[name], of(name)]));
  const parts = {
    teams: block(['teamA', 'teamB', 'teamC'], team),
    spaces: block(['home', 'notes'], (name) => ({ title: name === 'home' ? 'Home' : 'Notes' })),
    saml: { own: { label: 'Own', defaultTeam: keys.teamA } },
    sites: block(['siteA', 'siteB'], site),
    moved,
  };
  return (
    head +
    Object.entries(parts)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join('')
  );
}

let live: Live;
let ledger: Ledger;
let ids: Keys;
beforeAll(async () => {
  const journey = openJourney();
  const options = {
    desired: loadDesired(configuration(first, [])),
    platform: journey.platform,
    ledger: journey.backend,
    allowances: { addresses: ['spaces/a', 'spaces/b'] },
  };
  await apply(await plan(options), options);
  const planned = await plan(options);
  expect(planned.plan.changes).toEqual([]);
  live = planned.live;
  ledger = planned.ledger;
  ids = Object.fromEntries(Object.keys(first).map((name) => [name, planned.plan.ids[addressOf(first, name)] ?? '']));
});

/** The ledger after applying a plan without steps. */
function after(before: Ledger, { set, remove, lists, unlisted = [], ...rest }: StateUpdates): Ledger {
  const kept = Object.entries(before.resources).filter(([address]) => !remove.includes(address));
  const resources = { ...Object.fromEntries(kept), ...set };
  const orders = initialOrders(before, { set, remove, lists, ...rest }, (address) => resources[address]?.id);
  return {
    resources,
    lists: [...new Set([...before.lists.filter((list) => !unlisted.includes(list)), ...lists])],
    orders,
  };
}

function planned(desired: Desired, known: Ledger): Plan {
  return planChanges({ desired, live, ledger: known, shapes });
}

interface Story {
  readonly draw: Draw;
  keys: Keys;
  moved: readonly Move[];
  /** The ledgers of two environments, each from the last apply to that environment. */
  readonly ledgers: Ledger[];
  readonly told: string[];
}

function rename(story: Story): void {
  const { draw, keys } = story;
  const group = draw.pick(siblings);
  const name = draw.pick(group);
  const free = pool.filter((key) => !group.some((each) => keys[each] === key));
  const next = { ...keys, [name]: draw.pick(free) };
  const move = { from: addressOf(keys, name), to: addressOf(next, name) };
  story.told.push(`${move.from} -> ${move.to}`);
  story.moved = movesAfterRename(story.moved, move, shapes);
  story.keys = next;
}

function check(story: Story): void {
  const desired = loadDesired(configuration(story.keys, story.moved));
  const addresses = new Set(desired.resources.map(({ address }) => address));
  for (const [environment, known] of story.ledgers.entries()) {
    const found = planned(desired, known);
    const where = `${story.told.join(', ')}\nmoved: ${JSON.stringify(story.moved)}\nledger: ${Object.keys(known.resources).join(' ')}`;
    expect(
      found.changes.filter(({ action }) => action !== 'rename').map(({ action, address }) => `${action} ${address}`),
      where,
    ).toEqual([]);
    expect(isBlocked(found), where).toBe(false);
    const [offline, inWhole] = toldOfflineAndInWhole({ desired, ledger: known, plan: found });
    expect(offline, where).toEqual(inWhole);
    expect(
      Object.fromEntries(Object.keys(ids).map((name) => [name, found.ids[addressOf(story.keys, name)]])),
      where,
    ).toEqual(ids);
    const shuffled = planned({ ...desired, moved: story.draw.shuffled(desired.moved) }, known);
    expect(canonicalJson(shuffled as never), where).toBe(canonicalJson(found as never));
    if (!story.draw.chance(40)) continue;
    const noted = after(known, found.stateUpdates);
    story.told.push(`applied ${environment}`);
    story.ledgers[environment] = noted;
    const named = [
      ...Object.keys(noted.resources),
      ...Object.keys(noted.orders ?? {}),
      ...noted.lists.flatMap((list) => list.split('/').slice(0, -1).join('/') || []),
    ];
    expect(
      named.filter((address) => !addresses.has(address)),
      where,
    ).toEqual([]);
    const again = planned(desired, noted);
    expect({ changes: again.changes, set: again.stateUpdates.set, remove: again.stateUpdates.remove }, where).toEqual({
      changes: [],
      set: {},
      remove: [],
    });
  }
}

test('any renames, including nested, chained and swapped ones, lead two ledgers to the same objects', () => {
  fc.assert(
    fc.property(
      drawn((draw) => draw),
      (draw) => {
        const story: Story = { draw, keys: first, moved: [], ledgers: [ledger, ledger], told: [] };
        for (let left = draw.count(1, 9); left > 0; left -= 1) {
          for (let several = draw.count(1, 3); several > 0; several -= 1) rename(story);
          check(story);
          // The entries can be removed when every ledger was updated.
          if (!draw.chance(15)) continue;
          const desired = loadDesired(configuration(story.keys, story.moved));
          for (const [environment, known] of story.ledgers.entries())
            story.ledgers[environment] = after(known, planned(desired, known).stateUpdates);
          story.moved = [];
          story.told.push('entries removed');
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('a ledger contains no old address of a renamed object in entries, lists and orders', () => {
  const keys = { ...first, teamA: 'support', siteA: 'help' };
  const moved = [
    { from: 'teams/a', to: 'teams/support' },
    { from: 'sites/a', to: 'sites/help' },
  ];
  expect(JSON.stringify(ledger)).toMatch(/"teams\/a\/members".*"sites\/a"|"sites\/a".*"teams\/a\/members"/);
  const text = JSON.stringify(after(ledger, planned(loadDesired(configuration(keys, moved)), ledger).stateUpdates));
  expect(text).not.toMatch(/teams\/a\b|sites\/a\b/);
  expect(text).toContain('teams/support/members');
});
