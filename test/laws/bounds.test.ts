/** A plan of a configuration with a bound changes, moves, deletes and adopts no object outside the bound. */
import { expect, test } from 'vitest';
import { compilePatternWithin, topLevelAddress } from '../../src/core/address.ts';
import { nowhere } from '../../src/core/problem.ts';
import { slugify } from '../../src/core/slug.ts';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { plan as planOf } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { type Change, isStateOnly } from '../../src/plan/result/change.ts';
import { readFacts } from '../support/platform-facts.ts';
import { doByHand } from './by-hand.ts';
import { arriveAt, type Journey } from './journey.ts';
import { choices, extents, journeys, orders, pairsOf } from './law.ts';

const bounds = [
  ...[['spaces/a*', 'sites/*'], ['sites/a1', 'spaces/*1*'], ['teams', 'collections/*'], ['**'], []],
  ...[['s*/*'], ['members', 'teams/b*', 'openapi'], ['settings', 'spaces']],
];

/** Deletes everything that is not declared. */
function exact(desired: Desired): Desired {
  const lists = desired.lists.map((list) => ({ ...list, prune: 'all' as const, pruneIsNamed: true }));
  return { ...desired, lists, policy: { ...desired.policy, prune: () => 'all', protect: [], maxDeletes: 999 } };
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** The address of a top-level object: in the ledger, or the one that an import gives the object. */
function addressOf({ resources }: Ledger, facts: Facts, address: string, id: string | undefined): string {
  const shape = [...shapes.values()].find(({ segment, parents }) => !parents && segment === address.split('/')[0]);
  const owned = Object.entries(resources).find(([at, entry]) => entry.id === id && topLevelAddress(at) === at)?.[0];
  if (id === undefined || shape === undefined || shape.singleton || owned !== undefined) return owned ?? address;
  const object = facts.of(shape.name, id, '') ?? {};
  const key = shape.key === 'name' ? undefined : object[shape.key.field];
  const names = [...shape.naturalKeys].reverse().map(([name = '']) => slugify(String(object[name] ?? '')));
  return `${shape.segment}/${key ?? names.find((name) => name !== '')}`;
}

async function outsideOf(journey: Journey, desired: Desired, patterns: readonly string[]) {
  const { ledger } = await journey.backend.load();
  const facts = await readFacts(journey.reference);
  const options = { platform: journey.platform, ledger: journey.backend, maxWaitMs: 0 };
  const { plan } = await planOf({ ...options, desired: { ...desired, bounds: [{ patterns, span: nowhere }] } });
  const isInside = (address: string) => patterns.some((pattern) => compilePatternWithin(pattern)(address));
  const open = plan.changes.filter(({ action, blocked }) => !blocked && (action === 'adopt' || !isStateOnly(action)));
  const placeOf = ({ address, id }: Change) => {
    const top = topLevelAddress(address);
    return addressOf(ledger, facts, top, plan.ids[top] ?? (top === address ? id : undefined));
  };
  const places = open.map((change) => ({ place: placeOf(change), what: `${change.action} ${change.address}` }));
  return {
    outside: places.filter(({ place }) => !isInside(place)).map(({ place, what }) => `${what} (${place})`),
    actions: open.map(({ action }) => action),
    blocked: plan.changes.filter(({ blocked }) => blocked?.code === 'B-WITHIN').map(({ action }) => action),
  };
}

test.each(extents)('no plan has an open change of an object outside the bound: %s', async (extent) => {
  const seen = { open: new Set<string>(), blocked: new Set<string>() };
  await journeys(12, [pairsOf(extent), choices(0, 3), orders], async (first, { before, after }, deeds, order) => {
    await arriveAt(first, first.wanted(before), order);
    await doByHand(first.reference, deeds);
    for (const journey of [first, { ...first, backend: memoryLedger() }])
      for (const wanted of [first.wanted(after), exact(first.wanted(after))])
        for (const patterns of bounds) {
          const { outside, actions, blocked } = await outsideOf(journey, wanted, patterns);
          expect(outside, patterns.join(', ')).toEqual([]);
          for (const action of actions) seen.open.add(action);
          for (const action of blocked) seen.blocked.add(action);
        }
  });
  for (const action of ['create', 'update', 'delete', 'adopt'])
    expect([action, seen.open.has(action), seen.blocked.has(action)]).toEqual([action, true, true]);
});
