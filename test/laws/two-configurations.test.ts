/** Two configurations of one organization, each with a ledger of its own: neither touches what the other has made, nor sees in it anything to do. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { shapes } from '../../src/kinds/index.ts';
import { addressPath } from '../../src/kinds/shape.ts';
import { drift, type Ledger, memoryLedger, remoteChanges } from '../../src/library/index.ts';
import { readFacts } from '../support/platform-facts.ts';
import { type Arrival, arriveAt, faultsOf, type Journey, planUnblocked } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';
import type { Outline } from './outline.ts';

/** Of the second: nothing that an organization has once, and other names than those of the first. */
function elsewhere({ settings: _, linkInvites: _l, members: _m, customFields: _c, openapi: _o, order: _r, ...outline }: Outline): Outline {
  const named: unknown = JSON.parse(JSON.stringify(outline), (key, value: unknown) => {
    if (key === 'fields') return undefined;
    if (typeof value !== 'string') return value;
    if (key === 'basename') return `other-${value}`;
    return ['title', 'label', 'name'].includes(key) ? `Other ${value}` : value;
  });
  return named as Outline;
}

/** What is otherwise, or gone, of what one ledger alone knows. */
async function keeping<T>(journey: Journey, other: Journey, act: () => Promise<T>): Promise<readonly [T, readonly string[]]> {
  const before = await readFacts(journey.reference);
  const own = (await journey.store.load()).ledger;
  const others = (await other.store.load()).ledger;
  const done = await act();
  const after = await readFacts(journey.reference);
  return [done, otherwise(own, others, before, after)];
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

function otherwise(own: Ledger, others: Ledger, before: Facts, after: Facts): readonly string[] {
  const shared = new Set(Object.values(own.resources).map(({ id }) => id));
  return Object.entries(others.resources).flatMap(([address, { id }]) => {
    const path = addressPath(address, shapes);
    const [kind, parent] = [path?.at(-1)?.kind ?? '', others.resources[path?.at(-2)?.address ?? '']?.id ?? ''];
    // The platform counts and dates beside it.
    const names = Object.keys(shapes.get(kind)?.fields ?? {});
    const [was, is] = [before, after].map((facts) => {
      const item = facts.of(kind, id, parent);
      return item && Object.fromEntries(names.map((name) => [name, item[name]]));
    });
    return shared.has(id) || isDeepStrictEqual(was, is) ? [] : [`${address}: ${JSON.stringify(was)} -> ${JSON.stringify(is)}`];
  });
}

test.each(extents)('neither touches what the other has made, nor has anything to do after it: %s', async (extent) => {
  const seen = { kept: 0, deleted: 0 };
  await journeys(15, [pairsOf(extent), pairsOf(extent), orders], async (first, one, two, order) => {
    const second: Journey = { ...first, store: memoryLedger() };
    const turns: readonly (readonly [Journey, Journey, Outline])[] = [
      [first, second, one.before],
      [second, first, elsewhere(two.before)],
      [first, second, one.after],
      [second, first, elsewhere(two.after)],
    ];
    const arrivals = new Map<Journey, Arrival>();
    for (const [own, other, outline] of turns) {
      const [arrival, touched] = await keeping(own, other, () => arriveAt(own, own.wanted(outline), order));
      expect(faultsOf(arrival.report)).toEqual([]);
      expect(touched).toEqual([]);
      arrivals.set(own, arrival);
      seen.deleted += arrival.planned.plan.changes.filter(({ action }) => action === 'delete').length;
    }
    for (const [own, { desired }] of arrivals) {
      const { planned } = await planUnblocked(own, desired);
      expect(remoteChanges(planned.plan)).toEqual([]);
      const { drift: found, impact } = await drift({
        desired,
        platform: own.platform,
        ledger: own.store,
        today: '2026-01-01',
        maxWaitMs: 0,
      });
      expect(found.entries.filter((entry) => entry.class !== 'unmanaged')).toEqual([]);
      expect(impact).toEqual([]);
    }
    seen.kept += Object.keys((await second.store.load()).ledger.resources).length;
  });
  expect(seen.kept).toBeGreaterThan(20);
  expect(seen.deleted).toBeGreaterThan(5);
});
