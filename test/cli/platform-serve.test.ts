/** Tests that platform serve prints one JSON line, loads seeds and configurations, and enables the control plane only on request. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { dataFailure } from '../../src/cli/actions/platform-serve.ts';
import { directoryWith } from '../support/directory.ts';
import { type Ran, run, type World } from './harness.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

interface Served {
  readonly url: string;
  readonly organization: string;
  readonly token: string;
  readonly control?: string;
}

/** Serves on a free port, runs the given work, and interrupts the server. */
async function serving(argv: readonly string[], world: World, work: (served: Served) => Promise<void>): Promise<Ran> {
  let failure: unknown;
  const ran = await run(['platform', 'serve', '--port', '0', ...argv], {
    ...world,
    onStdout: (text, interrupt) => {
      void work(JSON.parse(text) as Served)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(interrupt);
    },
  });
  if (failure !== undefined) throw failure;
  return ran;
}

const nothing = async () => undefined;

test('the control plane is off by default, and --control adds its URL to the line', async () => {
  const plain = await serving(['--seed', 'small'], {}, async ({ url, token, ...rest }) => {
    expect(Object.keys(rest)).toEqual(['organization']);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/_platform/state`, { headers })).status).toBe(404);
  });
  expect(plain).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('control') });
  const open = await serving(['--seed', 'small', '--control'], {}, async ({ url, control = '' }) => {
    expect(control).toBe(`${url}/_platform/`);
    expect(await (await fetch(`${control}state`)).json()).toMatchObject({ seed: 'small', seedNumber: 1 });
    const page = await fetch(control);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  });
  expect(open).toMatchObject({ exit: 0, stderr: expect.stringContaining('/_platform/') });
  expect(open.stdout.split('\n')).toHaveLength(2);
});

test('--dialect serves this API instead of the contract, and refuses an unknown name', async () => {
  const shown = async ({ url, organization, token }: Served) => {
    const init = { headers: { authorization: `Bearer ${token}` } };
    const ask = (path: string) => fetch(`${url}/v1/orgs/${organization}/${path}`, init);
    const statuses = await Promise.all(['spaces', 'custom-fields'].map(async (path) => (await ask(path)).status));
    const { items } = (await (await ask('sites')).json()) as { items: readonly object[] };
    return [...statuses, ...['agentsContext', 'defaultLevel'].map((member) => member in (items[0] ?? {}))];
  };
  for (const [dialect, expected] of [
    ['2025-06', [404, 200, true, false]],
    ['gitbook', [200, 404, false, true]],
    ['gitbook-0.180', [200, 404, true, false]],
  ] as const)
    await serving(['--seed', 'medium', '--dialect', dialect], {}, async (served) =>
      expect(await shown(served)).toEqual(expected),
    );
  const { exit, stderr } = await run(['platform', 'serve', '--dialect', 'other']);
  expect([exit, stderr]).toEqual([3, expect.stringContaining('use one of 2025-06, gitbook, gitbook-0.180')]);
});

test('a terminal shows the commands for a second terminal, and a log shows no token', async () => {
  const { stdout, stderr } = await serving([], { isTerminal: true }, nothing);
  const { url, organization, token } = JSON.parse(stdout) as Served;
  expect(stderr).toContain(`export DOCFORM_API_URL=${url} DOCFORM_ORG=${organization} DOCFORM_TOKEN=${token}\n`);
  expect((await serving(['--token', 'secret'], {}, nothing)).stderr).not.toContain('secret');
});

test('a URL that other machines can reach causes a warning', async () => {
  const { stderr } = await serving(['--control', '--host', '0.0.0.0'], {}, nothing);
  expect(stderr).toContain('warning: every client that can reach 0.0.0.0 can control this platform');
});

test('--strict rejects requests that are not in the contract', async () => {
  const statusOf = async (argv: readonly string[]) => {
    let status = 0;
    await serving(argv, {}, async ({ url, organization, token }) => {
      const headers = { authorization: `Bearer ${token}` };
      status = (await fetch(`${url}/v1/orgs/${organization}/teams?colour=red`, { headers })).status;
    });
    return status;
  };
  expect([await statusOf([]), await statusOf(['--strict'])]).toEqual([200, 400]);
});

test.each([
  ['acme', 'acme', []],
  ['one-site', 'acme', ['one-site/docform.yaml']],
  ['people', 'acme', []],
  ['two-environments', 'acme-staging', ['--env', 'staging']],
  ['two-environments', 'acme', ['--env', 'production']],
] as const)(
  'after seeding from examples/%s for %s, the plan of the configuration is empty',
  async (name, organization, argv) => {
    const data = join(directoryWith(), 'p.db');
    const flags = argv.filter((word) => !word.includes('/'));
    const seed = join(examples, name === 'one-site' ? 'one-site/docform.yaml' : name);
    const environment = name === 'two-environments' ? {} : { DOCFORM_ORG: organization };
    const { exit, stderr } = await serving(
      ['--seed', seed, '--data', data, ...flags],
      { environment },
      async (served) => {
        expect(served.organization).toBe(organization);
      },
    );
    expect({ exit, warnings: stderr.match(/^warning: .*$/gm) }).toEqual({
      exit: 0,
      warnings: ['acme', 'people'].includes(name)
        ? null
        : [expect.stringContaining('created the admin admin@example.com for the token')],
    });
    const planned = await run(
      ['plan', '-C', join(examples, name), '--api-url', `local:${data}`, '--detailed-exitcode', ...flags],
      {
        environment,
      },
    );
    // The ledger is empty, so only adoptions and records are planned.
    expect(planned.exit).toBe(2);
    expect(planned.stdout).toMatch(/No changes to the platform\. Ledger: \d+ adopted(?:, \d+ recorded)?\.\n/);
  },
);

test('a configuration without an organization gets a default one, which is in the line and on stderr', async () => {
  const directory = directoryWith({ 'docform.yaml': 'version: 1\nmembers: { ana@acme.dev: admin }\n' });
  let organization = '';
  const { stderr } = await serving(['--seed', '.'], { directory }, async (served) => {
    organization = served.organization;
  });
  expect(organization).toMatch(/^\w{20}$/);
  expect(stderr).toContain(`sets no organization; using ${organization}\n`);
});

test('fields that the platform never returns cause a warning, also with -q', async () => {
  const text = 'version: 1\norganization: acme\nmembers: { ana@acme.dev: admin }\nopenapi: { pay: { text: "{}" } }\n';
  const directory = directoryWith({ 'docform.yaml': text });
  const { stderr } = await serving(['-q', '--seed', 'docform.yaml'], { directory }, nothing);
  expect(stderr).toBe('warning: openapi/pay: the platform does not return the text, so the first plan sends it\n');
});

test('a configuration with problems is rejected', async () => {
  const directory = directoryWith({ 'docform.yaml': 'version: 1\norganization: acme\nteams: { docs: {} }\n' });
  const { exit, stdout, stderr } = await run(['platform', 'serve', '--seed', 'docform.yaml'], { directory });
  expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
  expect(stderr).toContain('docform.yaml:3');
  await writeFile(join(directory, 'open.yaml'), 'version: 1\nteams: { docs: {} }\n');
  const open = await run(['platform', 'serve', '--seed', 'open.yaml', '--json'], { directory });
  expect(open).toMatchObject({ exit: 3, stderr: '' });
  expect(JSON.parse(open.stdout).problems.map(({ code }: { readonly code: string }) => code)).toEqual(['E-REQUIRED']);
  expect(await run(['platform', 'serve', '--seed', 'none.yaml'], { directory })).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(
      /no such file: none\.yaml\n.*empty, small, medium, large, or the path of a docform YAML/,
    ),
  });
});

test('a data file with contents is not seeded again, and the command reports this', async () => {
  const directory = directoryWith();
  await serving(['--data', 'p.db', '--seed', 'small'], { directory }, nothing);
  let seed = '';
  const { stderr } = await serving(
    ['--data', 'p.db', '--seed', 'medium', '--control'],
    { directory },
    async ({ control }) => {
      seed = ((await (await fetch(`${control}state`)).json()) as { readonly seed: string }).seed;
    },
  );
  expect(seed).toBe('small');
  expect(stderr).toContain('warning: p.db already contains data, so --seed has no effect');
  await writeFile(join(directory, 'q.db'), 'no database');
  expect(await run(['platform', 'serve', '--data', 'q.db'], { directory })).toMatchObject({ exit: 1, stdout: '' });
});

test('a damaged data file causes a clear error, and the server stops', async () => {
  const directory = directoryWith();
  const file = join(directory, 'state.db');
  await serving(['--seed', 'medium', '--data', file], {}, nothing);
  const whole = await readFile(file);
  await writeFile(file, Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(whole.length - 8192, 0x5a)]));
  const ran = await run(['platform', 'serve', '--port', '0', '--data', file], {});
  expect(ran).toMatchObject({ exit: 1, stdout: '' });
  expect(ran.stderr).toContain('E-SYSTEM');
  expect(ran.stderr).toMatch(/is damaged/);
  expect(ran.stderr).not.toContain('E-UNEXPECTED');
});

test('a data file that is damaged while it is open is reported as damaged, but a busy one is not', async () => {
  const file = join(directoryWith(), 'state.db');
  await serving(['--seed', 'medium', '--data', file], {}, nothing);
  const whole = await readFile(file);
  await writeFile(file, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0x5a)]));
  const database = new Database(file);
  let found: unknown;
  try {
    database.prepare('SELECT * FROM objects').all();
  } catch (error) {
    found = error;
  }
  database.close();
  expect(dataFailure(file, found)).toMatchObject({
    code: 'E-SYSTEM',
    message: expect.stringContaining('can no longer be read'),
  });
  expect(dataFailure(undefined, found)).toBeUndefined();
  expect(dataFailure(file, Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }))).toBeUndefined();
});

test('the line on stdout has the token, also if DOCFORM_TOKEN has the same value', async () => {
  const environment = { DOCFORM_TOKEN: 'token-of-the-shell' };
  const { stdout } = await serving(['--token', 'token-of-the-shell'], { environment }, nothing);
  expect(JSON.parse(stdout)).toMatchObject({ token: 'token-of-the-shell' });
});
