/** Plain changes need only a part of the work: for their verification a part of the plan, and for the losses of an undo no edit. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Desired, Live, Value } from '../../src/core/state.ts';
import { isPlainValueChange } from '../../src/kinds/declaration/plain-part.ts';
import { shapes } from '../../src/kinds/index.ts';
import { shapeOf } from '../../src/kinds/shape.ts';
import { planChanges, plan as planOf } from '../../src/library/plan.ts';
import { planAround } from '../../src/library/plan-around.ts';
import { plainLosses, undoRecord } from '../../src/library/undo.ts';
import { inverseOf } from '../../src/library/undo-edit.ts';
import { type Verified, verifyApply } from '../../src/plan/approval/verified.ts';
import { type Change, type Plan, remoteChanges } from '../../src/plan/result/change.ts';
import { doByHand } from './by-hand.ts';
import { arriveAt } from './journey.ts';
import { choices, extents, journeys, orders, pairsOf } from './law.ts';

const seen = { plain: 0, left: 0, lost: 0, created: 0 };

afterAll(() => {
  // Otherwise the test would compare nothing.
  expect(seen.plain).toBeGreaterThan(20);
  expect(seen.left).toBeGreaterThan(10);
  expect(seen.lost).toBeGreaterThan(10);
  expect(seen.created).toBeGreaterThan(10);
});

function differences({ left, unread, listed }: Verified) {
  const fieldsOf = (change: Verified['left'][number]) =>
    change.fields.map(({ field, before, after }) => ({ field, before, after }));
  return { left: left.map((each) => [each.action, each.address, fieldsOf(each)]), unread, listed };
}

/** As if the platform had stored other titles than those of the apply. */
function elsewise(desired: Desired, changes: readonly Parameters<typeof isPlainValueChange>[0][]): Desired {
  const changed = new Set(changes.flatMap(({ address, fields }) => fields.map(({ field }) => `${address} ${field}`)));
  const resources = desired.resources.map((resource) => {
    const { address, fields } = resource;
    const { title } = fields;
    if (typeof title !== 'string' || !changed.has(`${address} title`)) return resource;
    return { ...resource, fields: { ...fields, title: `${title} x` } };
  });
  return { ...desired, resources };
}

test.each(extents)('a part of the plan verifies plain changes like the whole plan: %s', async (extent) => {
  await journeys(24, [pairsOf(extent), orders, choices(0, 3)], async (journey, { before, after }, order, done) => {
    await arriveAt(journey, journey.wanted(before), order);
    const { planned, report, desired, allowances } = await arriveAt(journey, journey.wanted(after), order);
    const changes = remoteChanges(planned.plan).filter((each) =>
      isPlainValueChange(each, shapeOf({ shapes }, each.kind)),
    );
    await doByHand(journey.reference, done);
    const options = {
      desired: elsewise(desired, changes),
      allowances,
      platform: journey.platform,
      ledger: journey.backend,
      maxWaitMs: 0,
    };
    const applied: Plan = { ...planned.plan, changes, orders: [] };
    const [whole, part] = [await planChanges(options), await planChanges(planAround(options, applied))];
    const expected = differences(verifyApply(whole.plan, applied, report));
    expect(differences(verifyApply(part.plan, applied, report))).toEqual(expected);
    seen.plain += changes.length;
    seen.left += expected.left.length;
  });
});

const oddValues: readonly (Value | undefined)[] = [undefined, null, '', 'x'.repeat(9000), '\ud800', true];

/** One update of each plain value that an update can write. */
function updatesOf({ resources }: Desired, ids: Plan['ids']): readonly Change[] {
  return resources.flatMap(({ address, kind, fields }) => {
    const id = ids[address];
    const shape = shapeOf({ shapes }, kind);
    if (id === undefined) return [];
    const whole = { address, kind, action: 'update' as const, id, objects: [], lost: [], notes: [], steps: [] };
    const isWritten = (field: string) =>
      shape.fields[field]?.writtenBy !== 'create' && (shape.key === 'name' || shape.key.field !== field);
    return Object.entries(fields)
      .filter(([field]) => isWritten(field))
      .map(([field, after]) => ({ ...whole, fields: [{ field, before: undefined, after: after as Value }] }))
      .filter((each) => isPlainValueChange(each, shape));
  });
}

/** As if the apply had created each resource. */
function createsOf({ resources }: Desired): readonly Change[] {
  const rest = { fields: [], objects: [], lost: [], notes: [], steps: [] };
  return resources
    .filter(({ isExternal }) => isExternal !== true)
    .map(({ address, kind }) => ({ address, kind, action: 'create', ...rest }));
}

function withOddValues(live: Live, changes: readonly Change[], first: number): Live {
  const at = new Map(live.objects.map((object) => [`${object.kind} ${object.id}`, { ...object.fields }]));
  for (const [index, { kind, id, fields }] of changes.entries()) {
    const own = at.get(`${kind} ${id}`);
    const value = oddValues[(index + first) % oddValues.length];
    for (const { field } of own === undefined ? [] : fields)
      if (value === undefined) delete own?.[field];
      else if (own !== undefined) own[field] = value;
  }
  const objects = live.objects.map((object) => ({ ...object, fields: at.get(`${object.kind} ${object.id}`) ?? {} }));
  return { ...live, objects };
}

test.each(extents)('an undo of plain changes lists the same losses without the edit: %s', async (extent) => {
  await journeys(
    24,
    [pairsOf(extent), fc.nat(50), fc.integer({ min: 1, max: 9 })],
    async (journey, { after }, first, nth) => {
      const { desired, allowances } = await arriveAt(journey, journey.wanted(after));
      const options = { desired, allowances, platform: journey.platform, ledger: journey.backend, maxWaitMs: 0 };
      const { plan, live, digest } = await planOf(options);
      const isChosen = (_: Change, at: number) => (at + first) % nth === 0;
      const changes = updatesOf(desired, plan.ids).filter(isChosen);
      const facts = {
        host: 'local',
        organization: desired.organization,
        at: '2026-01-01T00:00:00Z',
        who: 'test',
        digest,
      };
      const odd = withOddValues(live, changes, first);
      for (const created of [[], createsOf(desired).filter(isChosen)]) {
        const made = { ...plan, changes: [...created, ...changes] };
        const record = undoRecord({ plan: made, live: odd, desired }, facts);
        const lost = plainLosses(record, desired);
        if (lost === undefined) continue;
        expect(lost).toEqual(inverseOf(record, desired).lost);
        seen.lost += lost.length;
        seen.created += created.length;
      }
    },
  );
});
