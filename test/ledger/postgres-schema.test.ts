/** The URL selects the schema for all users, and a ledger that cannot be seen is never an empty ledger. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPostgresBackend } from '../../src/ledger/postgres/postgres-backend.ts';
import { ana, begin, bo, done, end, target } from './entries.ts';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from './postgres-server.ts';

const now = { waitMs: 0, ttlMs: 20_000 };
let server: SharedPostgres | undefined;
let url = '';

const opened = (address: string) => createPostgresBackend({ url: address, target });
const withOption = (name: string, value: string, address = url) => {
  const changed = new URL(address);
  changed.searchParams.set(name, value);
  return changed.href;
};

async function run(sql: string, address = url): Promise<readonly { readonly [column: string]: unknown }[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

/** Returns the URL of a new user. Roles belong to the whole server, so each test has its own. */
let users = 0;
async function newUser(grants: readonly string[]): Promise<string> {
  users += 1;
  const name = `user${users}`;
  await run(`create role ${name} login password 'kein-geheimnis'`);
  for (const grant of grants) await run(grant.replaceAll('USER', name));
  const address = new URL(url);
  address.username = name;
  address.password = 'kein-geheimnis';
  return address.href;
}

async function kept(address: string, step = 'teams/a'): Promise<void> {
  const lock = await opened(address).acquire(ana, now);
  await lock.save({ resources: { [step]: { id: 't1' } }, lists: [], orders: { 'sites/a': '0000aa.0000bb' } });
  await lock.release();
}

const resourcesAt = async (address: string) => Object.keys((await opened(address).load()).ledger.resources);

describe.skipIf(isWithoutPostgres())('PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  beforeEach(async () => {
    url = await freshUrl(server);
  });

  test('missing tables are an error that names schemas with tables, and never an empty ledger', async () => {
    await expect(opened(url).load()).rejects.toMatchObject({
      code: 'E-BACKEND',
      hint: expect.stringContaining('docform ledger init'),
    });
    await kept(withOption('schema', 'docs'));
    const error = await opened(url)
      .load()
      .catch((reason: Error) => reason);
    expect(error).toMatchObject({
      code: 'E-BACKEND',
      hint: expect.stringContaining('add ?schema=NAME to the URL: docs has docform tables'),
    });
    expect((error as Error).message).toMatch(/schema public has no docform tables$/);
    expect(await resourcesAt(withOption('schema', 'docs'))).toEqual(['teams/a']);
  });

  test('two users with different search paths share one ledger and one lock', async () => {
    const both = [
      'create schema USER authorization USER',
      'alter role USER set search_path = USER',
      'grant create, usage on schema public to USER',
    ];
    const [one, two] = [await newUser(both), await newUser(both)];
    const lock = await opened(one).acquire(ana, now);
    await run(
      'grant all on all tables in schema public to public; grant all on all sequences in schema public to public',
    );
    await expect(opened(two).acquire(bo, now)).rejects.toThrow('held by ana@build-7');
    await lock.append(done('teams/a'));
    expect(await resourcesAt(two)).toEqual(['teams/a']);
    await lock.release();
    await (await opened(two).acquire(bo, now)).release();
    expect(await run(`select schemaname from pg_tables where tablename = 'docform_state'`)).toEqual([
      { schemaname: 'public' },
    ]);
  });

  test('tables that a search path would find first are ignored', async () => {
    await kept(url);
    await run('create schema decoy');
    const names = (await run(`select tablename from pg_tables where tablename like 'docform%'`)).map(
      ({ tablename }) => tablename,
    );
    expect(names).toHaveLength(10);
    for (const name of names) await run(`create view decoy.${name} as select 1 / 0 as version`);
    const search = withOption('options', '-c search_path=decoy', url);
    expect(await resourcesAt(search)).toEqual(['teams/a']);
    await kept(search, 'teams/b');
    expect(await resourcesAt(url)).toEqual(['teams/b']);
    expect(await opened(search).history?.(5)).toEqual([]);
  });

  test('a missing schema in the URL is created, with any name', async () => {
    const name = 'Docs "of" acme; drop schema public';
    const address = withOption('schema', name);
    await kept(address);
    expect(await run(`select distinct schemaname from pg_tables where tablename like 'docform%'`)).toEqual([
      { schemaname: name },
    ]);
    expect(await resourcesAt(address)).toEqual(['teams/a']);
    expect(await opened(address).prepare?.()).toBe(false);
    for (const wrong of ['', 'x'.repeat(64), 'pg_catalog'])
      await expect(opened(withOption('schema', wrong)).load()).rejects.toThrow(
        'the schema in DOCFORM_BACKEND is not valid',
      );
    await expect(opened(`${url}?schema=a&schema=b`).load()).rejects.toThrow(
      'the schema in DOCFORM_BACKEND is not valid',
    );
  });

  test('an organization in one schema is refused in another, for readers too', async () => {
    const [here, there] = [withOption('schema', 'here'), withOption('schema', 'there')];
    await kept(here);
    await expect(opened(there).acquire(bo, now)).rejects.toThrow(
      /the ledger is in schema here, but the URL selects schema there$/,
    );
    await expect(opened(there).load()).rejects.toThrow('the ledger is in schema here');
    const another = createPostgresBackend({ url: there, target: { ...target, organization: 'o2' } });
    await (await another.acquire(bo, now)).release();
    expect((await another.load()).ledger.resources).toEqual({});
  });

  test('of two simultaneous runs in two schemas, one is refused', async () => {
    const [here, there] = [withOption('schema', 'here'), withOption('schema', 'there')];
    await Promise.all([opened(here).prepare?.(), opened(there).prepare?.()]);
    const both = await Promise.allSettled([opened(here).acquire(ana, now), opened(there).acquire(bo, now)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const one of both) if (one.status === 'fulfilled') await one.value.release();
  });

  test('if a user cannot see whether another schema contains the ledger, reading fails', async () => {
    await kept(withOption('schema', 'hidden'));
    const user = await newUser(['grant create, usage on schema public to USER']);
    await expect(opened(user).acquire(bo, now)).rejects.toThrow(
      'schema hidden has docform tables that this user cannot read',
    );
    const sharing = createPostgresBackend({ url: user, target: { ...target, organization: 'o2' } });
    await run('grant usage on schema hidden to public; grant select on hidden.docform_state to public');
    await (await sharing.acquire(bo, now)).release();
    await expect(opened(user).load()).rejects.toThrow('the ledger is in schema hidden');
  });

  test.each([1, 6])('tables of version %s are refused by readers and by applies, with the way out', async (old) => {
    await kept(url);
    await run(`update docform_schema set version = ${old}`);
    const refusal = {
      code: 'E-BACKEND',
      message: `the docform tables in schema public have version ${old}, but this docform needs version 7`,
      hint: expect.stringContaining('docform import'),
    };
    await expect(opened(url).load()).rejects.toMatchObject(refusal);
    await expect(opened(url).acquire(bo, now)).rejects.toMatchObject(refusal);
    await expect(opened(url).prepare?.()).rejects.toMatchObject(refusal);
  });

  test('a run that waits for a lock holds no connection', async () => {
    const lock = await opened(url).acquire(ana, now);
    const counted = `select count(*)::int as count from pg_stat_activity where application_name = 'docform' and datname = current_database()`;
    const giveUp = new AbortController();
    const waits = Array.from({ length: 5 }, () => {
      let told = () => {};
      const isWaiting = new Promise<void>((resolve) => (told = resolve));
      const ended = opened(url)
        .acquire(bo, { waitMs: 60_000, ttlMs: 20_000, signal: giveUp.signal, onWait: told })
        .catch(() => undefined);
      return { isWaiting, ended };
    });
    await Promise.all(waits.map(({ isWaiting }) => isWaiting));
    await expect.poll(async () => (await run(counted))[0]?.count).toBe(1);
    giveUp.abort(new Error('enough'));
    await Promise.all(waits.map(({ ended }) => ended));
    await lock.release();
  });

  test('the rights listed in docs/guides/backends.md are sufficient for readers and writers, and necessary', async () => {
    await kept(withOption('schema', 'docform'));
    const guide = readFileSync(new URL('../../docs/guides/backends.md', import.meta.url), 'utf8');
    const grantsOf = (role: string) =>
      [...guide.matchAll(/^grant .* to (docform_\w+);$/gm)]
        .filter(([, to]) => to === role)
        .map(([line]) => line.replace(role, 'USER'));
    const reader = withOption('schema', 'docform', await newUser(grantsOf('docform_reader')));
    expect(await resourcesAt(reader)).toEqual(['teams/a']);
    expect(await opened(reader).history?.(5)).toEqual([]);
    await expect(opened(reader).acquire(bo, now)).rejects.toMatchObject({ sqlState: '42501' });
    const writer = withOption('schema', 'docform', await newUser(grantsOf('docform_writer')));
    await kept(writer, 'teams/b');
    const lock = await opened(writer).acquire(ana, now);
    for (const entry of [begin(), done('teams/c'), end]) await lock.append(entry);
    await lock.release();
    expect(await resourcesAt(reader)).toEqual(['teams/b', 'teams/c']);
    const nobody = withOption('schema', 'docform', await newUser([]));
    await expect(opened(nobody).load()).rejects.toMatchObject({
      sqlState: '42501',
      hint: expect.stringContaining('grant the rights'),
    });
  });

  test('rows hidden by a policy are an error, and not an empty ledger', async () => {
    await kept(url);
    const reader = await newUser(['grant select on all tables in schema public to USER']);
    await run('alter table docform_entry enable row level security');
    await expect(opened(reader).load()).rejects.toThrow('row-level security');
  });

  test.each(['no JSON', '"a text"', '{"who": 7, "since": "x"}', 'null', '[]'])(
    'a lock row with the holder %s is an error',
    async (holder) => {
      const lock = await opened(url).acquire(ana, now);
      await run(`update docform_state set holder = '${holder}'`);
      await expect(opened(url).acquire(bo, now)).rejects.toMatchObject({
        code: 'E-BACKEND',
        message: expect.stringContaining('its holder in docform_state is damaged'),
      });
      await lock.release();
    },
  );
});
