/** Permissions of teams and people: the rules of the reference platform, the cost of reading, import, drift and undo. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WireRequest } from '../../src/contract/transport.ts';
import type { Dialect } from '../../src/core/dialect.ts';
import { access as accessOf } from '../../src/library/access.ts';
import { importLive } from '../../src/library/import.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { createPlatform, type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { run } from '../cli/harness.ts';
import { loadDesired } from '../config/memory-files.ts';
import { directoryWith } from '../support/directory.ts';
import { plantedIds, worldOf } from '../support/live-world.ts';
import { localPlatform, noting, refusing } from '../support/local-platform.ts';
import { type GitbookPlatform, openGitbook } from './dialect-world.ts';

const world = worldOf({
  members: { 'bo@acme.dev': 'read', 'guest@acme.dev': null, 'eve@acme.dev': 'edit' },
  teams: { docs: { title: 'Docs', members: { 'bo@acme.dev': 'member', 'guest@acme.dev': 'member' } } },
  collections: { product: { title: 'Product', defaultLevel: null } },
  spaces: { home: { title: 'Home', collection: 'product' }, faq: { title: 'FAQ' } },
  sites: { main: { title: 'Main', structure: [{ section: 'one' }] } },
});
const ids = plantedIds(world);
const idOf = (address: string): string => ids.get(address) ?? `no ${address}`;
const [home, product, team] = ['spaces/home', 'collections/product', 'teams/docs'].map(idOf);
const [bo, guest] = ['members/bo@acme.dev', 'members/guest@acme.dev'].map(idOf);

describe('the reference platform', () => {
  let at: GitbookPlatform;
  beforeEach(() => {
    at = openGitbook({ seed: world, token: 'token-of-ana' });
  });
  afterEach(() => {
    at.platform.close();
    expect(at.problems).toEqual([]);
  });

  /** Levels by e-mail address, as the platform aggregates them. */
  const access = async (path: string) =>
    Object.fromEntries(
      (await at.ask('GET', `${path}/permissions/aggregate?limit=100`)).items.map(
        ({ user, permission }: { user: { email: string }; permission: string }) => [user.email, permission],
      ),
    );
  const spacesOf = async (user = '') =>
    (await at.ask('GET', `~/members/${user}/spaces`)).items.map(
      ({ space, permission }: { space: { title: string }; permission: string }) => `${space.title} ${permission}`,
    );

  test('the highest of role, default level, own permission and permissions of teams counts', async () => {
    expect(await access(`/v1/spaces/${home}`)).toEqual({ 'ana@acme.dev': 'admin' });
    await at.ask('POST', `/v1/collections/${product}/permissions`, { role: 'comment', teams: [team] });
    expect(await access(`/v1/spaces/${home}`)).toEqual({
      'ana@acme.dev': 'admin',
      'bo@acme.dev': 'comment',
      'guest@acme.dev': 'comment',
    });
    await at.ask('POST', `/v1/spaces/${home}/permissions`, { role: 'read', users: [bo] });
    expect((await access(`/v1/spaces/${home}`))['bo@acme.dev']).toBe('comment');
    await at.ask('PATCH', `/v1/spaces/${home}/permissions/users/${bo}`, { role: 'create' });
    expect((await access(`/v1/spaces/${home}`))['bo@acme.dev']).toBe('create');
    expect(await spacesOf(bo)).toEqual(['FAQ read', 'Home create']);
    expect(await spacesOf(guest)).toEqual(['Home comment']);
    expect((await at.ask('GET', `~/members/${guest}`)).spaces).toBe(1);
    expect((await at.ask('GET', `~/teams/${team}`)).spaces).toBe(1);
  });

  test('a permission of a site names its origin', async () => {
    const site = `~/sites/${idOf('sites/main')}`;
    await at.ask('POST', `${site}/permissions`, { role: 'edit', teams: [team] });
    await at.ask('POST', `${site}/permissions`, { role: 'admin', users: [bo] });
    const { items } = await at.ask('GET', `${site}/permissions/aggregate?limit=100`);
    const origins = items.map((item: { user: { email: string }; origin: { type: string; reason?: string } }) => [
      item.user.email,
      item.origin.reason ?? item.origin.type,
    ]);
    expect(Object.fromEntries(origins)).toEqual({
      'ana@acme.dev': 'organization',
      'bo@acme.dev': 'member',
      'eve@acme.dev': 'organization',
      'guest@acme.dev': 'team',
    });
  });

  test('permissions end with their team, their person and their container', async () => {
    const grant = (path: string) => at.ask('POST', path, { role: 'edit', teams: [team], users: [bo] });
    const teams = async () => (await at.ask('GET', `/v1/spaces/${home}/permissions/teams`)).items.length;
    await grant(`/v1/spaces/${home}/permissions`);
    await grant(`/v1/collections/${product}/permissions`);
    await at.ask('DELETE', `~/members/${bo}`);
    expect((await at.ask('GET', `/v1/spaces/${home}/permissions/users`)).items).toEqual([]);
    expect(await teams()).toBe(1);
    await at.ask('DELETE', `~/teams/${team}`);
    expect(await teams()).toBe(0);
  });

  test.each([
    ['POST', `/v1/spaces/${home}/permissions`, { role: 'read' }, 400],
    ['POST', `/v1/spaces/${home}/permissions`, { role: 'read', teams: ['unknown'] }, 404],
    ['POST', `/v1/spaces/${home}/permissions`, { role: 'owner', teams: [team] }, 400],
    ['PATCH', `/v1/spaces/${home}/permissions/teams/${team}`, { role: 'read' }, 404],
    ['DELETE', `/v1/spaces/${home}/permissions/teams/${team}`, undefined, 404],
    ['GET', '/v1/spaces/unknown/permissions/teams', undefined, 404],
  ])('%s %s %j is refused with %i', async (method, path, body, status) => {
    expect((await at.send(method, path, body)).status).toBe(status);
  });

  test('only people with the level admin change permissions, and only people with access read them', async () => {
    const as = (user: string) => openGitbook({ seed: world, token: 'token-of-ana' }, user);
    const body = { role: 'read', teams: [team] };
    for (const [user, faq, closed] of [
      ['eve@acme.dev', 403, 404],
      ['guest@acme.dev', 404, 404],
    ] as const) {
      const other = as(user);
      expect((await other.send('POST', `/v1/spaces/${idOf('spaces/faq')}/permissions`, body)).status).toBe(faq);
      expect((await other.send('GET', `/v1/spaces/${home}/permissions/teams`)).status).toBe(closed);
      expect((await other.send('POST', `~/sites/${idOf('sites/main')}/permissions`, body)).status).toBe(403);
      other.platform.close();
    }
  });
});

describe('reading', () => {
  const read = async (text: string, dialect: Dialect = 'gitbook', hasPermissions?: boolean) => {
    const server = createPlatform({ seed: 'medium', dialect: dialect === '2025-06' ? dialect : 'gitbook' });
    const requests: WireRequest[] = [];
    const local = await localPlatform(
      server,
      noting((request) => void requests.push(request)),
    );
    const platform = { ...local, dialect };
    const desired = loadDesired(`version: 1\norganization: ${server.organization}\n${text}`);
    const permissions = () => requests.filter(({ path }) => path.includes('/permissions')).length;
    if (hasPermissions !== undefined) {
      const { organization } = server;
      await importLive({ organization, platform, ledger: memoryLedger(), hasPermissions });
      return { notes: [], permissions: permissions() };
    }
    const { plan: made } = await plan({ platform, desired, ledger: memoryLedger() });
    return { notes: made.notes.map(({ text: note }) => note), permissions: permissions() };
  };

  test('only lists that are declared are read', async () => {
    const collections = (more: string) => `collections: { product: { title: Product${more} } }\n`;
    expect((await read(collections(''))).permissions).toBe(0);
    expect((await read(collections(', permissions: { teams: {} }'))).permissions).toBe(1);
  });

  test('an import reads permissions only on request', async () => {
    expect((await read('', 'gitbook', false)).permissions).toBe(0);
    expect((await read('', 'gitbook', true)).permissions).toBeGreaterThan(20);
  });

  test.each([
    ['2025-06', ['this platform has no team permissions: the declaration has no effect (and 1 more declaration)']],
    ['gitbook-0.180', ['this platform has no team permissions: the declaration has no effect']],
    ['gitbook', []],
  ] as const)('the dialect %s reports permissions that it does not have', async (dialect, expected) => {
    const text = `teams: { writers: { title: Writers } }
collections: { product: { title: Product, permissions: { teams: { writers: read } } } }
sites: { docs: { title: Docs, permissions: { teams: { writers: read } } } }
`;
    expect((await read(text, dialect)).notes.filter((note) => note.includes('permission'))).toEqual(expected);
  });
});

describe('docform access', () => {
  let platform: StartedPlatform;
  beforeEach(async () => {
    platform = await startPlatform({ seed: world, dialect: 'gitbook', token: 'token-of-ana' });
    const grant = (path: string, body: object) =>
      platform.fetch(`/v1/${path}/permissions`, { method: 'POST', body: JSON.stringify(body) });
    await grant(`collections/${product}`, { role: 'comment', teams: [team] });
    await grant(`spaces/${home}`, { role: 'create', users: [bo] });
    await grant(`orgs/${platform.organization}/sites/${idOf('sites/main')}`, { role: 'edit', teams: [team] });
  });
  afterEach(() => platform.close());

  const access = async (words = '', token = platform.token) => {
    const environment = { DOCFORM_API_URL: platform.url, DOCFORM_ORG: platform.organization, DOCFORM_TOKEN: token };
    return run(['access', ...words.split(' ').filter(Boolean)], { directory: directoryWith({}), environment });
  };

  test('the report names the permissions that grant access', async () => {
    const { stdout, exit } = await access();
    expect(exit).toBe(0);
    expect(stdout).toMatch(/Home +create: bo@acme\.dev\n +permission of the person in the space Home\n/);
    expect(stdout).toMatch(/Home +comment: guest@acme\.dev\n +permission of the team Docs in the collection Product\n/);
    expect(stdout).toContain('permissions: team Docs edit');
    const one = await access('--who guest@acme.dev');
    expect(one.stdout).toContain('edit on the site Main: permission of the team Docs');
    expect(one.stdout).toContain('comment on 1 space: permission of the team Docs in the collection Product');
  });

  test('the report as CSV and JSON contains the permissions', async () => {
    const { stdout } = await access('--format csv');
    expect(stdout).toMatch(/^team Docs,,,,site,Main,,\w+,edit,permission,team permission\r?$/m);
    expect(stdout).toMatch(/^bo@acme\.dev,.*,create,grant,permission of the person in the space Home\r?$/m);
    const { spaces, sites } = JSON.parse((await access('--format json')).stdout);
    expect(sites[0].permissions).toMatchObject([{ to: 'team', id: team, name: 'team Docs', level: 'edit' }]);
    const groups = spaces.flatMap((each: { access: { permissions?: unknown }[] }) => each.access);
    expect(groups.map(({ permissions }: { permissions?: unknown[] }) => permissions?.length)).toContain(1);
    expect((await access('--redact-emails')).stdout).not.toContain('@');
  });

  test('permissions that could not be read are unknown', async () => {
    const isRefused = (path: string): boolean => path.includes('/permissions/teams');
    const server = createPlatform({ seed: world, dialect: 'gitbook', token: 'token-of-ana' });
    const local = await localPlatform(server, refusing(isRefused));
    const found = await accessOf({ organization: server.organization, platform: { ...local, dialect: 'gitbook' } });
    const unread = found.unknown.map(({ what, of }) => `${what} ${of}`);
    expect(unread).toContain(`permissions ${idOf('sites/main')}`);
    server.close();
  });
});

describe('from import to undo', () => {
  let platform: StartedPlatform;
  beforeEach(async () => {
    platform = await startPlatform({ seed: world, dialect: 'gitbook' });
  });
  afterEach(() => platform.close());

  test('a permission is granted, changed outside docform, accepted, reverted, and imported', async () => {
    const directory = directoryWith({});
    const environment = {
      DOCFORM_API_URL: platform.url,
      DOCFORM_ORG: platform.organization,
      DOCFORM_TOKEN: platform.token,
    };
    const docform = (line: string) => run(line.split(' '), { directory, environment });
    const file = join(directory, 'docform.yaml');
    const yaml = () => readFile(file, 'utf8');
    const outside = (role: string) =>
      platform.fetch(`/v1/spaces/${home}/permissions/teams/${team}`, {
        method: 'PATCH',
        body: JSON.stringify({ role }),
      });
    expect((await docform('import')).exit).toBe(0);
    const imported = await yaml();
    expect(imported).not.toContain('permissions');
    await writeFile(file, imported.replace(/( *)title: Home\n/, '$&$1permissions: { teams: { docs: edit } }\n'));
    expect(await docform('apply --yes')).toMatchObject({ exit: 0 });
    expect((await docform('drift')).stdout).toContain('No drift.');
    expect((await outside('admin')).status).toBe(204);
    expect((await docform('drift')).stdout).toContain('spaces/home/teams/docs');
    expect((await docform('drift --write --yes')).exit).toBe(0);
    expect(await yaml()).toContain('permissions: { teams: { docs: admin } }');
    expect(await docform('apply --yes')).toMatchObject({ exit: 0 });
    await writeFile(file, (await yaml()).replace('docs: admin', 'docs: read'));
    expect((await docform('plan --rehearse')).stdout).toContain('Rehearsal passed');
    expect(await docform('apply --yes')).toMatchObject({ exit: 0 });
    expect((await docform('undo --yes')).exit).toBe(0);
    expect(await yaml()).toContain('docs: admin');
    expect(await docform('apply --yes')).toMatchObject({ exit: 0 });
    expect((await docform('plan --rehearse')).stdout).toContain('No changes.');
    // A permission without a role has no form in the language.
    const site = `/v1/orgs/${platform.organization}/sites/${idOf('sites/main')}/permissions`;
    await platform.fetch(site, { method: 'POST', body: JSON.stringify({ role: null, teams: [team] }) });
    const other = directoryWith({});
    const again = await run(['import', '--with-permissions'], { directory: other, environment });
    expect(again, again.stderr).toMatchObject({ exit: 0, stdout: expect.stringContaining('1 team permission') });
    expect(again.stdout).toMatch(/team permission .* in sites\/main: role: the platform has no value/);
    expect(await readFile(join(other, 'docform.yaml'), 'utf8')).toMatch(/permissions:\n *teams:\n *docs: admin\n/);
  });
});
