/** Prefetching changes only the order of requests, and costs no request for existing objects. */
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import type { ListAddress } from '../../src/core/address.ts';
import type { Desired, KindName, Ledger, LedgerEntry, Live } from '../../src/core/state.ts';
import { kindsOfDialect, shapes } from '../../src/kinds/index.ts';
import type { Platform } from '../../src/library/platform.ts';
import { addressesChangedSince } from '../../src/plan/scope/changed-since.ts';
import { createSelection } from '../../src/plan/scope/scope.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { fetchLive } from '../../src/remote/live/fetch.ts';
import * as prefetching from '../../src/remote/live/prefetch.ts';
import { computeTouchedLists } from '../../src/remote/live/touched-lists.ts';
import { brokenAnswer, manners } from '../cli/broken-lists-world.ts';
import { virtualTiming } from '../client/scripted.ts';
import { living, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { localPlatform, type Through } from '../support/local-platform.ts';
import { halfSeenWorld, lesser } from './any-world.ts';
import { doByHand } from './by-hand.ts';
import { inContract } from './desired-of.ts';
import { type Draw, drawn } from './draw.ts';
import { editElsewhere } from './drift-elsewhere.ts';
import { always, choices } from './law.ts';

const definitions = kindsOfDialect('2025-06');

interface Wanted {
  readonly organization: string;
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly isWhole: boolean;
  readonly leftOut?: ReadonlyMap<ListAddress, KindName>;
}

interface Reading {
  readonly said: { readonly live: Live } | { readonly status: unknown };
  /** Requests in order, each with the number of earlier responses. */
  readonly sent: readonly { readonly request: string; readonly known: number }[];
}

async function read({ transport }: Platform, through: () => Through, wanted: Wanted): Promise<Reading> {
  const sent: Reading['sent'][number][] = [];
  let known = 0;
  const send = through()(transport);
  const noted: typeof transport = async (request, options) => {
    sent.push({ request: `${request.path} ${JSON.stringify(request.query)}`, known });
    const answer = await send(request, options);
    known += 1;
    return answer;
  };
  const client = createClient({
    transport: noted,
    timing: virtualTiming(),
    retry: { attempts: 3 },
    maxWaitMs: 3_600_000,
  });
  try {
    return { said: { live: await fetchLive(client, { definitions, ...wanted }) }, sent };
  } catch (error) {
    return { said: { status: (error as { readonly status?: unknown }).status }, sent };
  }
}

/** Reads without prefetching. */
async function readInTurn(...all: Parameters<typeof read>): Promise<Reading> {
  const none = vi.spyOn(prefetching, 'prefetchCalls').mockImplementation(function* () {});
  try {
    return await read(...all);
  } finally {
    none.mockRestore();
  }
}

const seen = { ahead: 0, unheard: 0, threw: 0, unknown: 0 };

afterAll(() => {
  // Otherwise the test would compare nothing.
  expect(seen.ahead).toBeGreaterThan(100);
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
});

const countsOf = ({ sent }: Reading): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { request } of sent) counts.set(request, (counts.get(request) ?? 0) + 1);
  return counts;
};

/** `…/sites/s1/sections` of an existing object. Only admins have all spaces. */
function isIn({ objects }: Live, request: string): boolean {
  const [, collection, id] = /\/(sites|teams|spaces|members)\/([^/ ]+)\//.exec(request) ?? [];
  return objects.some(
    (object) =>
      object.id === id &&
      `${object.kind}s` === collection &&
      !object.isDeleted &&
      (object.kind !== 'member' || object.fields.role === 'admin'),
  );
}

async function expectAlike(platform: Platform, through: () => Through, wanted: Wanted): Promise<void> {
  const [own, inTurn] = [await read(platform, through, wanted), await readInTurn(platform, through, wanted)];
  if (!('live' in own.said)) {
    // The first of several fatal responses ends the reading.
    for (const { said } of [own, inTurn]) expect(said).toEqual({ status: expect.toBeOneOf([401, 403, 404]) });
    seen.threw += 1;
    return;
  }
  expect(own.said).toEqual(inTurn.said);
  const { live } = own.said;
  seen.unknown += live.lists.filter(({ unknown }) => unknown !== undefined).length;
  const [counts, others] = [countsOf(own), countsOf(inTurn)];
  for (const [request, count] of others) expect([request, counts.get(request)]).toEqual([request, count]);
  const unheard = [...counts.keys()].filter((request) => !others.has(request));
  expect(unheard.filter((request) => isIn(live, request))).toEqual([]);
  seen.unheard += unheard.length;
  const firstKnown = new Map(inTurn.sent.toReversed().map(({ request, known }) => [request, known]));
  seen.ahead += own.sent.filter(({ request, known }) => known < (firstKnown.get(request) ?? 0)).length;
}

/** Entries with a wrong id, an invalid id, or none. */
function mistold(draw: Draw, ledger: Ledger): Ledger {
  const percent = draw.pick([0, 0, 10, 40]);
  const entries = Object.entries(ledger.resources);
  const ids = entries.map(([, { id }]) => id);
  const told = (entry: LedgerEntry): readonly LedgerEntry[] =>
    draw.pick([[{ ...entry, id: 'another' }], [{ ...entry, id: draw.pick(ids) }], [{ ...entry, id: '../teams' }], []]);
  const resources = entries.flatMap(([address, entry]) =>
    (draw.chance(percent) ? told(entry) : [entry]).map((each) => [address, each] as const),
  );
  return { ...ledger, resources: Object.fromEntries(resources) };
}

/** Temporary errors end before the wait budget. A 401 concerns the token, not a path. */
const troubles: readonly { readonly status?: number; readonly times: number }[] = [
  ...[403, 403, 404, 404, 500].map((status) => ({ status, times: Number.POSITIVE_INFINITY })),
  ...[429, 500, 503].map((status) => ({ status, times: 2 })),
  ...[1, Number.POSITIVE_INFINITY].map((times) => ({ times })),
];

/** Some paths are refused permanently or twice, some lists are broken, and responses arrive in another order; equal for each reading. */
function troubled(draw: Draw): () => Through {
  const percent = draw.pick([0, 0, 10, 30]);
  const ill = new Map<string, { readonly status?: number; readonly times: number; readonly manner: number }>();
  const slow = new Map<string, number>();
  const drawnOnce = <T>(map: Map<string, T>, path: string, make: () => T): T => {
    const held = map.get(path) ?? make();
    map.set(path, held);
    return held;
  };
  return () => {
    const struck = new Map<string, number>();
    return (send) => async (request, options) => {
      const { path } = request;
      for (let turns = drawnOnce(slow, path, () => draw.count(0, 4)); turns > 0; turns -= 1)
        await new Promise(setImmediate);
      const { status, times, manner } = drawnOnce(ill, path, () => ({
        ...(draw.chance(percent) ? draw.pick(troubles) : { times: 0 }),
        manner: draw.count(0, manners.length - 1),
      }));
      const before = struck.get(path) ?? 0;
      struck.set(path, before + 1);
      if (before >= times) return send(request, options);
      if (status !== undefined)
        return {
          status,
          headers: status === 429 ? { 'retry-after': '2' } : {},
          body: { error: { code: status, message: `answer ${before}` } },
        };
      const whole = await send({ ...request, query: request.query.filter(([name]) => name !== 'page') }, options);
      return brokenAnswer(whole, request, (manners[manner] as (typeof manners)[number]).broken);
    };
  };
}

const worlds = drawn((draw) => worldOf(halfSeenWorld(draw, { isRepeated: draw.chance(50) })));
const edits = fc.array(choices(1, 3, 100), { minLength: 1, maxLength: 1 });
const nothing = { entries: [], unknown: [] } as unknown as Parameters<typeof editElsewhere>[2];

test('prefetching does not change the result of a reading, and costs no request for existing objects', async () => {
  await always(18, [worlds, edits, choices(0, 5), drawn((draw) => draw)], async (world, edited, deeds, draw) => {
    const place = await living(world);
    const { desired: taken, ledger: backend } = await takeIn(place, 'acme');
    const least = await localPlatform({ ...place.reference, token: place.reference.tokenFor(lesser) });
    await doByHand(place.reference, deeds);
    const ledger = mistold(draw, (await backend.load()).ledger);
    const before = inContract(taken, ledger);
    const { organization } = place.reference;
    for (const desired of [before, ...edited.map((each) => editElsewhere(before, each, nothing))]) {
      const { selects } = createSelection(
        { only: [], except: [], selected: addressesChangedSince(before, desired, ledger, shapes) },
        { desired, ledger },
      );
      const { leftOut } = computeTouchedLists({ desired, ledger, definitions, selects });
      for (const platform of [place.platform, least]) {
        for (const wanted of [{ isWhole: false }, { isWhole: true }, { isWhole: false, leftOut }])
          await expectAlike(platform, troubled(draw), { organization, desired, ledger, ...wanted });
      }
    }
    place.reference.close();
  });
});
