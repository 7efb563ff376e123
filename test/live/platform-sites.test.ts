/** Sites and their parts are the same after they are written to the reference platform and read again. */
import { afterAll, expect, test } from 'vitest';
import type { World } from './scripted-client.ts';
import { strictPlatform } from './strict-platform.ts';

const { organization, ids, run, read, fieldsOf, close } = strictPlatform();
afterAll(close);

test('a site is created with a space, and gets sections, groups and an order', async () => {
  const at = (key: string) => ids.get(`sites/docs/${key}`);
  const site = { title: 'Docs', type: 'ultimate', visibility: 'unlisted' };
  const start = await read({ resources: {}, lists: ['spaces'] });
  for (const { id, fields } of start.objects) ids.set(`spaces/${String(fields.title).toLowerCase()}`, id);
  await run('create', 'sites/docs', {
    fields: site,
    companions: [
      { role: 'space', address: 'spaces/born' },
      { role: 'site-space', address: 'sites/docs/sections/old/spaces/born' },
    ],
  });
  await run('update', 'spaces/born', { fields: { title: 'Born' } });
  const flat = await read({ resources: { 'sites/docs': { title: 'Docs' } }, lists: ['sites/docs/spaces'] });
  expect(fieldsOf(flat, 'sites/docs')).toMatchObject({ ...site, default: at('sections/old/spaces/born') });
  expect(flat.orders[ids.get('sites/docs') ?? '']).toEqual([[at('sections/old/spaces/born')]]);

  await run('create', 'sites/docs/sections/a', {
    fields: { space: { ref: 'spaces/home' }, title: 'A'.repeat(70) },
    companions: [
      { role: 'first', address: 'sites/docs/sections/a/spaces/home' },
      { role: 'wrapper', address: 'sites/docs/sections/old' },
    ],
  });
  await run('create', 'sites/docs/sections/b', {
    fields: { space: { ref: 'spaces/changelog' }, title: 'Bee' },
    companions: [{ role: 'first', address: 'sites/docs/sections/b/spaces/changelog' }],
  });
  await run('create', 'sites/docs/sections/b/spaces/home', { fields: { space: { ref: 'spaces/home' } } });
  await run('create', 'sites/docs/groups/g', { fields: { title: 'Group', icon: 'star' } });
  await run('update', 'sites/docs/groups/g', { fields: { icon: null } });
  await run('join', 'sites/docs/sections/a', { container: 'sites/docs/groups/g' });
  await run('move', 'sites/docs/groups/g', { beside: { relation: 'before', address: 'sites/docs/sections/old' } });
  await run('move', 'sites/docs/sections/b', { beside: { relation: 'before', address: 'sites/docs/sections/old' } });
  const details = {
    title: 'A'.repeat(70),
    path: 'alpha',
    icon: 'book',
    description: 'First',
    condition: 'visitor.claims.partner == true',
  };
  await run('update', 'sites/docs/sections/a', { fields: details });
  await run('update', 'sites/docs/sections/b', { fields: { default: { ref: 'sites/docs/sections/b/spaces/home' } } });
  await run('update', 'sites/docs/sections/b/spaces/home', {
    fields: { path: 'h', condition: 'visitor.claims.partner == true' },
  });
  await run('move', 'sites/docs/sections/b/spaces/home', {
    beside: { relation: 'before', address: 'sites/docs/sections/b/spaces/changelog' },
  });
  const claims = {
    partner: { type: 'boolean', description: 'Partner' },
    plan: { type: 'string', description: 'Plan', enum: ['free', 'pro'] },
  };
  const unsigned = { beta: { type: 'boolean', description: 'Beta' } };
  await run('update', 'sites/docs/visitor', { fields: { claims, unsigned } });
  const nested = { type: 'object', description: 'Said by anybody', properties: unsigned, additionalProperties: false };
  const jsonSchema = { type: 'object', properties: { unsigned: nested }, additionalProperties: false };
  await run('update', 'sites/docs/visitor', { fields: { claims }, passthrough: { claims: {}, unsigned, jsonSchema } });
  await run('create', 'sites/docs/shareLinks/x', { fields: { name: 'X', active: false } });
  await run('update', 'sites/docs/shareLinks/x', { fields: { active: false } });
  const more = { basename: 'docs', proxy: 'acme.dev/docs', agentsContext: 'excluded', adaptiveContent: true };
  await run('update', 'sites/docs', { fields: { ...more, defaultSection: { ref: 'sites/docs/sections/b' } } });
  await run('update', 'settings', { fields: { defaultContent: { ref: 'sites/docs' } } });

  const world: World = {
    resources: { settings: {}, 'sites/docs': { basename: 'docs' } },
    lists: ['sites/docs/sections', 'sites/docs/visitor', 'sites/docs/shareLinks'],
  };
  const live = await read({
    ...world,
    resources: { ...world.resources, 'sites/docs/visitor': {} },
    lists: ['sites/docs/sections', 'sites/docs/shareLinks'],
  });
  ids.set('settings', organization);
  ids.set('sites/docs/visitor', ids.get('sites/docs') ?? '');
  expect(fieldsOf(live, 'settings')?.defaultContent).toBe(ids.get('sites/docs'));
  expect(fieldsOf(live, 'sites/docs')).toEqual({
    ...{ ...site, ...more, defaultSection: at('sections/b'), published: false },
    ...{ address: 'https://acme.dev/docs', hosted: `https://${organization.toLowerCase()}.docs.example.com/docs` },
  });
  expect(fieldsOf(live, 'sites/docs/visitor')).toEqual({
    claims,
    unsigned,
    jsonSchema: { ...jsonSchema, properties: { ...claims, unsigned: nested } },
  });
  expect(fieldsOf(live, 'sites/docs/shareLinks/x')).toEqual({ name: 'X', active: false });
  expect(fieldsOf(live, 'sites/docs/groups/g')).toEqual({ title: 'Group', group: null });
  expect(fieldsOf(live, 'sites/docs/sections/a')).toEqual({
    ...details,
    group: at('groups/g'),
    default: at('sections/a/spaces/home'),
  });
  expect(fieldsOf(live, 'sites/docs/sections/b')).toMatchObject({ group: null, default: at('sections/b/spaces/home') });
  expect(fieldsOf(live, 'sites/docs/sections/old')).toMatchObject({
    title: 'Docs',
    default: at('sections/old/spaces/born'),
  });
  expect(fieldsOf(live, 'sites/docs/sections/b/spaces/home')).toEqual({
    space: ids.get('spaces/home'),
    path: 'h',
    condition: 'visitor.claims.partner == true',
  });
  expect(live.orders[ids.get('sites/docs') ?? '']).toEqual([[at('groups/g'), at('sections/b'), at('sections/old')]]);
  expect(live.orders[at('groups/g') ?? '']).toEqual([[at('sections/a')]]);
  expect(live.orders[at('sections/b') ?? '']).toEqual([
    [at('sections/b/spaces/home'), at('sections/b/spaces/changelog')],
  ]);

  await run('leave', 'sites/docs/sections/a', { container: 'sites/docs/groups/g' });
  await run('update', 'sites/docs', { fields: { proxy: null } });
  await run('update', 'settings', { fields: { defaultContent: null } });
  const left = await read({
    resources: { settings: {}, 'sites/docs': { basename: 'docs' } },
    lists: ['sites/docs/sections'],
  });
  expect(fieldsOf(left, 'sites/docs/sections/a')?.group).toBeNull();
  expect(fieldsOf(left, 'sites/docs')?.proxy).toBeUndefined();
  expect(fieldsOf(left, 'settings')?.defaultContent ?? null).toBeNull();
  expect(left.orders[ids.get('sites/docs') ?? '']).toEqual([
    [at('sections/b'), at('sections/old'), at('sections/a')],
    [at('groups/g')],
  ]);
  for (const address of ['shareLinks/x', 'sections/b/spaces/changelog', 'sections/old', 'groups/g'])
    await run('delete', `sites/docs/${address}`);
  await run('delete', 'sites/docs');
  expect((await read({ resources: {}, lists: ['sites'] })).objects).toEqual([]);
});
