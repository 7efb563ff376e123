/** Tests that no output and no stored file contains a password of the backend. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  password as databasePassword,
  freePort,
  freshUrl,
  isWithoutPostgres,
  type SharedPostgres,
  sharedPostgres,
} from '../ledger/postgres-server.ts';
import { credentials, type StateServiceFake, startStateService } from '../ledger/state-service.ts';
import { type Applying, openApplying } from './applying.ts';

const withoutPostgres = isWithoutPostgres();
let server: SharedPostgres | undefined;
let service: StateServiceFake;
beforeAll(async () => {
  server = await sharedPostgres();
  service = await startStateService({ kind: 'gitlab', conflict: 409 });
});
afterAll(async () => {
  await service.close();
});

let applying: Applying;
afterEach(() => applying.close());

const canary = 'Kanarienvogel/9#%';

/** The password in plain text, URL, JSON and Basic authorization encoding. */
function formsOf(secret: string): readonly string[] {
  const users = [credentials.user, 'tester', ''];
  return [
    secret,
    encodeURIComponent(secret),
    ...users.map((user) => Buffer.from(`${user}:${secret}`).toString('base64')),
  ];
}

const secrets = [databasePassword, credentials.password, canary].flatMap(formsOf);

function expectClean(text: string): void {
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

/** Runs each command in each form and returns the exit codes. */
async function runAll(environment: { readonly [name: string]: string }): Promise<ReadonlySet<number>> {
  const exits = new Set<number>();
  for (const argv of [['plan'], ['apply', '--yes'], ['plan', '--json'], ['apply', '--yes', '--json']]) {
    const { exit, stdout, stderr } = await applying.run([...argv, '--debug', '-v', '--max-wait', '1'], environment);
    exits.add(exit);
    expectClean(stdout + stderr);
    expect(stdout + stderr).not.toContain('E-UNEXPECTED');
  }
  for (const name of await readdir(applying.directory))
    expectClean(await readFile(join(applying.directory, name), 'utf8'));
  return exits;
}

describe.skipIf(withoutPostgres)('PostgreSQL', () => {
  test('a reachable PostgreSQL backend prints and stores no password', async () => {
    const url = await freshUrl(server);
    applying = await openApplying(url);
    expect(await applying.run(['ledger', 'init'])).toMatchObject({ exit: 0 });
    expect(await runAll({})).toEqual(new Set([0]));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const tables = ['docform_state', 'docform_entry', 'docform_list', 'docform_journal', 'docform_run'];
    const rows: unknown[] = [];
    for (const table of tables) rows.push(...(await client.query(`select * from ${table}`)).rows);
    await client.end();
    expect(rows.length).toBeGreaterThan(10);
    expectClean(JSON.stringify(rows));
  });

  test('a wrong PostgreSQL password in the URL or in PGPASSWORD is not printed', async () => {
    applying = await openApplying();
    const at = `127.0.0.1:${server?.port}/postgres`;
    expect(await runAll({ DOCFORM_BACKEND: `postgres://tester:${encodeURIComponent(canary)}@${at}` })).toEqual(
      new Set([1]),
    );
    expect(await runAll({ DOCFORM_BACKEND: `postgres://tester@${at}?password=${encodeURIComponent(canary)}` })).toEqual(
      new Set([1]),
    );
    expect(await runAll({ DOCFORM_BACKEND: `postgres://tester@${at}`, PGPASSWORD: canary })).toEqual(new Set([1]));
  });
});

test('unreachable and invalid PostgreSQL URLs print no password', async () => {
  applying = await openApplying();
  const port = await freePort();
  const encoded = encodeURIComponent(canary);
  const at = `127.0.0.1:${port}/state`;
  const unreachable = ['postgres', 'https'].map((scheme) => `${scheme}://tester:${encoded}@${at}`);
  const unusable = [
    ...['postgres', 'https', 'mysql'].map((scheme) => `${scheme}://tester:${canary}@${at}`),
    ...[
      `mysql://tester:${encoded}@${at}`,
      `http://tester:${encoded}@state.acme.test/docs`,
      `tester:${encoded}@127.0.0.1`,
    ],
    ...[`postgres://tester:${encoded}@%zz:1/state`, `postgres://tester:${encoded}@127.0.0.1/100%`],
  ];
  for (const backend of unreachable) expect(await runAll({ DOCFORM_BACKEND: backend }), backend).toEqual(new Set([1]));
  for (const backend of unusable) expect(await runAll({ DOCFORM_BACKEND: backend }), backend).toEqual(new Set([3]));
});

test('a PostgreSQL password that begins like a port is treated as a password', async () => {
  applying = await openApplying();
  for (const scheme of ['postgres', 'https'])
    for (const [at, mark] of ['/', '#', '?'].entries()) {
      const secret = `12${mark}geheimnis-${at}`;
      const { exit, stderr } = await applying.run(['plan', '--debug'], {
        DOCFORM_BACKEND: `${scheme}://tester:${secret}@db.acme.test/docs`,
      });
      expect(exit).toBe(3);
      expect(stderr).toContain('DOCFORM_BACKEND contains a character that must be percent-encoded');
      expect(stderr).not.toContain('geheimnis');
    }
});

test('a state service with credentials in the URL or in the variables of Terraform prints no password', async () => {
  applying = await openApplying();
  const { origin, pathname } = new URL(service.url);
  const address = origin + pathname;
  const named = { DOCFORM_BACKEND: address, TF_HTTP_USERNAME: credentials.user };
  expect(await runAll({ DOCFORM_BACKEND: service.url })).toEqual(new Set([0]));
  expect(await runAll({ ...named, TF_HTTP_PASSWORD: credentials.password })).toEqual(new Set([0]));
  expect(await runAll({ ...named, TF_HTTP_PASSWORD: canary })).toEqual(new Set([1]));
  expectClean(JSON.stringify(service.bodies.map(({ line, body }) => [line, body])));
  expectClean(service.state.document ?? '');
  expect(service.state.document).toContain('sites/docs');
});
