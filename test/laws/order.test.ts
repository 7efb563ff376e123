/** A plan does not depend on the order of maps, pages and ledger entries. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired, Ledger, Live } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { planDigest } from '../../src/plan/approval/plan-digest.ts';
import { plan } from '../../src/plan/plan.ts';
import { planText } from '../../src/report/plan/text.ts';
import { statesOf } from './journey.ts';
import { extents, journeys, pairsOf } from './law.ts';

/** Sorts without any pattern; equal keys result in equal orders. */
function mixed<T>(items: readonly T[], key: number): readonly T[] {
  const rank = (at: number): number =>
    Math.sin((at + 1) * (key + 1.5)) * 10_000 - Math.floor(Math.sin((at + 1) * (key + 1.5)) * 10_000);
  return items
    .map((item, at) => ({ item, at: rank(at) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function mixedMap<T>(map: { readonly [key: string]: T }, key: number): { readonly [key: string]: T } {
  return Object.fromEntries(mixed(Object.entries(map), key));
}

function mixedDesired(desired: Desired, key: number): Desired {
  const resources = desired.resources.map((resource) => ({ ...resource, fields: mixedMap(resource.fields, key) }));
  return {
    ...desired,
    resources: mixed(resources, key),
    lists: mixed(desired.lists, key),
    orders: mixedMap(desired.orders, key),
  };
}

function mixedLive(live: Live, key: number): Live {
  return { objects: mixed(live.objects, key), lists: mixed(live.lists, key), orders: mixedMap(live.orders, key) };
}

function mixedLedger(ledger: Ledger, key: number): Ledger {
  return {
    ...ledger,
    resources: mixedMap(ledger.resources, key),
    lists: mixed(ledger.lists, key),
    orders: mixedMap(ledger.orders ?? {}, key),
    pending: mixedMap(ledger.pending ?? {}, key),
  };
}

test.each(extents)('a plan does not depend on the order of maps, pages and ledger entries: %s', async (extent) => {
  await journeys(15, [pairsOf(extent), fc.nat(1000)], async (journey, pair, key) => {
    const { desired, live, ledger, ...rest } = await statesOf(journey, pair);
    const textOf = (input: { desired: Desired; live: Live; ledger: Ledger }): string => {
      const made = plan({ ...input, ...rest, shapes });
      return `${planDigest(made, 'local')}\n${planText({ ...made, impact: [] }, { requests: made.steps.length })}\n${made.steps.map(({ id }) => id).join('\n')}`;
    };
    const text = textOf({ desired, live, ledger });
    expect(textOf({ desired, live: mixedLive(live, key), ledger: mixedLedger(ledger, key) })).toBe(text);
    expect(textOf({ desired: mixedDesired(desired, key), live, ledger })).toBe(text);
  });
});
