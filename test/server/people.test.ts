/** Tests members, teams, SAML providers, link invites and settings. */
import { beforeEach, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import { type Json, type Opened, open, speak } from './open.ts';

let at: Opened;
let people: ReadonlyMap<string, Json>;

beforeEach(async () => {
  at = open({ seed: 'medium' });
  people = new Map((await at.list('~/members')).map((member) => [member.user.email.split('@')[0], member]));
});

const idOf = (name: string): string => people.get(name)?.id ?? `no ${name}`;
const memberPath = (name: string): string => `~/members/${idOf(name)}`;
const teamNamed = async (title: string): Promise<Json> => (await at.list(`~/teams?title=${title}`))[0] as Json;
const roster = async (team: Json): Promise<string> =>
  (await at.list(`~/teams/${team.id}/members`))
    .map((item) => `${item.organization.user.email.split('@')[0]}:${item.team.role}`)
    .join(' ');

test('members are listed by the time they joined, filtered and searched', async () => {
  const emails = async (query: string) =>
    (await at.list(`~/members?${query}`)).map(({ user }) => user.email.split('@')[0]);
  expect((await emails(''))[0]).toBe('zoe');
  expect((await emails('order=asc')).slice(0, 3)).toEqual(['ana', 'bo', 'eve']);
  expect(await emails('role=admin&order=asc')).toEqual(['ana', 'ida']);
  expect(await emails('role=guest&order=asc')).toEqual(['eve', 'ren']);
  expect(await emails('search=EXAMPLE.com')).toEqual(['zoe', 'ren']);
  expect(await emails('search=lindqvist&role=edit')).toEqual(['bo']);
  expect(await emails('sort=lastSeenAt&order=asc')).not.toContain('eve');
  for (const query of ['role=boss', 'sort=name', 'order=up'])
    expect(await at.refused('GET', `~/members?${query}`)).toBe(400);
});

test('an organization keeps one admin, and an admin cannot remove themselves', async () => {
  expect(await at.refused('DELETE', memberPath('ana'))).toBe(412);
  expect((await at.patch(memberPath('ida'), { role: 'read' })).role).toBe('read');
  expect(await at.refused('PATCH', memberPath('ana'), { role: 'edit' })).toBe(412);
  expect(await at.refused('PATCH', memberPath('ana'), { role: null })).toBe(412);
  expect(await at.patch(memberPath('ana'), { role: 'admin' })).toMatchObject({ role: 'admin' });
  await at.patch(memberPath('bo'), { role: 'admin' });
  expect((await at.patch(memberPath('ana'), { role: null })).role).toBeNull();
  expect(await at.refused('DELETE', memberPath('bo'))).toBe(403);
  const bo = speak({ ...at.platform, token: at.platform.tokenFor('bo@acme.dev') });
  expect(await bo.refused('DELETE', memberPath('bo'))).toBe(412);
  expect(await bo.refused('PATCH', memberPath('bo'), { role: 'edit' })).toBe(412);
});

test('a removed member leaves every team of this organization only', async () => {
  const docs = await teamNamed('docs');
  expect((await at.get(memberPath('bo'))).teams).toBe(2);
  await at.delete(memberPath('bo'));
  expect(await at.refused('DELETE', memberPath('bo'))).toBe(404);
  expect(await roster(docs)).toBe('ana:owner lea:member');
  expect((await at.get(`~/teams/${docs.id}`)).members).toBe(2);
});

test('a member becomes an SSO member permanently', async () => {
  expect((await at.get(memberPath('max'))).sso).toBe(false);
  await at.post(`${memberPath('max')}/sso`);
  expect((await at.post(`${memberPath('max')}/sso`)).sso).toBe(true);
});

test('the spaces of a member follow from levels, collections and the role', async () => {
  const reach = async (name: string) =>
    new Map((await at.list(`${memberPath(name)}/spaces`)).map(({ permission, space }) => [space.title, permission]));
  expect((await reach('ana')).size).toBe(9);
  expect(new Set((await reach('ana')).values())).toEqual(new Set(['admin']));
  const edit = await reach('bo');
  expect(edit.get('Changelog')).toBe('edit');
  expect(edit.get('Home')).toBe('read');
  expect(edit.get('Payments 2019')).toBe('read');
  expect(edit.get('Payments FR')).toBe('edit');
  expect(edit.has('Runbook')).toBe(false);
  expect((await reach('eve')).size).toBe(0);
  for (const name of ['ana', 'bo', 'eve'])
    expect((await at.get(memberPath(name))).spaces).toBe((await reach(name)).size);
});

test('PUT of teams creates a team each time, a roster changes in one call, and remove wins over add', async () => {
  const [one, two] = [
    await at.put('~/teams', { title: 'New', members: [idOf('dan')] }),
    await at.put('~/teams', { title: 'New' }),
  ];
  expect(one.id).not.toBe(two.id);
  expect(await roster(one)).toBe('dan:member');
  await at.put(`~/teams/${one.id}/members`, {
    add: [idOf('bo'), 'EVE@acme.dev', idOf('kim')],
    remove: [idOf('dan'), 'kim@acme.dev'],
    memberships: {
      [idOf('bo')]: { role: 'owner' },
      [idOf('max')]: { role: 'member' },
      [idOf('kim')]: { role: 'owner' },
    },
  });
  expect(await roster(one)).toBe('bo:owner eve:member max:member');
  expect(await at.refused('PUT', `~/teams/${one.id}/members`, { add: [idOf('dan'), 'nobody@acme.dev'] })).toBe(404);
  expect(await roster(one)).toBe('bo:owner eve:member max:member');
});

test('single memberships can be added, updated, and removed once', async () => {
  const team = await teamNamed('partners');
  const path = `~/teams/${team.id}/members/${idOf('pia')}`;
  await at.put(path, {});
  await at.put(path, { role: 'owner' });
  await at.put(path);
  expect(await roster(team)).toBe('pia:owner');
  expect((await at.list(`~/teams?owner=${idOf('pia')}`)).map(({ title }) => title)).toEqual(['Partners']);
  expect(await at.list(`${memberPath('pia')}/teams?title=PART`)).toMatchObject([
    { team: { title: 'Partners' }, member: { role: 'owner' } },
  ]);
  await at.delete(path);
  expect(await at.refused('DELETE', path)).toBe(404);
  expect(await at.refused('PUT', `~/teams/${team.id}/members/nobody`, {})).toBe(404);
});

test('deleting a team removes its memberships and clears it from SAML providers', async () => {
  const team = await teamNamed('support');
  const [okta] = await at.list('~/saml');
  expect(okta?.defaultTeam).toMatchObject({ id: team.id, title: 'Support' });
  await at.delete(`~/teams/${team.id}`);
  expect(await at.get(`~/saml/${okta?.id}`)).not.toHaveProperty('defaultTeam');
  expect((await at.get(memberPath('max'))).teams).toBe(0);
  expect(await at.refused('GET', `~/teams/${team.id}/members`)).toBe(404);
});

test('a SAML provider is pending until it is complete, and is then listed for logins', async () => {
  const made = await at.post('~/saml', { label: 'Azure', defaultRole: 'edit' });
  expect(made).toMatchObject({ label: 'Azure', status: 'pending', defaultRole: 'edit' });
  const full = { entityID: 'urn:azure', ssoURL: 'https://login.example.com/sso', certificate: 'abc' };
  expect((await at.patch(`~/saml/${made.id}`, full)).status).toBe('pending');
  const certificate = certificateOne;
  expect((await at.patch(`~/saml/${made.id}`, { certificate })).status).toBe('active');
  expect((await at.patch(`~/saml/${made.id}`, { certificate: '' })).status).toBe('pending');
  expect((await at.patch(`~/saml/${made.id}`, { certificate })).status).toBe('active');
  expect((await at.get('~/sso')).items.map(({ label }) => label)).toEqual(['Okta', 'Azure']);
  expect(await at.patch(`~/saml/${made.id}`, { defaultRole: null })).toMatchObject({
    defaultRole: null,
    entityID: 'urn:azure',
  });
  expect(await at.refused('PATCH', `~/saml/${made.id}`, { defaultTeam: 'unknown' })).toBe(404);
  expect(await at.refused('POST', '~/saml', { label: 'x'.repeat(31) })).toBe(400);
  expect(await at.refused('POST', '~/saml', { label: 'X', ssoURL: 'no uri' })).toBe(400);
  await at.delete(`~/saml/${made.id}`);
  expect(await at.refused('GET', `~/saml/${made.id}`)).toBe(404);
});

test('PATCH of settings keeps absent fields, null removes a field or is a role, and the default site must exist', async () => {
  const [docs] = await at.list('~/sites?title=acme');
  const before = await at.get('~');
  expect(before.defaultContent).toEqual({ type: 'site', site: docs?.id });
  const patched = await at.patch('~', {
    logo: 'https://acme.dev/logo.png',
    emailDomains: [],
    sso: true,
    defaultRole: null,
  });
  expect(patched).toMatchObject({
    title: 'Acme',
    hostname: 'acme-docs',
    emailDomains: [],
    sso: true,
    defaultRole: null,
  });
  expect(patched.urls.logo).toBe('https://acme.dev/logo.png');
  const cleared = await at.patch('~', { logo: null, defaultContent: null });
  expect(cleared).not.toHaveProperty('defaultContent');
  expect(cleared.urls).not.toHaveProperty('logo');
  expect(await at.refused('PATCH', '~', { defaultContent: { type: 'site', site: 'unknown' } })).toBe(404);
  await at.patch('~', { defaultContent: { type: 'site', site: docs?.id } });
  await at.delete(`~/sites/${docs?.id}`);
  expect(await at.get('~')).not.toHaveProperty('defaultContent');
  const [, globex] = await at.list('/v1/orgs');
  expect(await at.refused('PATCH', `/v1/orgs/${globex?.id}`, { hostname: 'ACME-docs' })).toBe(409);
});

test('link invites can be read, changed and deleted by id', async () => {
  expect(await at.get('~/link-invites/inv_123')).toMatchObject({ object: 'invite', id: 'inv_123', role: 'read' });
  expect((await at.patch('~/link-invites/inv_123', { role: 'edit' })).role).toBe('edit');
  await at.delete('~/link-invites/inv_123');
  expect(await at.refused('GET', '~/link-invites/inv_123')).toBe(404);
  expect(await at.refused('PATCH', '~/link-invites/inv_456', { role: null })).toBe(400);
});
