/** Members, teams and content are the same after they are written to the reference platform and read again. */
import { afterAll, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import type { World } from './scripted-client.ts';
import { strictPlatform } from './strict-platform.ts';

const { organization, ids, run, read, fieldsOf, close } = strictPlatform();
afterAll(close);

test('settings, members, teams, team members, providers and link invites are written and read back', async () => {
  const before = await read({ resources: {}, lists: ['members'] });
  for (const { id, fields } of before.objects) ids.set(`members/${fields.email}`, id);
  ids.set('linkInvites/inv_123', 'inv_123');
  await run('create', 'teams/support', { fields: { title: 'Support' } });
  await run('update', 'teams/support', { fields: { title: 'Helpers' } });
  const member = (operation: 'create' | 'update' | 'delete', name: string, role?: string) => ({
    operation,
    address: `teams/support/members/${name}@acme.dev`,
    fields: {
      ...(operation === 'create' ? { member: { ref: `members/${name}@acme.dev` } } : {}),
      ...(role ? { role } : {}),
    },
  });
  await run('bulk', 'teams/support/members', {
    items: [member('create', 'ana', 'owner'), member('create', 'bo', 'member'), member('create', 'eve')],
  });
  await run('bulk', 'teams/support/members', {
    items: [member('update', 'bo', 'owner'), member('delete', 'eve'), member('update', 'ana', 'member')],
  });
  await run('update', 'members/eve@acme.dev', { fields: { role: null, sso: true } });
  const saml = {
    label: 'Okta',
    entityID: 'http://okta/x',
    ssoURL: 'https://okta.dev/sso',
    certificate: certificateOne,
    defaultRole: null,
  };
  await run('create', 'saml/okta', { fields: { ...saml, defaultTeam: { ref: 'teams/support' } } });
  await run('update', 'saml/okta', { fields: { defaultRole: 'read' } });
  const settings = {
    title: 'Acme 2',
    emailDomains: ['acme.dev', 'acme.io'],
    hostname: 'acme-docs',
    defaultRole: null,
    sso: true,
    ai: false,
    inviteLinks: false,
    logo: 'https://acme.dev/logo.png',
  };
  await run('update', 'settings', { fields: settings });
  await run('update', 'linkInvites/inv_123', { fields: { role: 'edit' } });

  const live = await read({
    resources: { settings: {}, 'teams/support': { title: 'Helpers' }, 'linkInvites/inv_123': {} },
    lists: ['members', 'teams/support/members', 'saml'],
  });
  ids.set('settings', organization);
  expect(fieldsOf(live, 'settings')).toEqual(settings);
  expect(fieldsOf(live, 'members/eve@acme.dev')).toEqual({ email: 'eve@acme.dev', role: null, sso: true });
  expect(fieldsOf(live, 'saml/okta')).toEqual({
    ...saml,
    defaultRole: 'read',
    defaultTeam: ids.get('teams/support'),
    status: 'active',
  });
  expect(fieldsOf(live, 'linkInvites/inv_123')).toEqual({ id: 'inv_123', role: 'edit' });
  const roster = live.objects
    .filter(({ kind }) => kind === 'team-member')
    .map(({ fields }) => [fields.member, fields.role]);
  expect(Object.fromEntries(roster)).toEqual({
    [ids.get('members/ana@acme.dev') ?? '']: 'member',
    [ids.get('members/bo@acme.dev') ?? '']: 'owner',
  });
  await run('delete', 'saml/okta');
  await run('delete', 'teams/support');
  await run('delete', 'linkInvites/inv_123');
  await run('delete', 'members/dan@acme.dev');
  const after = await read({ resources: { 'linkInvites/inv_123': {} }, lists: ['members', 'teams', 'saml'] });
  for (const address of ['saml/okta', 'teams/support', 'linkInvites/inv_123', 'members/dan@acme.dev'])
    expect(fieldsOf(after, address)).toBeUndefined();
});

test('custom fields, collections, spaces, values, specifications and translations are written and read back', async () => {
  const start = await read({ resources: {}, lists: ['collections', 'spaces'] });
  for (const { kind, id, fields } of start.objects) ids.set(`${kind}s/${String(fields.title).toLowerCase()}`, id);
  await run('create', 'customFields/status', {
    fields: { name: 'status', type: 'select:single', title: 'Status', options: ['draft', 'live'] },
  });
  await run('update', 'customFields/status', {
    fields: { description: 'D', placeholder: 'P', options: ['live', 'draft', 'old'] },
  });
  await run('create', 'collections/archive', { fields: { title: 'Archive', parent: { ref: 'collections/product' } } });
  await run('update', 'collections/archive', { fields: { description: 'Old', defaultLevel: null } });
  await run('create', 'spaces/copy', { fields: { copyOf: { ref: 'spaces/home' } } });
  await run('update', 'spaces/copy', { fields: { title: 'Copy', emoji: '1f4a9', defaultLevel: 'read' } });
  await run('move', 'spaces/copy', { container: 'collections/archive' });
  await run('move', 'spaces/home', { beside: { relation: 'before', address: 'collections/archive' } });
  await run('move', 'spaces/payments en', {
    container: 'collections/product',
    beside: { relation: 'before', address: 'spaces/home' },
  });
  await run('update', 'spaces/copy/fields', { fields: { values: { status: 'live' } } });
  await run('update', 'spaces/copy', { fields: { editMode: 'locked' } });
  await run('create', 'openapi/payments', { fields: { slug: 'payments', url: 'https://a.dev/openapi.json' } });
  await run('create', 'openapi/inline', { fields: { slug: 'inline', text: '{"openapi":"3.1.0"}' } });
  await run('update', 'openapi/payments', { fields: { url: 'https://b.dev/openapi.json' } });
  await run('create', 'translations/french', { fields: { title: 'Frensh' } });
  await run('update', 'translations/french', { fields: { title: 'French' } });

  const world: World = {
    resources: {
      'collections/product': { title: 'Product' },
      'spaces/copy': { title: 'Copy' },
      'spaces/copy/fields': { values: { status: 'live' } },
    },
    lists: ['customFields', 'openapi', 'translations'],
    orders: { 'collections/product': ['spaces/home', 'collections/archive'] },
  };
  const live = await read(world);
  ids.set('spaces/copy/fields', ids.get('spaces/copy') ?? '');
  expect(fieldsOf(live, 'customFields/status')).toEqual({
    name: 'status',
    type: 'select:single',
    title: 'Status',
    description: 'D',
    placeholder: 'P',
    options: ['live', 'draft', 'old'],
  });
  expect(fieldsOf(live, 'collections/archive')).toEqual({
    title: 'Archive',
    description: 'Old',
    defaultLevel: null,
    parent: ids.get('collections/product'),
  });
  expect(fieldsOf(live, 'spaces/copy')).toEqual({
    title: 'Copy',
    emoji: '1f4a9',
    icon: null,
    editMode: 'locked',
    defaultLevel: 'read',
    collection: ids.get('collections/archive'),
  });
  expect(fieldsOf(live, 'spaces/copy/fields')).toEqual({
    values: { status: 'live' },
    definitions: { status: { type: 'select:single', options: ['live', 'draft', 'old'] } },
  });
  expect(fieldsOf(live, 'openapi/payments')).toEqual({ slug: 'payments', url: 'https://b.dev/openapi.json' });
  expect(fieldsOf(live, 'openapi/inline')).toEqual({ slug: 'inline' });
  expect(fieldsOf(live, 'translations/french')).toEqual({ title: 'French' });
  expect(live.orders[ids.get('collections/product') ?? '']).toEqual([
    [ids.get('collections/archive')],
    [ids.get('spaces/payments en'), ids.get('spaces/home')],
  ]);

  await run('delete', 'spaces/copy');
  const pinned = { ...world, pins: { 'spaces/copy': ids.get('spaces/copy') ?? '' } };
  expect(
    (await read(pinned)).objects.find(({ id, kind }) => kind === 'space' && id === ids.get('spaces/copy'))?.isDeleted,
  ).toBe(true);
  await run('restore', 'spaces/copy');
  expect(fieldsOf(await read(world), 'spaces/copy')).toMatchObject({ title: 'Copy' });
  await run('move', 'spaces/copy', { container: null });
  for (const address of ['openapi/payments', 'translations/french', 'customFields/status', 'collections/archive'])
    await run('delete', address);
  const after = await read(world);
  for (const address of ['openapi/payments', 'translations/french', 'customFields/status', 'collections/archive'])
    expect(fieldsOf(after, address)).toBeUndefined();
  expect(fieldsOf(after, 'spaces/copy')?.collection).toBeNull();
});
