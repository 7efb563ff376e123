/** Tests that every read shows earlier writes. */
import { beforeEach, expect, test } from 'vitest';
import { type Json, makeSpaces, type Opened, open } from './open.ts';
import { requireShown, type Shown } from './shows.ts';

let at: Opened;

beforeEach(() => {
  at = open({ seed: 'medium', now: () => Date.UTC(2026, 5, 17) });
});

const shows = (path: string, write: () => Promise<unknown>, expected: Shown): Promise<void> =>
  requireShown(at, path, write, expected);

const first = async (path: string): Promise<Json> => (await at.list(path))[0] as Json;
const named = (title: string): object => ({ items: expect.arrayContaining([expect.objectContaining({ title })]) });

test('changed organizations appear in reads: titles, e-mail domains, invites', async () => {
  const domains = { emailDomains: ['acme.dev', 'new.example'] };
  await shows('/v1/orgs', () => at.patch('~', { title: 'Acme Group' }), named('Acme Group'));
  await shows('~', () => at.patch('~', domains), domains);
  await shows('/v1/email-domains/new.example/orgs', () => at.patch('~', { emailDomains: ['acme.dev'] }), {
    organizations: [],
  });
  await shows('~/link-invites/inv_456', () => at.patch('~/link-invites/inv_456', { role: 'edit' }), { role: 'edit' });
});

test('search finds a space by its new title', async () => {
  const [space] = await at.list(`/v1/collections/${(await first('~/collections')).id}/spaces`);
  await shows(
    '~/search?query=newcomers',
    () => at.patch(`/v1/spaces/${space?.id}`, { title: 'Newcomers' }),
    named('Newcomers'),
  );
});

test('changed members appear in reads: roles, spaces, teams', async () => {
  const member = await first('~/members?search=bo@');
  const path = `~/members/${member.id}`;
  const team = await first('~/teams?title=partners');
  const collection = await first('~/collections');
  await shows(`${path}/teams`, () => at.put(`~/teams/${team.id}/members/${member.id}`, {}), {
    items: expect.arrayContaining([
      { team: expect.objectContaining({ title: 'Partners' }), member: { role: 'member' } },
    ]),
  });
  await shows(`${path}/spaces`, () => at.patch(`/v1/collections/${collection.id}`, { defaultLevel: 'comment' }), {
    items: expect.arrayContaining([expect.objectContaining({ permission: 'comment' })]),
  });
  await shows(path, () => at.patch(path, { role: 'review' }), { role: 'review' });
  await shows('~/members?role=read', () => at.patch(path, { role: 'read' }), {
    items: expect.arrayContaining([expect.objectContaining({ id: member.id })]),
  });
});

test('changed teams appear in reads: titles and members', async () => {
  const team = await first('~/teams?title=partners');
  const member = await first('~/members?search=bo@');
  await shows('~/teams', () => at.patch(`~/teams/${team.id}`, { title: 'Friends' }), named('Friends'));
  await shows(`~/teams/${team.id}`, () => at.put(`~/teams/${team.id}/members/${member.id}`, {}), {
    title: 'Friends',
    members: 1,
  });
  await shows(`~/teams/${team.id}/members`, () => at.delete(`~/teams/${team.id}/members/${member.id}`), { items: [] });
});

test('changed SAML providers appear in reads, with their logins', async () => {
  const okta = await first('~/saml');
  const rename = (label: string) => () => at.patch(`~/saml/${okta.id}`, { label });
  await shows(`~/saml/${okta.id}`, rename('Door'), { label: 'Door' });
  await shows('~/saml', rename('Gate'), { items: [{ label: 'Gate' }] });
  await shows('~/sso', rename('Way'), { items: [{ label: 'Way' }] });
});

test('changed collections and spaces appear in reads: titles, places, transfers, share keys', async () => {
  const [product, internal] = await at.list('~/collections');
  const [draft = ''] = await makeSpaces(at, 'Draft');
  const [, globex] = await at.list('/v1/orgs');
  const collection = `/v1/collections/${product?.id}`;
  await shows(collection, () => at.patch(collection, { title: 'Products' }), { title: 'Products' });
  await shows('~/collections', () => at.patch(collection, { title: 'Wares' }), named('Wares'));
  await shows(
    `/v1/collections/${internal?.id}/spaces`,
    () => at.post(`/v1/spaces/${draft}/move`, { parent: internal?.id }),
    named('Draft'),
  );
  await shows(`/v1/spaces/${draft}`, () => at.post(`/v1/spaces/${draft}/transfer`, { organization: globex?.id }), {
    organization: globex?.id,
  });
});

test('the content of a space is deleted and restored with it', async () => {
  const [home] = (await at.list(`/v1/collections/${(await first('~/collections')).id}/spaces`)).filter(
    ({ title }) => title === 'Home',
  );
  const space = `/v1/spaces/${home?.id}`;
  const content = `${space}/change-requests/1/content`;
  const [file] = await at.list(`${content}/files`);
  const { pages } = await at.get(`${content}/pages`);
  const file1 = `${content}/files/${file?.id}`;
  const page = `${content}/page/${pages[0].id}`;
  const filled = [
    `${space}/links`,
    content,
    `${content}/pages`,
    `${content}/files`,
    file1,
    `${file1}/backlinks`,
    page,
    `${page}/links`,
  ];
  const unheld = await first('~/sites?title=acme');
  await at.delete(`~/sites/${unheld.id}`);
  const before: Json[] = [];
  for (const path of filled) before.push(await at.get(path));
  await at.delete(space);
  for (const path of filled) expect(await at.refused('GET', path), path).toBe(404);
  await at.post(`${space}/restore`);
  for (const [index, path] of filled.entries()) expect(await at.get(path)).toEqual(before[index]);
});

test('an import appears in the pages, revision and links of a change request', async () => {
  const spaces = await at.list(`/v1/collections/${(await first('~/collections')).id}/spaces`);
  const base = `/v1/spaces/${spaces.find(({ title }) => title === 'Home')?.id}/change-requests/1/content`;
  const fetched = (name: string) => () =>
    at.post(`${base}/import`, { url: `https://acme.dev/${name}`, source: 'website' });
  await shows(`${base}/pages`, fetched('one'), {
    pages: expect.arrayContaining([expect.objectContaining({ slug: 'one' })]),
  });
  await shows(base, fetched('two'), { pages: expect.arrayContaining([expect.objectContaining({ slug: 'two' })]) });
});

test('changed custom fields appear in reads: definitions and values', async () => {
  const [collection] = await at.list('~/collections');
  const [space] = await at.list(`/v1/collections/${collection?.id}/spaces`);
  const retitled = (title: string) => () => at.patch('~/custom-fields/owner', { title });
  await shows('~/custom-fields/owner', retitled('Team'), { title: 'Team' });
  await shows('~/custom-fields', retitled('Group'), named('Group'));
  await shows(
    `/v1/spaces/${space?.id}/custom-fields`,
    () => at.patch(`/v1/spaces/${space?.id}/custom-fields`, { values: { weight: { value: 7 } } }),
    {},
  );
  expect(await at.get(`/v1/spaces/${space?.id}/custom-fields`)).toContainEqual(expect.objectContaining({ value: 7 }));
});

test('new versions of OpenAPI specifications appear in reads', async () => {
  const path = '~/openapi/payments';
  const put = (title: string) => () =>
    at.put(path, { source: { text: JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} }) } });
  const [version] = await at.list(`${path}/versions`);
  await shows(path, put('One'), { lastVersion: expect.not.stringMatching(version?.id ?? '') });
  await shows('~/openapi', put('Two'), { items: expect.any(Array) });
  await shows(`${path}/versions`, put('Three'), { count: 4 });
  await shows(`${path}/versions/latest`, put('Four'), { object: 'openapi-spec-version' });
  await shows(`${path}/versions/latest/content`, put('Five'), { filesystem: {} });
  const kept = `${path}/versions/${version?.id}`;
  await at.get(kept);
  await at.get(`${kept}/content`);
  await shows(kept, () => at.delete(path), 404);
  await shows(`${kept}/content`, put('Six'), 404);
});

test('changed translation settings appear in reads', async () => {
  const settings = await first('~/translations');
  const path = `~/translations/${settings.id}`;
  await shows(path, () => at.put(path, { title: 'Français' }), { title: 'Français' });
  await shows('~/translations', () => at.put(path, { title: 'Francophone' }), named('Francophone'));
});
