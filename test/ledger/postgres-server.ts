/** A temporary PostgreSQL server for tests, with its own data directory, port and password. All files of a run share one. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { sharedPostgresIn } from '../support/temporary-directory.ts';

export const password = 'geheim:9f/2';

export interface PostgresServer {
  readonly port: number;
  /** With user and password. */
  readonly url: string;
  readonly stop: () => void;
}

/** The server that all test files of a run use. */
export type SharedPostgres = Omit<PostgresServer, 'stop'>;

type Found = { readonly binaries: string; readonly user: string | undefined } | { readonly missing: string };

let known: Found | undefined;

/** Finds the server's programs, and a user for them, because they refuse to run as root. */
function findPostgres(): Found {
  known ??= search();
  return known;
}

function search(): Found {
  const binaries = placesOfBinaries().find(
    (place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'pg_ctl')),
  );
  if (binaries === undefined) return { missing: 'no PostgreSQL server (initdb, pg_ctl) on this machine' };
  if (userInfo().uid !== 0) return { binaries, user: undefined };
  const user = ['postgres', 'nobody'].find((name) => output('runuser', ['-u', name, '--', 'true']) !== undefined);
  return user === undefined
    ? { missing: 'PostgreSQL refuses to run as root, and there is no other user here' }
    : { binaries, user };
}

function placesOfBinaries(): readonly string[] {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const told = output('pg_config', ['--bindir'])?.trim() ?? '';
  return [told, ...versions.map((version) => join(installed, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
}

function output(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, [...args], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch {
    return undefined;
  }
}

/** The first file that needs the server starts it, and the end of the run stops it. Undefined: PostgreSQL is not installed. */
export async function sharedPostgres(): Promise<SharedPostgres | undefined> {
  const found = findPostgres();
  if ('missing' in found) return undefined;
  const directory = sharedPostgresIn(tmpdir());
  const portFile = join(directory, 'port');
  for (;;) {
    if (isCreated(directory)) {
      const { port } = await startIn(directory, found).catch((error: unknown) => {
        rmSync(directory, { recursive: true, force: true });
        throw error;
      });
      writeFileSync(portFile, `${port}\n`);
    }
    const written = existsSync(portFile) ? readFileSync(portFile, 'utf8') : '';
    if (written.endsWith('\n')) return { port: Number(written), url: urlAt(Number(written)) };
    await setTimeout(20);
  }
}

/** False: another worker has created the directory. */
function isCreated(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Starts another server. Undefined: PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const found = findPostgres();
  return 'missing' in found ? undefined : startIn(mkdtempSync(join(tmpdir(), 'docform-pg-')), found);
}

async function startIn(directory: string, found: Exclude<Found, { missing: string }>): Promise<PostgresServer> {
  const data = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, `${password}\n`);
  if (found.user !== undefined) execFileSync('chown', ['-R', found.user, directory]);
  const run = (program: string, args: readonly string[]) => {
    const whole = [join(found.binaries, program), ...args];
    const [command = '', ...rest] = found.user === undefined ? whole : ['runuser', '-u', found.user, '--', ...whole];
    execFileSync(command, rest, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  run('initdb', [
    '-D',
    data,
    '-U',
    'tester',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
  ]);
  const port = await startedOn(async (free) => {
    // -F disables fsync: these tests kill processes but not machines, and create many tables.
    const options = `-p ${free} -k ${directory} -F -c listen_addresses=127.0.0.1`;
    run('pg_ctl', ['-D', data, '-w', '-l', join(directory, 'log'), '-o', options, 'start']);
  });
  return {
    port,
    url: urlAt(port),
    stop: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function urlAt(port: number): string {
  return `postgres://tester:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

/** Creates an empty database for one test. `settings` as in `-c NAME=VALUE`. */
export async function freshUrl(server: SharedPostgres | undefined, settings: readonly string[] = []): Promise<string> {
  const admin = new pg.Client({ connectionString: server?.url });
  await admin.connect();
  const name = `d_${randomBytes(8).toString('hex')}`;
  const create = async () => {
    const { rows } = await admin.query(`select current_setting('server_version_num')::int >= 150000 as "isNew"`);
    // Copying the files takes half of the CPU time of writing them to the log. Older servers always copy.
    await admin.query(`create database ${name}${rows[0]?.isNew === true ? ' strategy file_copy' : ''}`);
  };
  await create().finally(() => admin.end());
  const url = new URL(server?.url ?? '');
  url.pathname = `/${name}`;
  if (settings.length > 0) url.searchParams.set('options', settings.map((setting) => `-c ${setting}`).join(' '));
  return url.href;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** For `describe.skipIf`: prints once why the tests of PostgreSQL are skipped. */
export function isWithoutPostgres(): boolean {
  const found = findPostgres();
  if ('missing' in found) process.stderr.write(`PostgreSQL tests are skipped: ${found.missing}\n`);
  return 'missing' in found;
}

/** Another process can take a free port before the server does. */
async function startedOn(start: (port: number) => Promise<void>): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      await start(port);
      return port;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/** Lets all locks of a database, or those of one environment, expire by the clock of the server. */
export async function expireLocks(url: string, environment?: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const values = environment === undefined ? [] : [environment];
  const condition = environment === undefined ? '' : ' where environment = $1';
  await client.query(`update docform_state set expires_at = clock_timestamp()${condition}`, values);
  await client.end();
}
