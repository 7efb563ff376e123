/** The digest of a plan covers the ids of all objects that the plan changes, references or deletes. */
import { expect, test } from 'vitest';
import { callsOf } from '../../src/apply/requests.ts';
import { callPath } from '../../src/contract/endpoint.ts';
import { definitions, shapes } from '../../src/kinds/index.ts';
import { planDigest } from '../../src/plan/approval/plan-digest.ts';
import { type PlanInput, plan } from '../../src/plan/plan.ts';
import { statesOf } from './journey.ts';
import { extents, journeys, pairsOf } from './law.ts';

type State = Omit<PlanInput, 'shapes'>;
type Ids = ReadonlyMap<string, string>;

/** Replaces ids in a state. Fingerprints of orders depend on ids, so they are omitted in both states. */
function withIds<T>(value: T, ids: Ids): T {
  if (typeof value === 'string') return (ids.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [ids.get(key) ?? key, withIds(each, ids)])) as T;
}

function renamed({ desired, live, ledger: { orders, ...ledger }, ...rest }: State, ids: Ids): State {
  const resources = desired.resources.map(({ pin, ...each }) => ({
    ...each,
    ...(pin === undefined ? {} : { pin: ids.get(pin) ?? pin }),
  }));
  return { ...rest, desired: { ...desired, resources }, live: withIds(live, ids), ledger: withIds(ledger, ids) };
}

function digestOf(state: State): string {
  return planDigest(plan({ ...state, shapes }), 'local');
}

/** Ids of live objects in the requests of the plan. Ids are found in the requests alone, and titles are not ids. */
function idsSent(state: State): readonly string[] {
  const made = plan({ ...state, shapes });
  const calls = made.steps.flatMap((step) =>
    callsOf(
      { ...step, passthrough: {} },
      { organization: 'acme', definitions, idOf: (address) => made.ids[address] ?? `{${address}}` },
    ),
  );
  const sent = calls.map((call) => `${callPath(call)} ${JSON.stringify(call.body ?? null)}`).join('\n');
  return idsIn(state).filter((id) => sent.includes(id));
}

function idsIn({ live }: State): readonly string[] {
  return [...new Set(live.objects.map(({ id }) => id).filter((id) => /^[0-9A-Za-z]{20}$/.test(id)))];
}

/** Ids of deleted objects and of their descendants, found through the parent ids of the platform. */
function idsLost(state: State): readonly string[] {
  const made = plan({ ...state, shapes });
  const going = new Set(made.changes.filter(({ action }) => action === 'delete').map(({ id }) => id));
  for (let size = -1; size !== going.size; ) {
    size = going.size;
    for (const { id, parentId } of state.live.objects) if (parentId !== null && going.has(parentId)) going.add(id);
  }
  return idsIn(state).filter((id) => going.has(id));
}

test.each(extents)('the digest of a plan changes if the id of an affected object changes: %s', async (extent) => {
  let bound = 0;
  let free = 0;
  await journeys(11, [pairsOf(extent)], async (journey, pair) => {
    const state = renamed(await statesOf(journey, pair), new Map());
    const digest = digestOf(state);
    expect(digestOf(renamed(state, new Map()))).toBe(digest);
    const ids = new Set([...idsSent(state), ...idsLost(state)]);
    for (const id of ids) expect(digestOf(renamed(state, new Map([[id, 'x'.repeat(20)]]))), id).not.toBe(digest);
    for (const [a, b] of pairsIn(state, ids).slice(0, 8))
      expect(
        digestOf(
          renamed(
            state,
            new Map([
              [a, b],
              [b, a],
            ]),
          ),
        ),
        `${a} ${b}`,
      ).not.toBe(digest);
    const told = JSON.stringify(plan({ ...state, shapes }).changes);
    const others = idsIn(state).filter((id) => !told.includes(id));
    for (const id of others.slice(0, 3))
      expect(digestOf(renamed(state, new Map([[id, 'x'.repeat(20)]]))), id).toBe(digest);
    bound += ids.size;
    free += others.length;
  });
  expect(bound).toBeGreaterThan(30);
  expect(free).toBeGreaterThan(0);
});

/** Pairs of objects of one kind of which the plan affects at least one, so exchanging their ids changes the plan. */
function pairsIn({ live }: State, reached: ReadonlySet<string>): readonly (readonly [string, string])[] {
  const objects = live.objects.filter(
    ({ id, kind }) => /^[0-9A-Za-z]{20}$/.test(id) && shapes.get(kind)?.singleton !== true,
  );
  return objects.flatMap((a, at) => {
    const other = objects.slice(at + 1).find((b) => b.kind === a.kind && b.id !== a.id);
    return other === undefined || !(reached.has(a.id) || reached.has(other.id)) ? [] : [[a.id, other.id] as const];
  });
}
