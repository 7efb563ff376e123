/** Two configurations of one organization, each with its own ledger, do not affect each other. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { adopt } from '../../src/import/adopt.ts';
import { shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import { ownedObjects } from '../../src/ledger/owners.ts';
import { drift } from '../../src/library/drift.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { acceptDrift } from '../../src/review/drift/accept.ts';
import { readFacts } from '../support/platform-facts.ts';
import { noWay } from './heeded.ts';
import { type Arrival, arriveAt, faultsOf, type Journey, planUnblocked } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';
import type { Outline } from './outline.ts';

/** The outline of the second configuration: without singletons, and with other names than the first. */
function elsewhere({
  settings: _,
  linkInvites: _l,
  members: _m,
  customFields: _c,
  openapi: _o,
  order: _r,
  ...outline
}: Outline): Outline {
  const named: unknown = JSON.parse(JSON.stringify(outline), (key, value: unknown) => {
    if (key === 'fields') return undefined;
    if (typeof value !== 'string') return value;
    if (key === 'basename') return `other-${value}`;
    return ['title', 'label', 'name'].includes(key) ? `Other ${value}` : value;
  });
  return named as Outline;
}

/** Runs `act`, and returns the changed and missing objects that only the other ledger contains. */
async function keeping<T>(
  journey: Journey,
  other: Journey,
  act: () => Promise<T>,
): Promise<readonly [T, readonly string[]]> {
  const before = await readFacts(journey.reference);
  const own = (await journey.backend.load()).ledger;
  const others = (await other.backend.load()).ledger;
  const done = await act();
  const after = await readFacts(journey.reference);
  return [done, otherwise(own, others, before, after)];
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

function otherwise(own: Ledger, others: Ledger, before: Facts, after: Facts): readonly string[] {
  const shared = new Set(Object.values(own.resources).map(({ id }) => id));
  return Object.entries(others.resources).flatMap(([address, { id }]) => {
    const path = parseAddress(address, shapes);
    const [kind, parent] = [path?.at(-1)?.kind ?? '', others.resources[path?.at(-2)?.address ?? '']?.id ?? ''];
    // Counts and dates of the platform are ignored.
    const names = Object.keys(shapes.get(kind)?.fields ?? {});
    const [was, is] = [before, after].map((facts) => {
      const item = facts.of(kind, id, parent);
      return item && Object.fromEntries(names.map((name) => [name, item[name]]));
    });
    return shared.has(id) || isDeepStrictEqual(was, is)
      ? []
      : [`${address}: ${JSON.stringify(was)} -> ${JSON.stringify(is)}`];
  });
}

test.each(extents)(
  'neither configuration changes objects of the other, or has changes to plan after the other was applied: %s',
  async (extent) => {
    const seen = { kept: 0, deleted: 0, taken: 0 };
    await journeys(6, [pairsOf(extent), pairsOf(extent), orders], async (first, one, two, order) => {
      const second: Journey = { ...first, backend: memoryLedger() };
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
        const options = {
          desired,
          platform: own.platform,
          ledger: own.backend,
          today: '2026-01-01',
          isWhole: true,
          maxWaitMs: 0,
        };
        const { drift: found, impact, input } = await drift(options);
        expect(found.entries.filter((entry) => entry.class !== 'unmanaged')).toEqual([]);
        expect(impact).toEqual([]);
        // Objects of the other configuration are adopted only with the option for unmanaged objects.
        const accepting = { desired, entries: found.entries, addresses: [], live: adopt(input), shapes };
        const taken = acceptDrift(accepting);
        expect([taken.chosen, taken.after.resources]).toEqual([[], desired.resources]);
        expect(taken.unmanaged).toEqual(found.entries);
        seen.taken += acceptDrift({ ...accepting, withUnmanaged: true }).chosen.length;
      }
      seen.kept += Object.keys((await second.backend.load()).ledger.resources).length;
    });
    expect(seen.kept).toBeGreaterThan(20);
    expect(seen.deleted).toBeGreaterThan(5);
    expect(seen.taken).toBeGreaterThan(5);
  },
);

/** Lets two configurations see the ledgers of each other. */
function inReach(one: Journey, two: Journey): readonly [Journey, Journey] {
  const seeing = (own: Journey, other: Journey, name: string): Journey => {
    const others = async () => [{ name, file: `${name}.json`, ledger: (await other.backend.load()).ledger }];
    return { ...own, backend: { ...own.backend, others } };
  };
  return [seeing(one, two, 'two'), seeing(two, one, 'one')];
}

/** The second configuration, without the spaces that the first one has. */
function apart(second: Journey, outline: Outline): Desired {
  const { collections = {} } = elsewhere(outline);
  const desired = second.wanted({ spaces: {}, sites: {}, collections, teams: { ours: { title: 'Ours' } } });
  return { ...desired, resources: desired.resources.filter(({ kind }) => kind !== 'space') };
}

/** Deletes everything that is not declared, in each list. */
function exact(desired: Desired): Desired {
  const lists = desired.lists.map((list) => ({ ...list, prune: 'all' as const, pruneIsNamed: true }));
  return { ...desired, lists, policy: { ...desired.policy, prune: () => 'all' } };
}

const ownedBy = async ({ backend }: Journey) => ownedObjects((await backend.load()).ledger);

test.each(extents)(
  'an object keeps its owner when another configuration declares, prunes or allows changes to it: %s',
  async (extent) => {
    const seen = { blocked: 0, applied: 0 };
    await journeys(6, [pairsOf(extent), pairsOf(extent), orders], async (journey, one, two, order) => {
      const [first, second] = inReach(journey, { ...journey, backend: memoryLedger() });
      await arriveAt(first, first.wanted(one.before), order);
      const own = await ownedBy(first);
      const wishes = [
        apart(second, two.before),
        second.wanted(one.after),
        apart(second, two.after),
        exact(apart(second, two.after)),
      ];
      for (const desired of wishes) {
        const [arrival, touched] = await keeping(second, first, () => arriveAt(second, desired, order).catch(noWay()));
        expect(touched).toEqual([]);
        expect([...(await ownedBy(second))].filter((object) => own.has(object))).toEqual([]);
        seen[arrival === undefined ? 'blocked' : 'applied'] += 1;
      }
      const options = { platform: first.platform, ledger: first.backend, today: '2026-01-01', maxWaitMs: 0 };
      const { drift: found } = await drift({ desired: first.wanted(one.before), ...options });
      const theirs = new Set(Object.values((await second.backend.load()).ledger.resources).map(({ id }) => id));
      expect(found.entries.filter(({ class: of, id = '' }) => of === 'unmanaged' && theirs.has(id))).toEqual([]);
      expect(first.blocks.filter((block) => block.startsWith('B-OWNED-ELSEWHERE')).length).toBeGreaterThan(0);
    });
    expect(seen.blocked).toBeGreaterThan(5);
    expect(seen.applied).toBeGreaterThan(5);
  },
);

/** Adds sites with all spaces of the other configuration, referenced by id. */
function showing(outline: Outline, made: Ledger): Outline {
  const shared = Object.entries(made.resources).flatMap(([address, { id }]) =>
    /^spaces\/a\d$/.test(address) ? [[`shared-${address.slice('spaces/'.length)}`, { id }] as const] : [],
  );
  const structure = shared.map(([space]) => ({ space }));
  const sites = structure.length === 0 ? {} : { portal: { title: 'Other Portal', structure } };
  return {
    ...outline,
    spaces: { ...outline.spaces, ...Object.fromEntries(shared) },
    sites: { ...outline.sites, ...sites },
  };
}

/** Ids of existing spaces that the sites of this configuration contain. */
async function shownBy({ backend, reference }: Journey): Promise<readonly string[]> {
  const { resources } = (await backend.load()).ledger;
  const facts = await readFacts(reference);
  return Object.entries(resources).flatMap(([address, { id }]) => {
    const path = parseAddress(address, shapes);
    if (path?.at(-1)?.kind !== 'site-space') return [];
    const space = facts.of('site-space', id, resources[path.at(-2)?.address ?? '']?.id ?? '')?.space;
    return typeof space === 'string' && facts.of('space', space, '') !== undefined ? [space] : [];
  });
}

test.each(extents)(
  'neither configuration deletes a space that a site of the other one contains: %s',
  async (extent) => {
    const seen = { shown: 0, blocked: 0 };
    await journeys(6, [pairsOf(extent), pairsOf(extent), orders], async (first, one, two, order) => {
      const second: Journey = { ...first, backend: memoryLedger() };
      await arriveAt(first, first.wanted(one.before), order);
      await arriveAt(second, second.wanted(showing(elsewhere(two.before), (await first.backend.load()).ledger)), order);
      // The first configuration changes, and the second becomes empty.
      const turns: readonly (readonly [Journey, Journey, Outline])[] = [
        [first, second, one.after],
        [second, first, { spaces: {}, sites: {} }],
      ];
      for (const [own, other, outline] of turns) {
        const shown = await shownBy(other);
        const isBlocked = (await arriveAt(own, own.wanted(outline), order).catch(noWay('B-IN-USE'))) === undefined;
        const still = new Set(await shownBy(other));
        expect(shown.filter((id) => !still.has(id))).toEqual([]);
        seen.shown += shown.length;
        seen.blocked += Number(isBlocked);
      }
    });
    expect(seen.shown).toBeGreaterThan(20);
    expect(seen.blocked).toBeGreaterThan(2);
  },
);
