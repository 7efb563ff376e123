/** A whole reading finds all objects, with one request per page. */
import { expect, test } from 'vitest';
import { emptyLedger } from '../../src/core/state.ts';
import { kindsOfDialect, shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { onlyReads } from '../../src/remote/client/guarded.ts';
import { fetchLive } from '../../src/remote/live/fetch.ts';
import {
  createFixture,
  createPlatform,
  type Fixture,
  type FixtureObject,
  type SeedName,
  seedNames,
} from '../../src/server/index.ts';
import { plantedIds, withObjects } from '../support/live-world.ts';
import { localPlatform } from '../support/local-platform.ts';
import { listOf, platform as script, unknowns } from './organization.ts';
import { type Script, scriptedClient } from './scripted-client.ts';

const definitions = kindsOfDialect('2025-06');

const readAll = { definitions, ledger: emptyLedger, isWhole: true };

async function readSeed(seed: SeedName) {
  const { seedNumber, organizations } = createFixture(seed, 1);
  // Objects of the first organization, without content.
  const isSpoken = ({ kind }: FixtureObject): boolean => kind !== 'content' && kind !== 'visitor-event';
  const world = withObjects({ seedNumber, organizations: organizations.slice(0, 1) }, (objects) =>
    objects.filter(isSpoken),
  );
  const reference = createPlatform({ seed: world, token: 'token-of-ana' });
  const local = await localPlatform(reference);
  const client = createClient({ transport: onlyReads(local.transport) });
  const live = await fetchLive(client, { ...readAll, organization: reference.organization });
  reference.close();
  return { world, live, requests: Object.values(client.requestCounts()).reduce((sum, count) => sum + count, 0) };
}

function requestsFor({ organizations: [organization] }: Fixture): number {
  const { objects = [] } = organization ?? {};
  const of = (kind: string, isOne: (object: FixtureObject) => boolean = () => true) =>
    objects.filter((each) => each.kind === kind && isOne(each));
  /** An empty list has one page. */
  const pagesOf = (...list: Parameters<typeof of>): number => Math.max(1, Math.ceil(of(...list).length / 1000));
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const top = [
    'member',
    'space',
    'team',
    'saml-provider',
    'custom-field',
    'collection',
    'openapi-spec',
    'translation',
    'site',
  ];
  const ordered = of('collection').filter(({ id }) => {
    const held = of('space', ({ fields }) => fields.collection === id);
    return held.length > 1 && of('collection', ({ fields }) => fields.parent === id).length === 0;
  });
  const rosters = of('team').map(({ id }) => pagesOf('team-member', ({ parent }) => parent === id));
  const parts = of('site').map(({ id }) => {
    const isInside = ({ parent }: FixtureObject): boolean => parent === id || parent?.startsWith(`${id}/`) === true;
    // Groups and the visitor schema need one request each.
    return sum(['share-link', 'section', 'site-space'].map((kind) => pagesOf(kind, isInside))) + 2;
  });
  const values = of('custom-field').length === 0 ? 0 : of('space').length;
  return 1 + sum(top.map((kind) => pagesOf(kind))) + sum(rosters) + ordered.length + values + sum(parts);
}

test.each(seedNames)('a whole reading contains all objects of the fixture %s', async (seed) => {
  const { world, live, requests } = await readSeed(seed);
  const found = new Set(
    live.objects.map(({ kind, id, parentId }) => `${kind} ${id} ${shapes.get(kind)?.bulk ? parentId : ''}`),
  );
  const ids = plantedIds(world);
  const missing = [...ids].filter(([address, id]) => {
    const path = parseAddress(address, shapes) ?? [];
    const kind = path.at(-1)?.kind ?? '';
    const parentId = shapes.get(kind)?.bulk ? ids.get(path.at(-2)?.address ?? '') : '';
    return kind !== 'link-invite' && !found.has(`${kind} ${id} ${parentId}`);
  });
  expect(missing).toEqual([]);
  expect(unknowns(live)).toEqual([]);
  expect(requests).toBe(requestsFor(world));
});

const bare: Script = {
  ...Object.fromEntries(
    ['teams', 'saml', 'custom-fields', 'collections', 'openapi', 'translations'].map((list) => [list, []]),
  ),
  'orgs/o1': { id: 'o1', title: 'Acme', emailDomains: [], inviteLinks: false },
  ...Object.fromEntries(
    ['s1', 's2'].flatMap((id) =>
      ['share-links', 'sections', 'section-groups', 'site-spaces'].map((list) => [`sites/${id}/${list}`, []]),
    ),
  ),
  ...script,
};

test('a whole reading repeats no request, and reads values only if custom fields exist', async () => {
  const client = scriptedClient(bare);
  const live = await fetchLive(client, { ...readAll, organization: 'o1' });
  expect(new Set(client.asked).size).toBe(client.asked.length);
  expect(client.asked.filter((path) => path.startsWith('spaces/'))).toEqual([]);
  expect(listOf(live, 'field-values', 'sp-home')).toEqual({ kind: 'field-values', parentId: 'sp-home' });
});

test.each([
  ['teams', 'team', null],
  ['sites/s1/share-links', 'share-link', 's1'],
  ['sites/s1/section-groups', 'section', 's1'],
  ['custom-fields', 'custom-field', null],
] as const)('a refused %s is unknown, and the rest is read', async (path, kind, parentId) => {
  const live = await fetchLive(
    scriptedClient({ ...bare, 'spaces/sp-home/custom-fields': [], 'spaces/sp-api/custom-fields': [], [path]: 403 }),
    {
      ...readAll,
      organization: 'o1',
    },
  );
  expect(listOf(live, kind, parentId)?.unknown).toContain('403');
  expect(listOf(live, 'translation', null)).toEqual({ kind: 'translation', parentId: null });
  expect(live.objects.filter((object) => object.kind === 'site')).toHaveLength(2);
});
