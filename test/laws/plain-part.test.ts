/** The verification of plain changes finds the same differences in a plan of their part as in a whole plan. */
import { afterAll, expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { isPlain, type PlainChange } from '../../src/declaration/plain-part.ts';
import { shapes } from '../../src/kinds/index.ts';
import { shapeOf } from '../../src/kinds/shape.ts';
import { planAround, planChanges } from '../../src/library/plan.ts';
import { type Plan, remoteChanges } from '../../src/plan/change.ts';
import { type Verified, verifiedBy } from '../../src/plan/verified.ts';
import { doByHand } from './by-hand.ts';
import { arriveAt } from './journey.ts';
import { choices, extents, journeys, orders, pairsOf } from './law.ts';

const seen = { plain: 0, left: 0 };

afterAll(() => {
  // Otherwise the test would compare nothing.
  expect(seen.plain).toBeGreaterThan(20);
  expect(seen.left).toBeGreaterThan(10);
});

function differences({ left, unread, listed }: Verified) {
  const fieldsOf = (change: Verified['left'][number]) =>
    change.fields.map(({ field, before, after }) => ({ field, before, after }));
  return { left: left.map((each) => [each.action, each.address, fieldsOf(each)]), unread, listed };
}

/** As if the platform had stored other titles than those of the apply. */
function elsewise(desired: Desired, changes: readonly PlainChange[]): Desired {
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
    const changes = remoteChanges(planned.plan).filter((each) => isPlain(each, shapeOf({ shapes }, each.kind)));
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
    const expected = differences(verifiedBy(whole.plan, applied, report));
    expect(differences(verifiedBy(part.plan, applied, report))).toEqual(expected);
    seen.plain += changes.length;
    seen.left += expected.left.length;
  });
});
