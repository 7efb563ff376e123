/** Tests that only commands that contact the platform or share its ledger require an organization and an API URL. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';
import { run } from './harness.ts';
import { workspace } from './plan-workspace.ts';

const open = 'version: 1\nteams: { docs: { title: Docs } }\n';

const configurations: readonly (readonly [string, () => Promise<string>])[] = [
  [
    'that init writes without an organization',
    async () => {
      const directory = directoryWith();
      expect((await run(['init'], { directory })).exit).toBe(0);
      return directory;
    },
  ],
  ['with a team in it', async () => directoryWith({ 'docform.yaml': open })],
  [
    'of examples/two-environments',
    async () => {
      const directory = directoryWith();
      await cp(join(projectDirectory, 'examples/two-environments'), directory, { recursive: true });
      return directory;
    },
  ],
];

test.each(configurations)(
  'validate, fmt and ls --offline accept the configuration %s without environment variables',
  async (_, made) => {
    const directory = await made();
    for (const argv of [
      ['validate'],
      ['fmt', '--check'],
      ['get', '--offline'],
      ['get', '--offline', '--json'],
      ['fmt'],
    ]) {
      const ran = await run(argv, { directory });
      expect(ran, `${argv.join(' ')}: ${ran.stderr}`).toMatchObject({ exit: 0 });
    }
  },
);

test('validate accepts a missing organization and reports all other problems', async () => {
  const directory = directoryWith({ 'docform.yaml': open, 'bad.yaml': open.replace('title', 'titel') });
  expect((await run(['validate'], { directory })).stdout).toBe(
    'docform.yaml is valid: any organization, 1 resource.\n',
  );
  const wrong = await run(['validate', '-c', 'bad.yaml'], { directory });
  expect(wrong.exit).toBe(3);
  expect(wrong.stderr).toContain('titel');
  expect(wrong.stderr).not.toContain('E-ORGANIZATION');
});

test('fmt keeps the meaning of a configuration without an organization', async () => {
  const directory = directoryWith({ 'docform.yaml': 'version: 1\nteams: {docs:   {title: Docs}}\n' });
  expect(await run(['fmt', '--check'], { directory })).toMatchObject({ exit: 1 });
  expect(await run(['fmt'], { directory })).toMatchObject({ exit: 0 });
  expect(await run(['fmt', '--check'], { directory })).toMatchObject({ exit: 0 });
});

test('mv renames a key without an organization', async () => {
  const directory = directoryWith({ 'docform.yaml': open });
  const moved = await run(['mv', 'teams/docs', 'teams/help'], { directory });
  expect(moved, moved.stderr).toMatchObject({ exit: 0 });
});

test('commands with requests require an organization and a URL, and so do history and unlock with a shared ledger', async () => {
  const directory = directoryWith({ 'docform.yaml': open });
  const commands = [['plan'], ['apply', '--yes'], ['drift'], ['get'], ['ledger', 'init']];
  const shared = [
    ['ledger', 'history'],
    ['ledger', 'unlock', 'x'],
    ['forget', 'teams/docs'],
  ];
  for (const argv of [...commands, ...shared]) {
    const backend = shared.includes(argv) ? { DOCFORM_BACKEND: 'https://127.0.0.1:9/state' } : {};
    const unnamed = await run(argv, {
      directory,
      environment: { ...backend, DOCFORM_API_URL: 'http://127.0.0.1:9', DOCFORM_TOKEN: 't' },
    });
    expect(unnamed, argv.join(' ')).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-ORGANIZATION') });
    const homeless = await run(argv, {
      directory,
      environment: { ...backend, DOCFORM_ORG: 'acme', DOCFORM_TOKEN: 't' },
    });
    expect(homeless, argv.join(' ')).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-API-URL') });
  }
});

test('ls --offline uses the target in the ledger file, but not the ledger of another organization', async () => {
  const place = await workspace(open);
  try {
    expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
    place.platform.requests.clear();
    const { directory } = place;
    const listed = await run(['get', '--offline', '--json'], { directory });
    expect(listed, listed.stderr).toMatchObject({ exit: 0 });
    expect(JSON.parse(listed.stdout)).toMatchObject({
      host: new URL(place.platform.url).host,
      organization: place.platform.organization,
      objects: [{ address: 'teams/docs', status: 'managed' }],
    });
    expect(place.platform.requests.read().items).toEqual([]);
    const other = await run(['get', '--offline'], { directory, environment: { DOCFORM_ORG: 'another' } });
    expect(other).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-LEDGER-TARGET') });
    const elsewhere = await run(['get', '--offline'], {
      directory,
      environment: { DOCFORM_API_URL: 'https://api.acme.dev' },
    });
    expect(elsewhere).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-LEDGER-TARGET') });
  } finally {
    await place.close();
  }
});

test('history reads a ledger file, and unlock reports that it does not support one, without an organization', async () => {
  const directory = directoryWith({ 'docform.yaml': open });
  expect(await run(['ledger', 'history'], { directory })).toMatchObject({
    exit: 0,
    stdout: 'No apply is recorded yet.\n',
  });
  expect(await run(['ledger', 'unlock', 'x'], { directory })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('E-UNLOCK-UNSUPPORTED'),
  });
});

test('forget uses the target in the ledger file, and does not create a ledger without a target', async () => {
  const place = await workspace(open);
  try {
    expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
    const { directory } = place;
    const forgotten = await run(['forget', 'teams/docs'], { directory });
    expect(forgotten, forgotten.stderr).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('removed from configuration and ledger'),
    });
    expect((await place.docform(['plan', '--detailed-exitcode'])).exit).toBe(0);
    const fresh = directoryWith({ 'docform.yaml': open });
    const refused = await run(['forget', 'teams/docs'], { directory: fresh, environment: { DOCFORM_ORG: 'acme' } });
    expect(refused).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-API-URL') });
  } finally {
    await place.close();
  }
});

test('ls --offline prints no host and no organization if both are unknown', async () => {
  const directory = directoryWith({ 'docform.yaml': open });
  const { stdout } = await run(['get', '--offline', '--json'], { directory });
  expect(JSON.parse(stdout)).toMatchObject({ host: null, organization: null, objects: [{ status: 'unrecorded' }] });
});

test('ls --offline requires an organization with a shared backend', async () => {
  const directory = directoryWith({ 'docform.yaml': open });
  const backend = { DOCFORM_BACKEND: 'https://127.0.0.1:9/state' };
  expect(await run(['get', '--offline'], { directory, environment: backend })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('E-ORGANIZATION'),
  });
  expect(
    await run(['get', '--offline'], { directory, environment: { ...backend, DOCFORM_ORG: 'acme' } }),
  ).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('E-API-URL'),
  });
});
