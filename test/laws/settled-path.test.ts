/** The planner skips resources without changes, and its plan equals one that skips nothing. */
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { isWithin, keyIn, listOf } from '../../src/core/address.ts';
import type { Desired, Ledger, LedgerEntry, LiveObject, Value } from '../../src/core/state.ts';
import { kindsOfDialect, shapes } from '../../src/kinds/index.ts';
import type { Platform } from '../../src/library/platform.ts';
import * as upToDate from '../../src/plan/changes/ledger/state-updates.ts';
import { renameInAllLastApplied } from '../../src/plan/context/renamed-ledger.ts';
import { type PlanInput, plan } from '../../src/plan/plan.ts';
import type { Plan } from '../../src/plan/result/change.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { fetchLive } from '../../src/remote/live/fetch.ts';
import { living, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { localPlatform } from '../support/local-platform.ts';
import { halfSeenWorld, lesser } from './any-world.ts';
import { doByHand } from './by-hand.ts';
import { cutShort } from './cut-short.ts';
import { inContract } from './desired-of.ts';
import { type Draw, drawn } from './draw.ts';
import { editElsewhere } from './drift-elsewhere.ts';
import { arriveAt, planUnblocked } from './journey.ts';
import { always, choices, extents, journeys, pairsOf } from './law.ts';

const definitions = kindsOfDialect('2025-06');

/** Plans without skipping any resource. The mock is restored because all tests of a worker share the module. */
function draftingAll(input: PlanInput): Plan {
  const none = vi.spyOn(upToDate, 'isUpToDate').mockReturnValue(false);
  try {
    return plan(input);
  } finally {
    none.mockRestore();
  }
}

type States = Omit<PlanInput, 'shapes'>;

let [found, passed] = [0, 0];

/** A complete plan also contains the unchanged ledger entries of skipped resources, which have no effect. */
function expectAlike(states: States): void {
  const input = { ...states, shapes };
  const [own, whole] = [plan(input), draftingAll(input)];
  const known = (address: string): object => {
    const { id: _, ...entry } = own.stateUpdates.set[address] ?? states.ledger.resources[address] ?? { id: '' };
    return entry;
  };
  const isOnlyWhole = (address: string): boolean => !(address in own.stateUpdates.entries);
  const besides = Object.keys(whole.stateUpdates.entries).filter(isOnlyWhole);
  const entries = {
    ...own.stateUpdates.entries,
    ...Object.fromEntries(besides.map((address) => [address, known(address)])),
  };
  expect({ ...own, stateUpdates: { ...own.stateUpdates, entries } }).toEqual(whole);
  found += Object.keys(whole.stateUpdates.entries).length;
  passed += besides.length;
}

afterAll(() => {
  // Otherwise the tests would compare nothing.
  expect(passed).toBeGreaterThan(found / 10);
});

/** Changes the platform, the ledger, the journal and the completeness of lists at random. */
function disturbed(draw: Draw, { desired, live, ledger, ...rest }: States): States {
  const addresses = desired.resources.map(({ address }) => address);
  const percent = draw.pick([0, 0, 3, 15]);
  const some = (all: readonly string[]): ReadonlySet<string> => new Set(all.filter(() => draw.chance(percent)));
  const objects = live.objects.flatMap((object) => (draw.chance(percent) ? touched(draw, object) : [object]));
  const cuts = new Set(live.lists.filter(() => draw.chance(percent)));
  const resources = Object.entries(ledger.resources).flatMap(([address, entry]) =>
    draw.chance(percent) ? mistold(draw, entry).map((each) => [address, each] as const) : [[address, entry] as const],
  );
  return {
    ...rest,
    desired: {
      ...desired,
      policy: { ...desired.policy, protect: draw.chance(percent) ? ['team', 'section'] : desired.policy.protect },
    },
    live: cutShort(
      { ...live, objects },
      (list) => cuts.has(list),
      () => draw.chance(50),
    ),
    ledger: { ...ledger, resources: Object.fromEntries(resources) },
    interrupted: some(addresses),
    unconfirmed: some(addresses),
  };
}

const values: readonly Value[] = ['by hand', '', null, true, false, [], ['one'], {}, { f0: 'one' }];

function touched(draw: Draw, object: LiveObject): readonly LiveObject[] {
  const names = Object.keys(object.fields);
  const name = draw.pick(names.length === 0 ? ['title'] : names);
  const { [name]: _, ...others } = object.fields;
  return draw.pick<readonly LiveObject[]>([
    [{ ...object, fields: { ...object.fields, [name]: draw.pick(values) } }],
    [{ ...object, fields: others }],
    [{ ...object, isDeleted: true }],
    [],
  ]);
}

function mistold(draw: Draw, entry: LedgerEntry): readonly LedgerEntry[] {
  const { applied = {}, protect, ...bare } = entry;
  const name = draw.pick([...Object.keys(applied), 'title']);
  const { [name]: _, ...others } = applied;
  const marked = (marks: LedgerEntry['applied'] = {}): LedgerEntry =>
    Object.keys(marks).length === 0 ? bare : { ...bare, applied: marks };
  return draw.pick<readonly LedgerEntry[]>([
    [{ ...entry, applied: { ...applied, [name]: 'other' } }],
    [{ ...marked(others), ...(protect === undefined ? {} : { protect }) }],
    [{ ...entry, applied: { ...applied, more: 'other' } }],
    [protect === undefined ? { ...entry, protect: draw.chance(50) } : marked(entry.applied)],
    [{ ...entry, was: 'another' }],
    [{ ...entry, id: 'another' }],
    [],
  ]);
}

/** Gives resources other addresses in the ledger, and adds `moved` lines. */
function renamed(draw: Draw, states: States): States {
  const named = states.desired.resources.flatMap(({ address, kind }) => {
    const shape = shapes.get(kind);
    return states.ledger.resources[address] !== undefined && shape?.key === 'name' && shape.singleton !== true
      ? [address]
      : [];
  });
  return draw.some(named, 0, 3).reduce((before, address, at) => beforeRename(before, address, `was-${at}`), states);
}

function beforeRename({ desired, ledger, ...rest }: States, to: string, key: string): States {
  const from = `${listOf(to)}/${key}`;
  const then = (address: string): string => (isWithin(address, to) ? from + address.slice(to.length) : address);
  const gone = Object.keys(ledger.resources).flatMap((address) =>
    then(address) === address ? [] : [{ from: address, to: then(address) }],
  );
  const entries = renameInAllLastApplied(new Map(Object.entries(ledger.resources)), gone, shapes);
  const span = { file: 'docform.yaml', line: 1, column: 1, length: 1 };
  const orders = Object.entries(ledger.orders ?? {}).map(([container, mark]) => [then(container), mark]);
  return {
    ...rest,
    desired: { ...desired, moved: [...desired.moved, { from, to: `${listOf(to)}/${keyIn(to)}`, span }] },
    ledger: {
      resources: Object.fromEntries([...entries].map(([address, entry]) => [then(address), entry])),
      lists: ledger.lists.map(then),
      orders: Object.fromEntries(orders),
    },
  };
}

async function readFor(
  { transport }: Pick<Platform, 'transport'>,
  organization: string,
  wanted: Desired,
  ledger: Ledger,
): Promise<States> {
  const desired = inContract(wanted, ledger);
  const live = await fetchLive(createClient({ transport }), { organization, definitions, desired, ledger });
  return { desired, ledger, live };
}

const draws = drawn((draw) => draw);
const edits = fc.array(choices(1, 3, 100), { minLength: 2, maxLength: 2 });
const deeds = choices(0, 4);
const nothing = { entries: [], unknown: [] } as unknown as Parameters<typeof editElsewhere>[2];

test.each(extents)(
  'the plan equals one that skips nothing, after edits, changes outside docform, renames and lost data: %s',
  async (extent) => {
    await journeys(8, [pairsOf(extent), edits, deeds, draws], async (journey, pair, edited, done, draw) => {
      const { desired: before } = await arriveAt(journey, journey.wanted(pair.before));
      const { desired: after } = await planUnblocked(journey, journey.wanted(pair.after));
      await doByHand(journey.reference, done);
      const { ledger } = await journey.backend.load();
      for (const desired of [before, after, ...edited.map((each) => editElsewhere(before, each, nothing))]) {
        const states = await readFor(journey.platform, journey.reference.organization, desired, ledger);
        for (const each of [
          states,
          renamed(draw, states),
          disturbed(draw, states),
          disturbed(draw, renamed(draw, states)),
        ])
          expectAlike(each);
      }
    });
  },
);

test('the plan equals one that skips nothing, for any imported organization and a token that hides objects', async () => {
  const worlds = drawn((draw) => worldOf(halfSeenWorld(draw, { isRepeated: draw.chance(50) })));
  await always(8, [worlds, edits, deeds, draws], async (world, edited, done, draw) => {
    const place = await living(world);
    const { desired: before, ledger: backend } = await takeIn(place, 'acme');
    const least = await localPlatform({ ...place.reference, token: place.reference.tokenFor(lesser) });
    await doByHand(place.reference, done);
    const { ledger } = await backend.load();
    for (const desired of [before, ...edited.map((each) => editElsewhere(before, each, nothing))]) {
      for (const platform of [place.platform, least]) {
        const states = await readFor(platform, place.reference.organization, desired, ledger);
        for (const each of [states, disturbed(draw, renamed(draw, states))]) expectAlike(each);
      }
    }
    place.reference.close();
  });
});
