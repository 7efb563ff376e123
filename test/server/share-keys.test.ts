/** Tests share keys: access to published sites, and where keys appear. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from './open.ts';
import { openRightsWorld, type RightsWorld, type Speaker } from './rights-world.ts';

let at: RightsWorld;
let site: string;
let active: string;
let inactive: string;

const keyOf = (link: Json | undefined): string => link?.urls.published.split('/').at(-1);

beforeEach(async () => {
  at = await openRightsWorld();
  site = `~/sites/${at.ids.partners}`;
  const links = await at.list(`${site}/share-links`);
  [active, inactive] = [keyOf(links.find((link) => link.active)), keyOf(links.find((link) => !link.active))] as [
    string,
    string,
  ];
});
afterEach(() => at.platform.close());

/** Statuses for a guest and for a member of another organization. */
const outside = async (path: string): Promise<readonly number[]> => {
  const everywhere = path.replace('~', `/v1/orgs/${at.ids.organizationId}`);
  return Promise.all(
    (['guest', 'stranger'] as const).map(async (person) => (await at.as(person).send('GET', everywhere)).status),
  );
};

test('users without a role can read published sites only, share-link sites only with an active key', async () => {
  expect(await outside(`~/sites/${at.ids.siteId}/published`)).toEqual([200, 200]);
  expect(await outside(`${site}/published`)).toEqual([404, 404]);
  expect(await outside(`${site}/published?shareKey=${active}`)).toEqual([200, 200]);
  for (const key of [inactive, 'unknown', ''])
    expect(await outside(`${site}/published?shareKey=${key}`)).toEqual([404, 404]);
  expect(await outside(`~/sites/${at.ids.internalSite}/published?shareKey=${active}`)).toEqual([404, 404]);
  const unpublished = await at.post('~/sites', { title: 'Soon' });
  expect(await outside(`~/sites/${unpublished.id}/published`)).toEqual([404, 404]);
  expect(await at.as('read').get(`~/sites/${unpublished.id}/published`)).toMatchObject({ site: { published: false } });
  expect(await outside(`/v1/orgs/${at.ids.globex}/sites/${at.ids.siteId}/published`)).toEqual([404, 404]);
  const other = await at.post('~/sites', { title: 'Other', visibility: 'share-link' });
  const otherKey = keyOf(await at.post(`~/sites/${other.id}/share-links`, { name: 'Other' }));
  expect(await outside(`${site}/published?shareKey=${otherKey}`)).toEqual([404, 404]);
  await at.patch(`~/sites/${at.ids.siteId}`, { visibility: 'unlisted' });
  expect(await outside(`~/sites/${at.ids.siteId}/published`)).toEqual([200, 200]);
  await at.patch(`~/sites/${at.ids.siteId}`, { visibility: 'visitor-auth' });
  expect(await outside(`~/sites/${at.ids.siteId}/published`)).toEqual([404, 404]);
});

test('visitors see titles and URLs, but no space', async () => {
  const { site: shown, structure } = await at.as('guest').get(`~/sites/${at.ids.siteId}/published`);
  expect(shown.permissions).toEqual({ view: false, admin: false });
  const siteSpaces = structure.structure.flatMap((section: Json) => section.siteSpaces);
  expect(siteSpaces.map(({ title }: Json) => title)).toContain('Payments EN');
  expect(siteSpaces.some((siteSpace: Json) => 'space' in siteSpace)).toBe(false);
});

const published = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'published' && typeof member === 'string' ? [member] : published(member),
  );
};

test('with an active key, the published URLs of the site contain the key', async () => {
  const [plain, keyed] = [await at.get(`${site}/published`), await at.get(`${site}/published?shareKey=${active}`)];
  const root = plain.site.urls.published;
  expect(published(plain)).toHaveLength(3);
  expect(published(keyed)).toEqual(published(plain).map((address) => address.replace(root, `${root}/${active}`)));
  expect((await at.list(`${site}/share-links`))[0]?.urls.published).toBe(keyed.site.urls.published);
  const siteSpaces = await at.list(`${site}/site-spaces?shareKey=${active}`);
  expect(siteSpaces.map(({ urls }) => urls.published)).toEqual([`${root}/${active}/guide`, `${root}/${active}`]);
  const [guide] = siteSpaces;
  expect((await at.get(`/v1/spaces/${guide?.space.id}?shareKey=${active}`)).urls.published).toBe(
    `${root}/${active}/guide`,
  );
});

test('URLs of sections contain the key', async () => {
  const section = await at.post(`${site}/sections`, { spaceId: at.ids.alone, title: 'More' });
  const root = (await at.get(site)).urls.published;
  const sections = await at.list(`${site}/sections?shareKey=${active}`, 1);
  expect(sections.map(({ urls }) => urls.published)).toEqual([
    `${root}/${active}`,
    `${root}/${active}/${section.path}`,
  ]);
  expect(sections.flatMap(published).every((address) => address.startsWith(`${root}/${active}`))).toBe(true);
  expect((await at.get(`/v1/spaces/${at.ids.alone}?shareKey=${active}`)).urls.published).toBe(`${root}/${active}/more`);
});

test('an unknown or inactive key is 404 for everyone, and no refusal repeats it', async () => {
  const space = `/v1/spaces/${at.ids.guide}`;
  for (const path of [`${site}/published`, `${site}/sections`, `${site}/site-spaces`, space]) {
    for (const key of [inactive, 'unknown-key']) {
      const answer = await at.send('GET', `${path}?shareKey=${key}`);
      expect([answer.status, answer.message.includes(key)], path).toEqual([404, false]);
    }
  }
  expect(await at.refused('GET', `/v1/spaces/${at.ids.spaceId}?shareKey=${active}`)).toBe(404);
  // A site with another visibility ignores the key.
  expect(published(await at.get(`~/sites/${at.ids.siteId}/published?shareKey=${active}`)).join()).not.toContain(active);
});

test('no answer contains a key that was not sent, except that of the share link', async () => {
  const seen: string[] = [];
  const look = async (speaker: Speaker, path: string) =>
    seen.push(JSON.stringify((await speaker.send('GET', path)).body));
  for (const path of ['', '/published', '/sections', '/site-spaces', '/section-groups']) await look(at, site + path);
  for (const path of ['~/sites', '~', `/v1/spaces/${at.ids.guide}`, '~/search?query=guide']) await look(at, path);
  await look(at.as('create'), `${site}/share-links`);
  expect(seen.filter((text) => text.includes(active) || text.includes(inactive))).toEqual([]);
  await look(at, `${site}/share-links`);
  expect(seen.at(-1)).toContain(active);
});

test('only admins see share keys and URLs with keys in insights', async () => {
  const ask = (column: string) => ({ select: [{ column }], range: 'lastYear' });
  const aggregate = (id: string | undefined) => `~/sites/${id}/insights/events/aggregate`;
  const { partners, siteId } = at.ids;
  expect(await at.as('create').refused('POST', aggregate(siteId), ask('siteShareKey'))).toBe(403);
  expect(await at.as('create').refused('POST', aggregate(partners), ask('url'))).toBe(403);
  const where = { ...ask('datetime'), where: [{ column: 'siteShareKey', operator: 'greaterThan', values: ['A'] }] };
  expect(await at.as('create').refused('POST', aggregate(partners), where)).toBe(403);
  await at.as('read').post(aggregate(siteId), ask('url'));
  await at.post(aggregate(partners), ask('siteShareKey'));
});
