/** The reference platform in the `gitbook` dialect: spaces, translations, invitations, and settings of sites. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { open } from '../server/open.ts';
import { directoryWith } from '../support/directory.ts';
import { type GitbookPlatform, openGitbook } from './dialect-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation, validated against GitBook's document.
type Json = any;

let at: GitbookPlatform;

beforeEach(() => {
  at = openGitbook({ seed: 'medium' });
});

afterEach(() => {
  at.platform.close();
  expect(at.problems).toEqual([]);
});

const status = async (method: string, path: string, body?: unknown) => (await at.send(method, path, body)).status;

async function docs(): Promise<string> {
  const { items } = await at.ask('GET', '~/sites?limit=1000');
  return `~/sites/${items.find((site: Json) => site.title === 'Acme Docs').id}`;
}

describe('organization', () => {
  test('the list of spaces contains every space that the caller can see', async () => {
    const { items, count } = await at.ask('GET', '~/spaces?limit=1000');
    const { id } = await at.ask('GET', '/v1/user');
    const own = (await at.ask('GET', `~/members/${id}/spaces?limit=1000`)).items.map(({ space }: Json) => space.id);
    expect(new Set(items.map((space: Json) => space.id))).toEqual(new Set(own));
    expect(count).toBe(items.length);
    const first = await at.ask('GET', '~/spaces?limit=2');
    const second = await at.ask('GET', `~/spaces?limit=2&page=${first.next.page}`);
    expect([...first.items, ...second.items]).toEqual(items.slice(0, 4));
    const bo = openGitbook({ seed: 'medium' }, 'bo@acme.dev');
    const seen = (await bo.ask('GET', '~/spaces?limit=1000')).items.map((space: Json) => space.id);
    const { id: self } = await bo.ask('GET', '/v1/user');
    const access = (await bo.ask('GET', `~/members/${self}`)).spaces;
    expect([seen.length, seen.length < items.length]).toEqual([access, true]);
    bo.platform.close();
  });

  test('a space is created in a collection, with the rights of its container', async () => {
    const [collection] = (await at.ask('GET', '~/collections')).items;
    const space = await at.ask('POST', '~/spaces', { title: 'New', parent: collection.id, editMode: 'locked' });
    expect([space.title, space.parent, space.editMode]).toEqual(['New', collection.id, 'locked']);
    expect(await status('POST', '~/spaces', { parent: 'unknown' })).toBe(404);
    const reader = openGitbook({ seed: 'medium' }, 'oli@acme.dev');
    expect((await reader.send('POST', '~/spaces', { title: 'New' })).status).toBe(403);
    reader.platform.close();
  });

  test('a translation exists once for each space and language, and stays pending', async () => {
    const [space] = (await at.ask('GET', '~/spaces')).items;
    const body = { source: { space: space.id, language: 'en' }, language: 'fr' };
    const made = await at.ask('POST', '~/translations', body);
    expect([made.status, made.instructions.nodes]).toEqual(['pending', []]);
    expect(await status('POST', '~/translations', body)).toBe(409);
    expect(await status('POST', '~/translations', { ...body, language: 'en' })).toBe(400);
    expect(await status('POST', '~/translations', { ...body, language: 'klingon' })).toBe(400);
    const nodes = [{ object: 'block', type: 'paragraph', nodes: [] }];
    const instructions = { object: 'document', data: {}, nodes };
    expect((await at.ask('PUT', `~/translations/${made.id}`, { instructions })).instructions.nodes).toEqual(nodes);
    expect((await at.ask('GET', '~/translations')).items).toHaveLength(1);
    expect(await status('DELETE', `~/translations/${made.id}`)).toBe(205);
    expect((await at.ask('GET', '~/translations')).items).toEqual([]);
  });

  test('invited people are no members yet, and are invited once', async () => {
    const emails = ['new@acme.dev', { email: 'bo@acme.dev', role: 'admin' }];
    expect((await at.ask('POST', '~/invites', { emails, role: 'read' })).invited).toBe(1);
    expect((await at.ask('POST', '~/invites', { emails: ['NEW@acme.dev'] })).invited).toBe(0);
    expect((await at.ask('GET', '~/members?search=new@acme.dev')).items).toEqual([]);
  });

  test('link invites are listed, and created if the organization allows them', async () => {
    const made = await at.ask('POST', '~/link-invites', { role: 'read' });
    expect((await at.ask('GET', '~/link-invites')).items.map(({ id }: Json) => id)).toContain(made.id);
    await at.ask('PATCH', '~', { inviteLinks: false });
    expect(await status('POST', '~/link-invites', { role: 'read' })).toBe(412);
  });
});

test('a specification that looks like an object of the platform is not changed', async () => {
  const text = JSON.stringify({ openapi: '3.1.0', items: [{ object: 'site-space', id: 'unknown' }] });
  await at.ask('POST', '~/openapi', { slug: 'odd', source: { text } });
  const { filesystem } = await at.ask('GET', '~/openapi/odd/versions/latest/content');
  expect(filesystem).toEqual({ 'odd.json': JSON.parse(text) });
});

describe('sites', () => {
  test('are published and unpublished', async () => {
    const site = `~/sites/${(await at.ask('POST', '~/sites', { title: 'New' })).id}`;
    expect((await at.ask('GET', site)).published).toBe(false);
    expect((await at.ask('POST', `${site}/publish`)).published).toBe(true);
    expect((await at.ask('POST', `${site}/unpublish`)).published).toBe(false);
  });

  test('have a default level', async () => {
    const site = await docs();
    expect((await at.ask('GET', site)).defaultLevel).toBe('inherit');
    await at.ask('PATCH', site, { defaultLevel: null });
    expect((await at.ask('GET', site)).defaultLevel).toBeNull();
  });

  test('an adaptive schema needs the one description of unsigned claims, and has no $id', async () => {
    const path = `${await docs()}/adaptive-schema`;
    const put = (part: object) =>
      status('PUT', path, { jsonSchema: { type: 'object', properties: {}, additionalProperties: false, ...part } });
    const unsigned = { type: 'object', description: 'Mine', properties: {}, additionalProperties: false };
    expect(await put({ properties: { unsigned } })).toBe(400);
    expect(await put({ $id: 'mine' })).toBe(400);
    expect(await put({ properties: { beta: { type: 'boolean' } } })).toBe(400);
    expect(
      await put({ properties: { unsigned: { ...unsigned, description: 'Unsigned claims of the site visitor.' } } }),
    ).toBe(200);
    expect((await at.ask('GET', path)).jsonSchema).not.toHaveProperty('$id');
  });

  test('a path has one redirect, and a refused entry of a list does not affect the others', async () => {
    const path = `${await docs()}/redirects`;
    const destination = { kind: 'external', url: 'https://acme.dev/' };
    const { id } = await at.ask('POST', path, { source: '/old', destination });
    expect(await status('POST', path, { source: '/old', destination })).toBe(409);
    expect(await status('POST', path, { source: 'old', destination })).toBe(400);
    const redirects = [
      { source: '/old', destination, permanent: true },
      { source: '/draft', intent: 'draft', destination },
      { source: '/wrong', destination: { kind: 'site-space', siteSpaceId: 'unknown' } },
      { source: '/unknown', destination: null },
      { source: '/unknown', intent: 'publish' },
    ];
    const { results } = await at.ask('PUT', path, { redirects });
    expect(results.map((result: Json) => result.status)).toEqual(['updated', 'created', 'error', 'error', 'error']);
    const drafts = await at.ask('GET', `${path}?draft=true`);
    expect(drafts.items.map(({ source }: Json) => source)).toEqual(['/draft']);
    await at.ask('PUT', path, {
      redirects: [
        { source: '/draft', intent: 'publish' },
        { source: '/old', destination: null },
      ],
    });
    expect((await at.ask('GET', path)).items.map(({ source, draft }: Json) => [source, draft])).toEqual([
      ['/draft', false],
    ]);
    expect(await status('DELETE', `${path}/${id}`)).toBe(404);
    expect(await status('PUT', path, { redirects: Array(501).fill({ source: '/x', destination }) })).toBe(400);
  });
});

test('one data file can be served in both dialects, and the contract omits members that only GitBook has', async () => {
  const data = join(directoryWith(), 'state.db');
  const gitbook = openGitbook({ data, seed: 'medium' });
  const [{ id }] = (await gitbook.ask('GET', '~/sites')).items;
  const site = `~/sites/${id}`;
  const { id: outer } = await gitbook.ask('POST', `${site}/section-groups`, { title: 'Outer' });
  const { id: parent } = await gitbook.ask('POST', `${site}/section-groups`, { title: 'Inner', parent: outer });
  const section = { spaceId: null, title: 'Draft', draft: true, siteSectionGroupId: parent };
  await gitbook.ask('POST', `${site}/sections`, section);
  await gitbook.ask('POST', `${site}/external-links`, { title: 'Status', url: 'https://acme.dev/', parent });
  const sections = (await gitbook.ask('GET', `${site}/sections?limit=1000`)).items.map(({ title }: Json) => title);
  gitbook.platform.close();
  const contract = open({ data });
  expect((await contract.list(`${site}/sections`)).map(({ title }) => title)).toEqual(sections);
  expect((await contract.list(`${site}/section-groups`)).map(({ title }) => title)).toEqual([
    ...['Products', 'Past versions', 'Outer'],
  ]);
  expect(await contract.refused('GET', `${site}/structure`)).toBe(404);
  await contract.delete(`${site}/section-groups/${outer}`);
  contract.platform.close();
  const again = openGitbook({ data });
  const { structure } = await again.ask('GET', `${site}/structure`);
  const [inner] = structure.filter((item: Json) => item.id === parent);
  expect([inner.sectionGroup, inner.children.map(({ title }: Json) => title)]).toEqual([
    undefined,
    ['Draft', 'Status'],
  ]);
  again.platform.close();
  expect([...gitbook.problems, ...again.problems]).toEqual([]);
});

test('the page of the platform shows links, nested groups, drafts and hidden site-spaces', async () => {
  const gitbook = openGitbook({ seed: 'medium', control: true });
  const [{ id }] = (await gitbook.ask('GET', '~/sites')).items;
  const site = `~/sites/${id}`;
  const { id: parent } = await gitbook.ask('POST', `${site}/section-groups`, { title: 'Outer', draft: true });
  await gitbook.ask('POST', `${site}/external-links`, { title: 'Status', url: 'https://acme.dev/', parent });
  const [siteSpace] = (await gitbook.ask('GET', `${site}/site-spaces`)).items;
  await gitbook.ask('PATCH', `${site}/site-spaces/${siteSpace.id}`, { hidden: true });
  const page = await gitbook.platform.fetch(new Request(`http://127.0.0.1/_platform/sites/${id}`));
  const text = (await page.text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(text).toMatch(/Group Outer draft .*external link Status/i);
  expect(text).toContain('hidden : not in the navigation of readers');
  gitbook.platform.close();
});
