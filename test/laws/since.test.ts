/** A plan limited to changes since a revision contains the same changes as a complete plan, and nothing about unread lists. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyIn, listOf } from '../../src/core/address.ts';
import type { Desired } from '../../src/core/state.ts';
import { membersByContainer } from '../../src/kinds/declaration/container.ts';
import { isOrderOptional } from '../../src/kinds/declaration/order.ts';
import { shapes } from '../../src/kinds/index.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import { comparableChange } from '../../src/plan/approval/plan-digest.ts';
import type { Change } from '../../src/plan/result/change.ts';
import { createSelection } from '../../src/plan/scope/scope.ts';
import { localPlatform } from '../support/local-platform.ts';
import { doByHand } from './by-hand.ts';
import { editElsewhere } from './drift-elsewhere.ts';
import { arriveAt, type Journey } from './journey.ts';
import { choices, extents, journeys, pairsOf } from './law.ts';
import type { Outline } from './outline.ts';

const listAt = ({ address, kind }: Change): string => (shapes.get(kind)?.singleton ? address : listOf(address));

/** Changes in lists that were read, except references to unread lists and changes that could not be compared. */
function told({ plan: { changes } }: Planned, { part, unknown }: Partial<Planned['plan']> = {}): readonly string[] {
  const unread = new Set(part?.notRead);
  const hidden = new Set(unknown?.flatMap(({ hides }) => hides));
  // The complete plan shows the id of an object that somebody deleted, and the limited plan its address from the ledger.
  const isUnread = (each: unknown): boolean =>
    typeof each === 'string' && (unread.has(listOf(each)) || (unread.size > 0 && !each.includes('/')));
  const isTold = ({ before, after, isReference }: Change['fields'][number]): boolean =>
    !isReference || ![before, after].some(isUnread);
  return changes
    .filter((change) => !unread.has(listAt(change)) && !hidden.has(change.address))
    .map((change) => ({ ...change, fields: change.fields.filter(isTold) }))
    .filter(({ action, fields }) => action !== 'update' || fields.length > 0)
    .map((change) => ({ ...change, objects: change.objects.filter(({ address }) => !isUnread(address)) }))
    .map((change) => JSON.stringify({ ...comparableChange(change), blocked: change.blocked?.code }))
    .sort();
}

/** Returns the complete plan, and the plan limited to changes since `before`. */
async function both({ platform, backend: ledger }: Journey, before: Desired, desired: Desired) {
  const options = { desired, platform, ledger, maxWaitMs: 0 };
  const some = await plan({ ...options, scope: { before, since: 'main', commit: 'c'.repeat(40) } });
  return { whole: await plan(options), some };
}

const edits = fc.array(choices(1, 3, 100), {
  minLength: 3,
  maxLength: 3,
});
const deeds = choices(1, 4);
const nothing = { entries: [], unknown: [] } as unknown as Parameters<typeof editElsewhere>[2];

test.each(extents)('without changes outside docform, a limited plan equals the complete plan: %s', async (extent) => {
  const requests = { whole: 0, some: 0 };
  await journeys(6, [pairsOf(extent), edits, fc.boolean()], async (journey, pair, edited, isOrdered) => {
    const { desired: before } = await arriveAt(journey, journey.wanted(withFullCollection(pair.before, isOrdered)));
    for (const desired of [
      journey.wanted(withFullCollection(pair.after, isOrdered)),
      ...edited.map((each) => editElsewhere(before, each, nothing)),
    ]) {
      const { whole, some } = await both(journey, before, desired);
      requests.whole += whole.readRequests;
      requests.some += some.readRequests;
      expect(told(some)).toEqual(told(whole));
      expect(some.plan.unknown).toEqual(whole.plan.unknown);
      expect(whole.plan.notes).toEqual(expect.arrayContaining([...some.plan.notes]));
    }
  });
  expect(requests.some).toBeLessThan(requests.whole * 0.8);
});

test('after changes outside docform, a limited plan contains the selected changes of the complete plan and their dependencies', async () => {
  await journeys(6, [pairsOf('everything'), edits, deeds], async (journey, pair, edited, done) => {
    const { desired: before } = await arriveAt(journey, journey.wanted(pair.before));
    await doByHand(journey.reference, done);
    for (const desired of edited.map((each) => editElsewhere(before, each, nothing))) {
      const { whole, some } = await both(journey, before, desired);
      const { part, unknown } = some.plan;
      if (part === undefined) throw new Error('the plan is not partial');
      const { selects } = createSelection(part, { desired, ledger: some.ledger });
      const chosen = whole.plan.changes.filter(({ address }) => selects(address));
      expect(told(whole, some.plan)).toEqual(expect.arrayContaining([...told(some, some.plan)]));
      expect(told(some, some.plan)).toEqual(
        expect.arrayContaining([...told({ ...whole, plan: { ...whole.plan, changes: chosen } }, { part, unknown })]),
      );
    }
  });
});

test('a limited plan reports the same unreadable lists as the complete plan', async () => {
  const hidden = { count: 0 };
  await journeys(6, [pairsOf('everything')], async (journey, pair) => {
    const { desired: before } = await arriveAt(journey, journey.wanted(pair.before));
    for (const address of Object.keys(journey.members)) {
      const token = journey.reference.tokenFor(keyIn(address));
      const lesser = { ...journey, platform: await localPlatform({ ...journey.reference, token }) };
      // A guest sees no objects, so a complete plan fails.
      if (!(await plan({ desired: before, platform: lesser.platform, ledger: journey.backend }).catch(() => false)))
        continue;
      for (const changed of ['linkInvites', 'saml']) {
        const desired = { ...before, resources: before.resources.filter((each) => listOf(each.address) !== changed) };
        const { whole, some } = await both(lesser, before, desired);
        // A list without declared items has no changes, so it is not requested.
        const isAsked = desired.resources.length < before.resources.length;
        expect(some.plan.unknown).toEqual(isAsked ? whole.plan.unknown.filter(({ list }) => list === changed) : []);
        expect(told(some)).toEqual(told(whole, some.plan));
        hidden.count += some.plan.unknown.length;
      }
    }
  });
  expect(hidden.count).toBeGreaterThan(0);
});

/** Changes the order of one container: reversed, reversed for one kind, or removed. */
function otherOrders({ orders, ...rest }: Desired): readonly Desired[] {
  return [...membersByContainer(rest.resources, shapes)].flatMap(([container, held]) => {
    const { [container]: members = held.map(({ address }) => address), ...others } = orders;
    // The structure of a site contains all of its children.
    const isWhole = orders[container] !== undefined && !held.every((each) => isOrderOptional(each, shapes));
    const kinds = isWhole ? [] : [...new Set(held.map(({ kind }) => kind))];
    const ofKind = (kind: string) => held.filter((each) => each.kind === kind).map(({ address }) => address);
    const wanted = [[...members].reverse(), ...kinds.map((kind) => ofKind(kind).reverse())].filter(
      ({ length }) => length > 1,
    );
    return [
      ...wanted.map((order) => ({ ...rest, orders: { ...others, [container]: order } })),
      ...(isWhole || orders[container] === undefined ? [] : [{ ...rest, orders: others }]),
    ];
  });
}

/** Adds a collection with several spaces, which generated outlines seldom contain. `isOrdered`: its order is declared. */
function withFullCollection(outline: Outline, isOrdered: boolean): Outline {
  const spaces = ['full-0', 'full-1', 'full-2'];
  const inner = ['inner-0', 'inner-1'];
  const fresh = spaces.map((key) => [key, { title: `In ${key}`, collection: 'full', copyOf: 'home' }]);
  return {
    ...outline,
    spaces: { ...outline.spaces, ...Object.fromEntries(fresh) },
    collections: {
      ...outline.collections,
      full: { title: 'Full', ...(isOrdered ? { order: spaces } : {}) },
      ...Object.fromEntries(inner.map((key) => [key, { title: `In ${key}`, parent: 'full' }])),
    },
  };
}

test.each(extents)('a limited plan with changed orders only equals the complete plan: %s', async (extent) => {
  const moved = new Set<string>();
  await journeys(12, [pairsOf(extent), fc.boolean()], async (journey, pair, isOrdered) => {
    const { desired: before } = await arriveAt(journey, journey.wanted(withFullCollection(pair.before, isOrdered)));
    for (const desired of otherOrders(before)) {
      const { whole, some } = await both(journey, before, desired);
      expect(told(some)).toEqual(told(whole));
      expect(some.plan.unknown).toEqual(whole.plan.unknown);
      expect(some.plan.orders).toEqual(whole.plan.orders);
      expect(whole.plan.notes).toEqual(expect.arrayContaining([...some.plan.notes]));
      for (const { action, kind } of whole.plan.changes) if (action === 'move') moved.add(kind);
    }
  });
  expect([...moved].sort()).toEqual(expect.arrayContaining(['collection', 'section', 'site-space', 'space']));
});
