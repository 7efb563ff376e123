/** Tests that `docform doctor` reports each problem with its fix, and writes nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Check } from '../../src/report/doctor.ts';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { worldOf } from '../support/live-world.ts';
import { run } from './harness.ts';

let platform: StartedPlatform;
let directory: string;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'small' });
  directory = directoryWith({ 'docform.yaml': 'version: 1\nteams: {}\n' });
});
afterAll(() => platform.close());

const environment = (more: { readonly [name: string]: string } = {}) => ({
  ...{ DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token, DOCFORM_ORG: platform.organization },
  ...more,
});

interface Diagnosis {
  readonly exit: number;
  readonly of: { readonly [name: string]: Check };
}

async function doctor(more: { readonly [name: string]: string } = {}, where = directory): Promise<Diagnosis> {
  const { exit, stdout } = await run(['doctor', '--json'], { environment: environment(more), directory: where });
  const { checks, passed } = JSON.parse(stdout) as { readonly checks: readonly Check[]; readonly passed: boolean };
  expect(passed).toBe(exit === 0);
  for (const { status, fix } of checks) if (status === 'failed' || status === 'warning') expect(fix).toMatch(/\w/);
  return { exit, of: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

test('all checks pass, and doctor sends only GET requests', async () => {
  const { exit, of } = await doctor();
  expect(exit).toBe(0);
  expect(Object.keys(of)).toEqual([
    'program',
    'configuration',
    'api-url',
    'proxy',
    'connection',
    'token',
    'organization',
    'permissions',
    'dialect',
    'clock',
    'ledger',
    'lock',
  ]);
  expect(Object.values(of).filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(platform.requests.read().items.filter(({ method }) => method !== 'GET')).toEqual([]);
  const text = await run(['doctor'], { environment: environment(), directory });
  expect(text.stdout).toMatch(/^ok {7}token {9}accepted, from DOCFORM_TOKEN$/m);
  expect(text.stdout).toContain('All checks passed.');
  expect(text.stdout).not.toContain(platform.token);
});

test.each([
  ['no configuration', {}, 'configuration', 'E-NO-CONFIGURATION', {}],
  ['a configuration with problems', {}, 'configuration', null, { 'docform.yaml': 'version: 1\nteam: {}\n' }],
  ['no API URL', { DOCFORM_API_URL: '' }, 'api-url', 'E-API-URL', undefined],
  [
    'an address a token must not go to',
    { DOCFORM_API_URL: 'http://api.example.com' },
    'api-url',
    'E-API-URL',
    undefined,
  ],
  ['no token', { DOCFORM_TOKEN: '' }, 'token', 'E-TOKEN', undefined],
  ['a rejected token', { DOCFORM_TOKEN: 'wrong' }, 'token', 'E-API', undefined],
  ['a missing organization', { DOCFORM_ORG: 'elsewhere' }, 'organization', 'E-API', undefined],
  ['a closed port', { DOCFORM_API_URL: 'http://127.0.0.1:1' }, 'connection', 'E-API', undefined],
])('doctor reports the failed check: %s', async (_, more, name, code, files) => {
  const { exit, of } = await doctor(more, files === undefined ? directory : directoryWith(files));
  expect({ exit, [name]: of[name]?.status, code: of[name]?.code }).toEqual({ exit: 1, [name]: 'failed', code });
});

test('for an unknown organization, doctor lists the organizations of the token', async () => {
  const { of } = await doctor({ DOCFORM_ORG: 'elsewhere' });
  expect(of.organization?.fix).toMatch(
    /^this token can read 1 organization: \w+ \(.+\); set --organization ID or DOCFORM_ORG$/,
  );
  expect(of.organization?.fix).toContain(platform.organization);
});

test('a token without the admin role works, and doctor prints a warning with its role', async () => {
  const { items } = (await (await platform.fetch(`/v1/orgs/${platform.organization}/members?limit=1000`)).json()) as {
    readonly items: readonly { readonly id: string; readonly role: string }[];
  };
  const other = items.find(({ role }) => role !== 'admin');
  const { exit, of } = await doctor({ DOCFORM_TOKEN: platform.tokenFor(other?.id ?? '') });
  expect({ exit, status: of.permissions?.status }).toEqual({ exit: 0, status: 'warning' });
});

test('doctor reports a ledger of another target and a held lock', async () => {
  const files = { 'docform.yaml': 'version: 1\nteams: {}\n' };
  const other = directoryWith({
    ...files,
    'docform.ledger.json':
      '{\n"version": 3,\n"host": "other.example.com",\n"organization": "o",\n"resources": {\n}\n}\n',
  });
  expect((await doctor({}, other)).of.ledger).toMatchObject({
    status: 'failed',
    code: expect.stringMatching(/^E-LEDGER/),
  });
  const process = { host: (await import('node:os')).hostname(), pid: globalThis.process.pid, startedAt: null };
  const lock = {
    version: 1,
    id: 'x',
    token: 1,
    holder: { who: 'ana@build-7', since: 'today' },
    expiresAtMs: Date.now() + 60_000,
    ttlMs: 60_000,
    extensions: 0,
    process,
  };
  const held = directoryWith({ ...files, 'docform.ledger.json.lock': JSON.stringify(lock) });
  expect((await doctor({}, held)).of.lock).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('ana@build-7'),
  });
});

test('doctor reports a wrong clock and an invalid proxy', async () => {
  const server = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end('{"object":"organization","id":"o","title":"O","permissions":{"admin":true}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exit, of } = await doctor({ DOCFORM_API_URL: url });
    expect({ exit, clock: of.clock }).toMatchObject({
      exit: 1,
      clock: { status: 'failed', message: expect.stringMatching(/ahead of/) },
    });
  } finally {
    server.close();
  }
  const wrong = { DOCFORM_API_URL: 'https://api.example.invalid', HTTPS_PROXY: 'socks5://127.0.0.1:1' };
  expect((await doctor(wrong)).of.proxy).toMatchObject({ status: 'failed' });
});

test('a Git Sync that stopped is a warning, and a note of drift', async () => {
  const repository = { repoName: 'acme/changelog', installationProvider: 'github' };
  const synced = (title: string, syncedAt: string) => {
    const updatedAt = '2026-03-01T00:00:00.000Z';
    return { title, shown: { updatedAt, gitSync: { ...repository, updatedAt: syncedAt } } };
  };
  const seed = worldOf({
    spaces: {
      changelog: synced('Changelog', '2026-01-01T00:00:00.000Z'),
      guide: synced('Guide', '2026-02-28T12:00:00.000Z'),
      plain: { title: 'Plain' },
    },
  });
  const at = await startPlatform({ seed, dialect: 'gitbook' });
  const named = { DOCFORM_API_URL: at.url, DOCFORM_TOKEN: at.token, DOCFORM_ORG: at.organization };
  const spaces = 'spaces: { changelog: { title: Changelog }, guide: { title: Guide } }';
  const where = directoryWith({ 'docform.yaml': `version: 1\n${spaces}\n` });
  const { exit, of } = await doctor(named, where);
  expect(exit).toBe(0);
  expect(of['git-sync']).toMatchObject({
    status: 'warning',
    message: '"Changelog" last ran 2026-01-01, and the space changed 2026-03-01',
    fix: 'check the connection to the repository on the platform',
  });
  const docform = (...argv: readonly string[]) => run(argv, { environment: named, directory: where });
  const applied = await docform('apply', '--yes');
  expect(applied.exit, applied.stdout).toBe(0);
  const drifted = await docform('drift');
  expect(drifted.stdout).toContain(
    'spaces/changelog: Git Sync of acme/changelog last ran 2026-01-01, and the space changed 2026-03-01: check the connection',
  );
  expect(drifted.stdout).not.toContain('spaces/guide: Git Sync of acme/changelog last ran');
  await at.close();
});
