/** Tests fixtures: deterministic, with the expected sizes, and written as configuration. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createFixture, seedNames } from '../../src/server/index.ts';
import { idAt } from '../../src/server/rules/context.ts';
import { withObjects } from '../support/live-world.ts';
import { seedTexts } from '../support/seed-texts.ts';
import { open } from './open.ts';

test.each(seedNames)('%s: the same number gives the same fixture and answers', async (seed) => {
  expect(createFixture(seed, 5)).toEqual(createFixture(seed, 5));
  const [one, two] = [open({ seed, seedNumber: 5 }), open({ seed, seedNumber: 5 })];
  for (const list of ['/v1/orgs', '~/members', '~/teams', '~/collections', '~/sites'])
    expect(await one.list(list)).toEqual(await two.list(list));
  expect(open({ seed, seedNumber: 6 }).platform.organization).not.toBe(one.platform.organization);
});

test('ids are opaque and unique', () => {
  const ids = Array.from({ length: 50_000 }, (_, counter) => idAt(1, counter));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[a-zA-Z0-9_-]{20}$/.test(id))).toBe(true);
});

test('empty has one organization with one admin', async () => {
  const at = open({ seed: 'empty' });
  expect(await at.list('/v1/orgs')).toHaveLength(1);
  expect((await at.list('~/members')).map(({ user, role }) => [user.email, role])).toEqual([['ana@acme.dev', 'admin']]);
  for (const list of ['teams', 'saml', 'custom-fields', 'collections', 'openapi', 'translations', 'sites'])
    expect(await at.list(`~/${list}`), list).toEqual([]);
});

test('small has the objects that examples/one-site is applied to', async () => {
  const at = open({ seed: 'small' });
  const [acme] = await at.list('/v1/orgs');
  expect(acme?.title).toBe('Acme');
  const members = await at.list('~/members?order=asc');
  expect(members.map(({ user }) => user.email)).toEqual([
    'ana@acme.dev',
    'bo@acme.dev',
    'eve@acme.dev',
    'dan@acme.dev',
  ]);
  expect(members.slice(0, 2).map(({ role }) => role)).toEqual(['admin', 'edit']);
  const spaces = await at.list(`~/members/${members[0]?.id}/spaces?order=asc`);
  expect(spaces.map(({ space }) => space.title)).toEqual(['Home', 'Payments EN', 'Changelog']);
  expect((await at.list('~/collections')).map(({ title }) => title)).toEqual(['Product']);
  expect((await at.list('~/teams')).map(({ title }) => title)).toEqual(['Docs']);
  expect((await at.get('~/link-invites/inv_123')).role).toBe('read');
  expect(await at.list('~/sites?title=Acme Docs')).toEqual([]);
});

test('medium has an example of everything', async () => {
  const at = open({ seed: 'medium' });
  expect((await at.list('/v1/orgs')).map(({ title }) => title)).toEqual(['Acme', 'Globex']);
  for (const list of ['members', 'teams', 'saml', 'custom-fields', 'collections', 'openapi', 'translations', 'sites']) {
    expect(await at.list(`~/${list}`), list).not.toEqual([]);
  }
  const [docs, partners] = await at.list('~/sites');
  expect((await at.list(`~/sites/${docs?.id}/sections`)).map(({ title }) => title)).toEqual([
    'Start',
    'Guides',
    'Payments',
    'API',
    'Changes',
    'Payments 2019',
  ]);
  expect(
    (await at.list(`~/sites/${docs?.id}/sections`)).filter((section) => section.default).map(({ title }) => title),
  ).toEqual(['Guides']);
  expect((await at.list(`~/sites/${partners?.id}/site-spaces?default=true`)).map(({ title }) => title)).toEqual([
    'Changelog',
  ]);
  expect(await at.list(`~/sites/${partners?.id}/share-links`)).toHaveLength(2);
  expect(await at.list('~/openapi/payments/versions')).toHaveLength(1);
  expect((await at.get(`~/sites/${docs?.id}/adaptive-schema`)).jsonSchema.properties).toHaveProperty('unsigned');
});

test('content is loaded last, so that other ids do not depend on it', async () => {
  const world = createFixture('medium', 1);
  const bare = withObjects(world, (objects) => objects.filter(({ kind }) => kind !== 'content'));
  const [full, plain] = [open({ seed: world }), open({ seed: bare })];
  for (const list of ['/v1/orgs', '~/members', '~/teams', '~/collections', '~/openapi', '~/sites'])
    expect(
      (await full.list(list)).map(({ id }) => id),
      list,
    ).toEqual((await plain.list(list)).map(({ id }) => id));
});

test('large has the expected sizes, and lists return all objects', async () => {
  const at = open({ seed: 'large' });
  const sites = await at.list('~/sites');
  const count = async (lists: readonly string[]): Promise<number> => {
    let sum = 0;
    for (const list of lists) sum += (await at.get(`${list}?limit=0`)).count;
    return sum;
  };
  const teams = await at.list('~/teams');
  expect([sites.length, teams.length]).toEqual([25, 250]);
  expect(await count(sites.map(({ id }) => `~/sites/${id}/sections`))).toBe(300);
  expect(await count(sites.map(({ id }) => `~/sites/${id}/site-spaces`))).toBe(1500);
  expect(await count(sites.map(({ id }) => `~/sites/${id}/section-groups`))).toBe(50);
  expect(await count(teams.map(({ id }) => `~/teams/${id}/members`))).toBe(5000);
  expect(await count(['~/members', '~/translations'])).toBe(5010);
  for (const { id } of sites)
    for (const list of ['sections', 'section-groups', 'site-spaces']) await at.list(`~/sites/${id}/${list}`);
  for (const { id } of teams) await at.list(`~/teams/${id}/members`);
  expect(await at.list('~/members')).toHaveLength(5000);
});

test.each(seedNames)('%s writes a configuration with every object, the same each time', async (seed) => {
  const [organization] = createFixture(seed, 1).organizations;
  const files = await seedTexts(seed, 1);
  expect(await seedTexts(seed, 1)).toEqual(files);
  const main = parse(files.get('docform.yaml') ?? '');
  expect(main).toMatchObject({ version: 1, organization: organization?.id, settings: { title: 'Acme' } });
  const all: { [key: string]: { [key: string]: unknown } } = {};
  for (const [path, text] of files) {
    if (!path.endsWith('.yaml')) continue;
    expect(text, path).not.toMatch(/[&*]a\d+\b/);
    const block = parse(text) as typeof all;
    for (const [key, value] of Object.entries(block))
      all[key] = typeof value === 'object' ? { ...all[key], ...value } : value;
  }
  const sizes = {
    members: 'member',
    teams: 'team',
    spaces: 'space',
    collections: 'collection',
    sites: 'site',
    translations: 'translation',
    saml: 'saml-provider',
    customFields: 'custom-field',
  } as const;
  for (const [key, name] of Object.entries(sizes)) {
    const count = organization?.objects.filter(({ kind }) => kind === name).length;
    expect(Object.keys(all[key] ?? {}), key).toHaveLength(count ?? -1);
  }
});

test('titles and paths that match resources are unique in their scope', () => {
  const matchedBy: { readonly [kind: string]: readonly string[] } = {
    ...{
      team: ['title'],
      collection: ['title'],
      space: ['title'],
      site: ['title'],
      translation: ['title'],
      'section-group': ['title'],
    },
    ...{ section: ['path'], 'site-space': ['path', 'space'] },
  };
  for (const seed of seedNames) {
    const objects = createFixture(seed, 1)
      .organizations.slice(0, 1)
      .flatMap((organization) => organization.objects);
    const names = objects.flatMap(({ kind, fields, parent }) =>
      (matchedBy[kind] ?? []).map((field) => `${seed} ${kind} in ${parent}: ${field} ${fields[field]}`),
    );
    expect(names.every((name) => !name.endsWith('undefined'))).toBe(true);
    expect(names.toSorted().filter((name, at, all) => name === all[at - 1])).toEqual([]);
  }
});
