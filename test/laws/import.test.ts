/** The plan of an import is empty, and an import after applying it to an empty organization produces the same text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { createFixture, type Fixture, type Platform as Reference, type SeedName } from '../../src/server/index.ts';
import { expectAsForeseen } from '../impact/as-foreseen.ts';
import { speak } from '../server/open.ts';
import { type Living, living, type Taken, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { anyWorld } from './any-world.ts';
import { drawn } from './draw.ts';
import { always, settings } from './law.ts';

/** Deletes everything that the API can recreate. Members, invites and spaces remain. */
async function wipe(reference: Reference): Promise<void> {
  const { list, patch, post, delete: remove } = speak(reference);
  await patch('~', { defaultContent: null });
  for (const kind of ['sites', 'saml', 'teams', 'translations'])
    for (const { id } of await list(`~/${kind}`)) await remove(`~/${kind}/${id}`);
  for (const { name } of await list('~/custom-fields')) await remove(`~/custom-fields/${name}`);
  for (const { slug } of await list('~/openapi')) await remove(`~/openapi/${slug}`);
  const collections = await list('~/collections');
  for (const { id } of collections)
    for (const space of await list(`/v1/collections/${id}/spaces`))
      await post(`/v1/spaces/${space.id}/move`, { parent: null });
  for (const { id } of collections) await post(`/v1/collections/${id}/move`, { parent: null });
  for (const { id } of collections) await remove(`/v1/collections/${id}`);
}

const worlds = (isRepeated: boolean): fc.Arbitrary<Fixture> => drawn((draw) => worldOf(anyWorld(draw, { isRepeated })));

/** The plan is empty, and import and plan sent only GET requests. */
async function expectEmptyPlan(place: Living, { desired, ledger }: Taken): Promise<void> {
  const { changes, guards, unknown, pending, unmanaged } = (
    await plan({ desired, platform: place.platform, ledger, maxWaitMs: 0 })
  ).plan;
  expect({ changes, guards, unknown, pending }).toEqual({ changes: [], guards: [], unknown: [], pending: [] });
  expect(unmanaged.map(({ list }) => list)).toEqual([]);
  expect(place.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
}

test.each<SeedName>(['empty', 'small', 'medium', 'large'])(
  'fixture %s: import and plan send only GETs, the plan is empty, and an apply has the simulated result',
  async (seed) => {
    const world = createFixture(seed, 1);
    const place = await living(world);
    const taken = await takeIn(place, world.organizations[0]?.id ?? '');
    await expectEmptyPlan(place, taken);
    const draws = drawn((draw) => draw);
    await fc.assert(
      fc.asyncProperty(draws, async (draw) => void (await expectAsForeseen(place, taken, draw, 'one'))),
      { ...settings(1), numRuns: 1 },
    );
  },
);

test('import and plan of any organization send only GETs, and the plan is empty', async () => {
  await always(150, [worlds(true)], async (world) => {
    const place = await living(world);
    await expectEmptyPlan(place, await takeIn(place, 'acme'));
    place.reference.close();
  });
});

/** Deletes everything that the API can recreate, applies the import, and imports again. */
async function expectSameAgain(place: Living, organization: string): Promise<void> {
  const first = await takeIn(place, organization);
  await expectEmptyPlan(place, first);
  await wipe(place.reference);
  const { desired, ledger } = first;
  const made = await plan({ desired, platform: place.platform, ledger, maxWaitMs: 0 });
  expect(made.plan.changes.filter(({ blocked }) => blocked !== undefined)).toEqual([]);
  const report = await apply(made, { platform: place.platform, ledger, maxWaitMs: 0 });
  expect(report.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  const second = await takeIn(place, organization);
  expect(Object.fromEntries(second.texts)).toEqual(Object.fromEntries(first.texts));
  place.reference.close();
}

test.each<SeedName>(['small', 'medium'])(
  'fixture %s: an import after deleting and applying everything again produces the same bytes',
  async (seed) => {
    const world = createFixture(seed, 1);
    await expectSameAgain(await living(world), world.organizations[0]?.id ?? '');
  },
);

test('any organization: an import after deleting and applying everything again produces the same bytes', async () => {
  await always(40, [worlds(false)], async (world) => expectSameAgain(await living(world), 'acme'));
});
