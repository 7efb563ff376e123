/** A plan of a change alone is the plan of everything, where the platform is as the configuration was; and of what it does not read it does not speak. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyIn, listOf } from '../../src/core/address.ts';
import type { Desired } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { type Planned, plan } from '../../src/library/index.ts';
import type { Change } from '../../src/plan/change.ts';
import { semantics } from '../../src/plan/digest.ts';
import { localPlatform } from '../support/local-platform.ts';
import { doByHand } from './by-hand.ts';
import { editElsewhere } from './drift-elsewhere.ts';
import { arriveAt, type Journey } from './journey.ts';
import { choices, extents, journeys, pairsOf } from './law.ts';

const listAt = ({ address, kind }: Change): string => (shapes.get(kind)?.singleton ? address : listOf(address));

/** Changes in lists that were read, but for fields that refer to what was not, and for what it says that it could not compare. */
function told({ plan: { changes } }: Planned, { part, unknown }: Partial<Planned['plan']> = {}): readonly string[] {
  const unread = new Set(part?.notRead);
  const hidden = new Set(unknown?.flatMap(({ hides }) => hides));
  const isTold = ({ before, after, isReference }: Change['fields'][number]): boolean =>
    !isReference || ![before, after].some((each) => typeof each === 'string' && unread.has(listOf(each)));
  return changes
    .filter((change) => !unread.has(listAt(change)) && !hidden.has(change.address))
    .map((change) => ({ ...change, fields: change.fields.filter(isTold) }))
    .filter(({ action, fields }) => action !== 'update' || fields.length > 0)
    .map((change) => JSON.stringify({ ...semantics(change), blocked: change.blocked?.code }))
    .sort();
}

/** Both plans: of everything, and of what has changed since. */
async function both({ platform, store: ledger }: Journey, before: Desired, desired: Desired) {
  const options = { desired, platform, ledger, maxWaitMs: 0 };
  const some = await plan({ ...options, since: { before, since: 'main', commit: 'c'.repeat(40) } });
  return { whole: await plan(options), some };
}

const edits = fc.array(choices(1, 3, 100), {
  minLength: 3,
  maxLength: 3,
});
const deeds = choices(1, 4);
const nothing = { entries: [], unknown: [] } as unknown as Parameters<typeof editElsewhere>[2];

test.each(extents)('of an organization as it was, both plans tell the same changes: %s', async (extent) => {
  const requests = { whole: 0, some: 0 };
  await journeys(6, [pairsOf(extent), edits], async (journey, pair, edited) => {
    const { desired: before } = await arriveAt(journey, journey.wanted(pair.before));
    for (const desired of [journey.wanted(pair.after), ...edited.map((each) => editElsewhere(before, each, nothing))]) {
      const { whole, some } = await both(journey, before, desired);
      requests.whole += whole.readRequests;
      requests.some += some.readRequests;
      expect(told(some)).toEqual(told(whole));
      expect(some.plan.unknown).toEqual(whole.plan.unknown);
    }
  });
  expect(requests.some).toBeLessThan(requests.whole * 0.8);
});

test('whatever was done by hand, it tells what the plan of everything tells of the lists that it has read', async () => {
  await journeys(6, [pairsOf('everything'), edits, deeds], async (journey, pair, edited, done) => {
    const { desired: before } = await arriveAt(journey, journey.wanted(pair.before));
    await doByHand(journey.reference, done);
    for (const desired of edited.map((each) => editElsewhere(before, each, nothing))) {
      const { whole, some } = await both(journey, before, desired);
      expect(told(some)).toEqual(told(whole, some.plan));
    }
  });
});

test('what a token may not read is not known in it, as in the plan of everything', async () => {
  const hidden = { count: 0 };
  await journeys(6, [pairsOf('everything')], async (journey, pair) => {
    const { desired: before } = await arriveAt(journey, journey.wanted(pair.before));
    for (const address of Object.keys(journey.members)) {
      const token = journey.reference.tokenFor(keyIn(address));
      const lesser = { ...journey, platform: await localPlatform({ ...journey.reference, token }) };
      // A guest sees nothing: there is no plan of everything.
      if (!(await plan({ desired: before, platform: lesser.platform, ledger: journey.store }).catch(() => false))) continue;
      for (const changed of ['linkInvites', 'saml']) {
        const desired = { ...before, resources: before.resources.filter((each) => listOf(each.address) !== changed) };
        const { whole, some } = await both(lesser, before, desired);
        // Where none of them was declared nothing has changed, and the list is not asked for.
        const isAsked = desired.resources.length < before.resources.length;
        expect(some.plan.unknown).toEqual(isAsked ? whole.plan.unknown.filter(({ list }) => list === changed) : []);
        expect(told(some)).toEqual(told(whole, some.plan));
        hidden.count += some.plan.unknown.length;
      }
    }
  });
  expect(hidden.count).toBeGreaterThan(0);
});
