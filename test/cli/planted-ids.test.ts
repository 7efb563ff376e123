/** A world may say the ids of what it plants, and what stands in the trash: then it can be the copy of another platform. */
import { afterAll, expect, test } from 'vitest';
import { createPlatform, createWorld, type World } from '../../src/server/index.ts';

const [small] = createWorld('small', 1).organizations;
if (small === undefined) throw new Error('the seed small has no organization');
const [ana, ...others] = small.members;
if (ana === undefined) throw new Error('the seed small has no member');

const world: World = {
  seedNumber: 7,
  organizations: [
    {
      ...small,
      members: [{ ...ana, id: 'user-ana' }, ...others],
      trash: [
        {
          key: 'x',
          id: 'space-old',
          title: 'Old',
          emoji: '1f4d8',
          collection: 'product',
          defaultLevel: 'read',
          deletedAt: new Date().toISOString(),
        },
      ],
      sites: [
        {
          ...{ key: 'docs', id: 'site-docs', title: 'Docs', visibility: 'public', agentsContext: 'included', adaptiveContent: false },
          structure: [
            {
              group: 'g',
              id: 'group-g',
              title: 'G',
              sections: [
                { section: 's', id: 'section-s', title: 'S', path: 's', spaces: [{ space: 'home', id: 'link-home', path: 'home' }] },
              ],
            },
          ],
          shareLinks: [{ key: 'l', id: 'share-l', name: 'L', active: true }],
        },
        {
          ...{ key: 'bare', id: 'site-bare', title: 'Bare', visibility: 'public', agentsContext: 'included', adaptiveContent: false },
          ...{ structure: [{ group: 'empty', id: 'group-empty', title: 'Empty', sections: [] }], shareLinks: [] },
        },
      ],
    },
  ],
};

const platform = createPlatform({ seed: world });
afterAll(() => platform.close());

async function ask(method: string, path: string) {
  const request = new Request(`http://localhost/v1${path}`, { method, headers: { authorization: `Bearer ${platform.token}` } });
  return (await (await platform.fetch(request)).json()) as { readonly id: string; readonly items: readonly { readonly id: string }[] };
}

const idsIn = async (path: string) => (await ask('GET', `/orgs/${small.id}${path}`)).items.map(({ id }) => id);

test('ids are those that the world says, and the next ones of its number where it says none', async () => {
  expect(await idsIn('/members?order=asc&role=admin')).toEqual(['user-ana']);
  expect(await idsIn('/sites')).toEqual(['site-docs', 'site-bare']);
  expect(await idsIn('/sites/site-docs/section-groups')).toEqual(['group-g']);
  expect(await idsIn('/sites/site-docs/sections')).toEqual(['section-s']);
  expect(await idsIn('/sites/site-docs/site-spaces')).toEqual(['link-home']);
  expect(await idsIn('/sites/site-docs/share-links')).toEqual(['share-l']);
  expect((await idsIn('/collections')).every((id) => /^[0-9A-Za-z]{20}$/.test(id))).toBe(true);
});

test('a site may hold nothing but empty groups', async () => {
  expect(await idsIn('/sites/site-bare/section-groups')).toEqual(['group-empty']);
  expect(await idsIn('/sites/site-bare/site-spaces')).toEqual([]);
});

test('what is in the trash is restored to where it stood', async () => {
  const [product] = await idsIn('/collections');
  expect(await ask('GET', '/spaces/space-old')).toMatchObject({ deletedAt: expect.any(String), parent: product });
  expect(await ask('POST', '/spaces/space-old/restore')).toMatchObject({ id: 'space-old', title: 'Old', parent: product });
  expect((await ask('GET', `/collections/${product}/spaces`)).items.at(-1)?.id).toBe('space-old');
});
