/** Tests that a fixture can set the ids of its objects and the contents of the trash, and so can copy another platform. */
import { afterAll, expect, test } from 'vitest';
import { objectsOf } from '../../src/server/fixture/objects.ts';
import { createFixture, createPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';
import { withObjects } from '../support/live-world.ts';

const small = createFixture('small', 1);

const more = objectsOf({
  spaces: {
    x: {
      id: 'space-old',
      title: 'Old',
      collection: 'product',
      defaultLevel: 'read',
      deletedAt: new Date().toISOString(),
    },
  },
  sites: {
    docs: {
      id: 'site-docs',
      title: 'Docs',
      structure: [
        {
          ...{ group: 'g', id: 'group-g', title: 'G' },
          sections: [
            {
              section: 's',
              id: 'section-s',
              title: 'Part',
              path: 's',
              spaces: [{ space: 'home', id: 'link-home', path: 'home' }],
            },
          ],
        },
      ],
      shareLinks: { l: { id: 'share-l', name: 'L' } },
    },
    bare: {
      id: 'site-bare',
      title: 'Bare',
      structure: [{ group: 'empty', id: 'group-empty', title: 'Empty', sections: [] }],
    },
  },
});
const world = withObjects(small, (objects) => [
  ...objects.map((each) => (each.id === 'members/ana@acme.dev' ? { ...each, pin: 'user-ana' } : each)),
  ...more,
]);

const platform = createPlatform({ seed: world });
afterAll(() => platform.close());

const at = speak(platform);
const idsIn = async (path: string) => (await at.list(`~${path}`)).map(({ id }) => id);

test('objects have the ids of the fixture, or generated ids if the fixture has none', async () => {
  expect(await idsIn('/members?order=asc&role=admin')).toEqual(['user-ana']);
  expect(await idsIn('/sites')).toEqual(['site-docs', 'site-bare']);
  expect(await idsIn('/sites/site-docs/section-groups')).toEqual(['group-g']);
  expect(await idsIn('/sites/site-docs/sections')).toEqual(['section-s']);
  expect(await idsIn('/sites/site-docs/site-spaces')).toEqual(['link-home']);
  expect(await idsIn('/sites/site-docs/share-links')).toEqual(['share-l']);
  expect((await idsIn('/collections')).every((id) => /^[0-9A-Za-z]{20}$/.test(id))).toBe(true);
});

test('a site can contain only empty groups', async () => {
  expect(await idsIn('/sites/site-bare/section-groups')).toEqual(['group-empty']);
  expect(await idsIn('/sites/site-bare/site-spaces')).toEqual([]);
});

test('objects in the trash are restored to their former place', async () => {
  const [product] = await idsIn('/collections');
  expect(await at.get('/v1/spaces/space-old')).toMatchObject({ deletedAt: expect.any(String), parent: product });
  expect(await at.post('/v1/spaces/space-old/restore')).toMatchObject({
    id: 'space-old',
    title: 'Old',
    parent: product,
  });
  expect((await at.list(`/v1/collections/${product}/spaces`)).at(-1)?.id).toBe('space-old');
});
