/** Tests sites, share links, adaptive schemas, custom fields, specifications and translations. */
import { beforeEach, expect, test } from 'vitest';
import { type Opened, open } from './open.ts';

let at: Opened;

beforeEach(() => {
  at = open({ seed: 'medium' });
});

const titles = async (path: string): Promise<readonly string[]> => (await at.list(path)).map(({ title }) => title);

test('a site is created empty, with spaces, or with a new space', async () => {
  const bare = await at.post('~/sites');
  expect(bare).toMatchObject({ type: 'basic', visibility: 'public', published: false, siteSpaces: 0 });
  expect(bare).not.toHaveProperty('basename');
  for (const spaces of ['empty', 'sample']) {
    const site = await at.post('~/sites', { title: 'With a long title '.repeat(5), spaces });
    const [siteSpace] = await at.list(`~/sites/${site.id}/site-spaces`);
    expect(siteSpace?.title).toHaveLength(50);
  }
  expect(await at.refused('POST', '~/sites', { spaces: 'full' })).toBe(400);
  expect(await at.refused('POST', '~/sites', { spaces: ['unknown'] })).toBe(404);
  expect(await at.refused('POST', '~/sites', { type: 'golden' })).toBe(400);
});

test('sites are filtered by space, title and publication', async () => {
  const [siteSpace] = await at.list(
    `~/sites/${(await at.list('~/sites?title=partner'))[0]?.id}/site-spaces?default=true`,
  );
  expect(await titles(`~/sites?space=${siteSpace?.space.id}`)).toEqual(['Acme Docs', 'Partner Portal']);
  await at.post('~/sites', { title: 'Draft' });
  expect(await titles('~/sites?published=false')).toEqual(['Draft']);
  expect(await titles('~/sites?published=true&title=ACME')).toEqual(['Acme Docs']);
});

test('PATCH of a site: basenames are unique, a proxy is text that is read in two parts, and null removes it', async () => {
  const [docs, partners] = await at.list('~/sites');
  const path = `~/sites/${partners?.id}`;
  expect(await at.refused('PATCH', path, { basename: 'docs' })).toBe(409);
  await at.patch(`~/sites/${docs?.id}`, { basename: 'docs-2' });
  expect((await at.patch(path, { basename: 'docs' })).basename).toBe('docs');
  const changed = await at.patch(path, {
    proxy: 'partners.example.com/docs',
    adaptiveContent: { enabled: true },
    agentsContext: 'included',
  });
  expect(changed).toMatchObject({ basename: 'docs', adaptiveContent: { enabled: true }, agentsContext: 'included' });
  expect(changed.proxy.origin).toBe('partners.example.com/docs');
  expect(await at.patch(path, { proxy: null })).not.toHaveProperty('proxy');
  expect(await at.refused('PATCH', path, { proxy: 'no-host' })).toBe(400);
  expect(await at.refused('PATCH', path, { defaultSiteSection: 'unknown' })).toBe(404);
});

test('a site is deleted with its sections, groups, links and schema', async () => {
  const [docs] = await at.list('~/sites');
  const path = `~/sites/${docs?.id}`;
  await at.delete(path);
  for (const list of ['', '/sections', '/section-groups', '/site-spaces', '/share-links', '/adaptive-schema']) {
    expect(await at.refused('GET', `${path}${list}`), list).toBe(404);
  }
  expect(await at.refused('DELETE', path)).toBe(404);
  expect((await at.post('~/sites', { title: 'Again' })).id).not.toBe(docs?.id);
});

test('new share links are active, keep their secret, and belong to their site', async () => {
  const [docs, partners] = await at.list('~/sites');
  const links = `~/sites/${partners?.id}/share-links`;
  const made = await at.post(links, { name: 'Hooli' });
  expect(made).toMatchObject({ name: 'Hooli', active: true });
  const off = await at.patch(`${links}/${made.id}`, { active: false });
  expect(off).toMatchObject({ name: 'Hooli', active: false, urls: made.urls });
  expect((await at.list(links)).map(({ name, active }) => [name, active])).toEqual([
    ['Globex', true],
    ['Initech', false],
    ['Hooli', false],
  ]);
  expect(new Set((await at.list(links)).map(({ urls }) => urls.published)).size).toBe(3);
  expect(await at.refused('PATCH', `~/sites/${docs?.id}/share-links/${made.id}`, { active: true })).toBe(404);
  await at.delete(`${links}/${made.id}`);
  expect(await at.refused('DELETE', `${links}/${made.id}`)).toBe(404);
});

test('an adaptive schema is 404 until it is set, is replaced as a whole, and gives conditions', async () => {
  const [docs, partners] = await at.list('~/sites');
  const path = `~/sites/${partners?.id}/adaptive-schema`;
  expect(await at.refused('GET', path)).toBe(404);
  expect((await at.get(`${path}/template-conditions`)).items).toEqual([]);
  const schema = (properties: object) => ({ jsonSchema: { type: 'object', properties, additionalProperties: false } });
  await at.put(path, schema({ a: { type: 'boolean', description: 'A' } }));
  await at.put(path, schema({ b: { type: 'boolean', description: 'B' } }));
  expect(Object.keys((await at.get(path)).jsonSchema.properties)).toEqual(['b']);
  expect(await at.refused('PUT', path, schema({ b: { type: 'number', description: 'B' } }))).toBe(400);
  expect(await at.refused('PUT', path, { jsonSchema: { type: 'object', properties: {} } })).toBe(400);
  expect(
    (await at.get(`~/sites/${docs?.id}/adaptive-schema/template-conditions`)).items.map(({ condition }) => condition),
  ).toEqual([
    'visitor.claims.partner == true',
    'visitor.claims.plan == "free"',
    'visitor.claims.plan == "team"',
    'visitor.claims.plan == "enterprise"',
    'visitor.claims.unsigned.beta == true',
  ]);
});

test('the published structure has sections with site-spaces, or the site-spaces of a flat site', async () => {
  const [docs, partners] = await at.list('~/sites');
  const sectioned = await at.get(`~/sites/${docs?.id}/published`);
  expect(sectioned.structure.type).toBe('sections');
  expect(sectioned.structure.structure.map(({ title }: { title: string }) => title)).toEqual(
    (await at.list(`~/sites/${docs?.id}/sections`)).map(({ title }) => title),
  );
  expect((await at.get(`~/sites/${partners?.id}/published`)).structure).toMatchObject({
    type: 'siteSpaces',
    structure: [{ title: 'Partner Guide' }, { title: 'Changelog' }],
  });
});

test('custom fields have unique names and typed values, which are deleted with the field', async () => {
  expect(await at.refused('POST', '~/custom-fields', { name: 'owner', type: 'text' })).toBe(409);
  expect(await at.refused('POST', '~/custom-fields', { name: 'Owner', type: 'text' })).toBe(400);
  expect(await at.refused('POST', '~/custom-fields', { name: 'colour', type: 'colour' })).toBe(400);
  expect((await at.patch('~/custom-fields/owner', { title: 'Team' })).description).toBe(
    'Team that is responsible for the content',
  );
  const space = (await at.list('~/collections')).find(({ title }) => title === 'Product');
  const [home] = await at.list(`/v1/collections/${space?.id}/spaces`);
  const path = `/v1/spaces/${home?.id}/custom-fields`;
  const values = async () =>
    Object.fromEntries(
      ((await at.get(path)) as unknown as readonly { customField: { name: string }; value?: unknown }[]).map((one) => [
        one.customField.name,
        one.value,
      ]),
    );
  const before = { owner: 'docs', status: 'live', audiences: ['customers', 'partners'], weight: 3, reviewed: true };
  expect(await values()).toEqual({ ...before, keywords: undefined });
  await at.patch(path, { values: { status: { value: 'draft' }, keywords: { value: ['x'] } } });
  const wrong = { status: 'gone', audiences: ['nobody'], weight: 'heavy', reviewed: 'yes', keywords: 'x', owner: 7 };
  for (const [name, value] of Object.entries(wrong)) {
    const answer = await at.send('PATCH', path, { values: { owner: { value: 'changed' }, [name]: { value } } });
    expect([answer.status, answer.message.includes(name)], name).toEqual([400, true]);
  }
  expect(await at.refused('PATCH', path, { values: { unknown: { value: 1 } } })).toBe(404);
  await at.delete('~/custom-fields/owner');
  await at.post('~/custom-fields', { name: 'owner', type: 'text' });
  expect(await values()).toEqual({ ...before, owner: undefined, status: 'draft', keywords: ['x'] });
});

test('every write of a specification creates a version, newest first', async () => {
  const url = 'https://api.acme.dev/new.json';
  const made = await at.put('~/openapi/new', { source: { url } });
  expect(made).toMatchObject({ slug: 'new', sourceURL: url, processingState: 'pending' });
  const again = await at.put('~/openapi/new', { source: { url } });
  expect([again.id, again.lastVersion === made.lastVersion]).toEqual([made.id, false]);
  const text = await at.put('~/openapi/new', { source: { text: '{"openapi":"3.1.0"}' } });
  expect(text).not.toHaveProperty('sourceURL');
  expect((await at.list('~/openapi/new/versions')).map(({ id }) => id)).toEqual([
    text.lastVersion,
    again.lastVersion,
    made.lastVersion,
  ]);
  expect((await at.get('~/openapi/new/versions/latest')).id).toBe(text.lastVersion);
  expect((await at.get('~/openapi/new/versions/latest/content')).filesystem).toEqual({
    'new.json': { openapi: '3.1.0' },
  });
  expect(await at.get(`~/openapi/new/versions/${made.lastVersion}/content`)).toMatchObject({ filesystem: {}, url });
  expect(await at.refused('POST', '~/openapi', { slug: 'new', source: { url } })).toBe(409);
  expect(await at.refused('PUT', '~/openapi/Not_A_Slug', { source: { url } })).toBe(400);
  expect(await at.refused('GET', `~/openapi/payments/versions/${made.lastVersion}`)).toBe(404);
  await at.delete('~/openapi/new');
  expect(await at.refused('GET', '~/openapi/new/versions')).toBe(404);
  expect((await at.post('~/openapi', { slug: 'new', source: { url } })).id).not.toBe(made.id);
});

test('translations can be created, renamed and deleted', async () => {
  const made = await at.post('~/translations', { title: 'German' });
  expect((await at.put(`~/translations/${made.id}`, { title: 'Deutsch' })).title).toBe('Deutsch');
  expect(await titles('~/translations')).toEqual(['French', 'Japanese', 'Deutsch']);
  await at.delete(`~/translations/${made.id}`);
  expect(await at.refused('PUT', `~/translations/${made.id}`, { title: 'X' })).toBe(404);
});
