/** The gains and losses in a plan equal the difference of `docform access` before and after. */
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { arriveAt } from '../laws/journey.ts';
import { journeys, pairsOf } from '../laws/law.ts';
import { type Case, caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { differenceOf, reachedOn, wronglyReached } from '../support/reached.ts';

const people = { 'bo@acme.dev': 'edit', 'eve@acme.dev': null, 'kim@acme.dev': 'read', 'lea@acme.dev': 'comment' };

/** Adds the declared objects to the ledger, because a plan never widens access to objects matched by title. */
function caseWith(desired: string): Case {
  const own = ['collections/internal', 'collections/product', 'spaces/runbook'].filter((address) =>
    desired.includes(`${address.split('/')[1]}: {`),
  );
  return caseOf({
    ledger: own,
    live: {
      members: {
        'ana@acme.dev': 'admin',
        ...Object.fromEntries(Object.entries(people).map(([email, role]) => [email, { role }])),
      },
      collections: {
        internal: { title: 'Internal', defaultLevel: null },
        product: { title: 'Product', defaultLevel: 'read' },
      },
      spaces: {
        runbook: { title: 'Runbook', collection: 'internal' },
        pay: { title: 'Pay', collection: 'product' },
        open: { title: 'Open' },
      },
    },
    desired,
  });
}

const unchanged = `members: { ana@acme.dev: admin, bo@acme.dev: edit, eve@acme.dev: { role: null }, kim@acme.dev: read, lea@acme.dev: comment }\n`;

test.each([
  [
    'a collection that opens',
    `${unchanged}collections: { internal: { title: Internal, defaultLevel: read }, product: { title: Product } }`,
  ],
  [
    'a collection that shuts',
    `${unchanged}collections: { internal: { title: Internal }, product: { title: Product, defaultLevel: null } }`,
  ],
  ['a space that opens', `${unchanged}spaces: { runbook: { title: Runbook, defaultLevel: edit } }`],
  [
    'a space that moves',
    `${unchanged}collections: { internal: { title: Internal }, product: { title: Product } }
spaces: { runbook: { title: Runbook, collection: product } }`,
  ],
])('%s: the plan names exactly the people whose access changes', async (_, desired) => {
  const each = caseWith(desired);
  const { reference, options } = await openCase(each);
  const planned = await plan(options);
  const before = await reachedOn(reference);
  const report = await apply(planned, options);
  expect(report.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  const { gained, lost } = differenceOf(before.reached, (await reachedOn(reference)).reached);
  const concerned = new Set([...gained, ...lost].map((line) => line.split(' ')[0]));
  const [told, ...others] = planned.plan.impact;
  expect(others).toEqual([]);
  expect(told?.who).toEqual([...concerned].sort());
  expect(told?.who.length).toBe(3);
  reference.close();
});

test('a changed role lists the spaces whose access changes', async () => {
  const each =
    caseWith(`${unchanged.replace('eve@acme.dev: { role: null }', 'eve@acme.dev: read').replace('kim@acme.dev: read', 'kim@acme.dev: { role: null }')}policy: { self: ana@acme.dev }
spaces: { open: { title: Open }, pay: { title: Pay }, runbook: { title: Runbook } }
collections: { internal: { title: Internal }, product: { title: Product } }`);
  const { reference, options } = await openCase(each);
  const { plan: made } = await plan(options);
  expect(
    made.impact.map(({ subject, what, before, after, details }) => [subject, what, before, after, ...details]),
  ).toEqual([
    [
      'eve@acme.dev',
      'this person gets more permissions in the organization',
      'guest',
      'read',
      'gains default access to 2 spaces: Open, Pay',
    ],
    [
      'kim@acme.dev',
      'this person gets fewer permissions in the organization',
      'read',
      'guest',
      'loses default access to 2 spaces: Open, Pay',
    ],
  ]);
  reference.close();
});

test('the plan reports every gain and loss of access that docform access shows: generated organizations', async () => {
  let changed = 0;
  await journeys(10, [pairsOf('everything')], async (journey, pair) => {
    for (const outline of [pair.before, pair.after]) {
      const before = await reachedOn(journey.reference);
      const { planned, desired } = await arriveAt(journey, journey.wanted(outline));
      const after = await reachedOn(journey.reference);
      const afterwards = await journey.plan(desired);
      expect(wronglyReached(planned, before, after, afterwards)).toEqual([]);
      const { gained, lost } = differenceOf(before.reached, after.reached);
      changed += gained.length + lost.length;
    }
  });
  expect(changed).toBeGreaterThan(20);
});
