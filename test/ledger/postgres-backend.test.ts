/** The PostgreSQL backend on a real server: history, lost connections, tables, writes, and secrets. */
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPostgresBackend } from '../../src/ledger/postgres/postgres-backend.ts';
import { connect } from '../../src/ledger/postgres/postgres-connection.ts';
import { ana, begin, bo, done, end, freezableClock, intent, target } from './entries.ts';
import {
  freePort,
  freshUrl,
  isWithoutPostgres,
  password,
  type SharedPostgres,
  sharedPostgres,
} from './postgres-server.ts';

const now = { waitMs: 0, ttlMs: 20_000 };
let server: SharedPostgres | undefined;
let url = '';

describe.skipIf(isWithoutPostgres())('PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  beforeEach(async () => {
    url = await freshUrl(server);
  });
  const opened = (environment?: string) =>
    createPostgresBackend({ url, target, ...(environment === undefined ? {} : { environment }) });
  async function rows(sql: string): Promise<readonly { readonly [column: string]: unknown }[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  }

  test('reading creates nothing, and of many simultaneous runs one creates the tables and one gets the lock', async () => {
    await expect(opened().load()).rejects.toThrow('schema public has no docform tables');
    await expect(opened().history?.(5)).rejects.toThrow('schema public has no docform tables');
    expect(await rows(`select * from pg_tables where tablename like 'docform%'`)).toEqual([]);
    const attempts = await Promise.allSettled([1, 2, 3, 4, 5].map(() => opened().acquire(ana, now)));
    const given = attempts.filter((attempt) => attempt.status === 'fulfilled');
    expect(given.length).toBe(1);
    for (const attempt of attempts) if (attempt.status === 'rejected') expect(attempt.reason.code).toBe('E-LOCK-HELD');
    await given[0]?.value.release();
  });

  test('each environment has its own ledger and lock', async () => {
    const [one, two] = [await opened('staging').acquire(ana, now), await opened().acquire(bo, now)];
    await one.append(done('teams/a'));
    expect((await opened().load()).ledger.resources).toEqual({});
    await Promise.all([one.release(), two.release()]);
    expect(Object.keys((await opened('staging').load()).ledger.resources)).toEqual(['teams/a']);
  });

  test('the history contains user, link, digest, time and result of each apply', async () => {
    const first = await opened().acquire(ana, now);
    for (const entry of [begin('r1'), intent('teams/a'), done('teams/a'), end]) await first.append(entry);
    await first.release();
    const second = await opened().acquire(bo, now);
    await second.append({ ...begin('r2'), holder: bo });
    await second.release();
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await opened().history?.(5)).toEqual([
      { run: 'r2', who: bo.who, digest: 'sha256:ab', startedAt: moment },
      {
        run: 'r1',
        who: ana.who,
        link: ana.run,
        digest: 'sha256:ab',
        startedAt: moment,
        endedAt: moment,
        status: 'done',
      },
    ]);
    expect((await opened().history?.(1))?.length).toBe(1);
  });

  test('a save writes only the rows that differ', async () => {
    const lock = await opened().acquire(ana, now);
    const resources = { 'teams/a': { id: 'a' }, 'teams/b': { id: 'b' }, 'teams/c': { id: 'c' } };
    await lock.save({ resources, lists: ['teams'] });
    const before = await rows('select address, xmin::text as version from docform_entry order by address');
    await lock.save({ resources: { ...resources, 'teams/b': { id: 'b2' } }, lists: ['teams'] });
    const after = await rows('select address, xmin::text as version from docform_entry order by address');
    expect(after.map(({ version }, at) => version === before[at]?.version)).toEqual([true, false, true]);
    await lock.release();
  });

  test('unusual strings are stored unchanged', async () => {
    // An id with such characters is refused when the ledger is read.
    const applied = { 'a"b\\': '\'"; drop table docform_state; --', 'nul \u0000': 'nul \u0000 “é” \ud800' };
    const entry = { id: 'a', applied };
    const lock = await opened().acquire(ana, now);
    await lock.append({ type: 'outcome', step: 's\u0000', status: 'done', set: { 'teams/a': entry } });
    expect((await opened().load()).ledger.resources).toEqual({ 'teams/a': entry });
    await lock.save({ resources: { 'teams/a': entry }, lists: [] });
    await lock.release();
    expect((await opened().load()).ledger.resources).toEqual({ 'teams/a': entry });
  });

  test('a lost connection ends the lock before its expiry, and the next run continues', async () => {
    const lock = await opened().acquire(ana, now);
    await lock.append(intent('teams/a'));
    const lost = new Promise((resolve) => lock.signal.addEventListener('abort', resolve));
    await rows(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'docform' and datname = current_database()`,
    );
    await lost;
    expect(lock.isHeld()).toBe(false);
    await expect(lock.append(intent('teams/b'))).rejects.toThrow(/connection lost: /);
    await lock.release();
    await expect(opened().acquire(bo, now)).rejects.toThrow(/held by ana@build-7 since .* until \d{4}-.*Z, run https/);
    await rows('update docform_state set expires_at = clock_timestamp()');
    const next = await opened().acquire(bo, { waitMs: 10_000, ttlMs: 20_000 });
    expect((await opened().load()).open).toEqual([intent('teams/a')]);
    await next.release();
  });

  test('the clock of the database decides: an expired lock writes nothing, even if no other run took it', async () => {
    const clock = freezableClock();
    const lock = await createPostgresBackend({ url, target, clock }).acquire(ana, { waitMs: 0, ttlMs: 300 });
    clock.freeze();
    await expect
      .poll(async () => (await rows('select expires_at < clock_timestamp() as over from docform_state'))[0]?.over)
      .toBe(true);
    expect(lock.isHeld()).toBe(true);
    await expect(lock.append(begin())).rejects.toThrow('another run has taken the lock');
    await lock.release();
    expect(await rows('select * from docform_journal union all select 0, 0, 0, run from docform_run')).toEqual([]);
  });

  test('a process that is suspended in its transaction is waited for and named', async () => {
    const lock = await opened().acquire(ana, now);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin; select * from docform_state for update');
    await expect(opened().acquire(bo, now)).rejects.toThrow('held by ana@build-7');
    await client.end();
    await lock.release();
  });

  test('a commit is on disk with any default of the database, and waits are limited', async () => {
    const connection = await connect(await freshUrl(server, ['synchronous_commit=off']), {
      connectMs: 5_000,
      statementMs: 200,
      lockMs: 50,
    });
    expect(await connection.query('show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    await expect(connection.query('select pg_sleep(20)')).rejects.toMatchObject({
      name: 'BackendError',
      sqlState: '57014',
    });
    await connection.close();
  });

  test('tables of a newer docform are refused', async () => {
    await (await opened().acquire(ana, now)).release();
    await rows('update docform_schema set version = 8');
    await expect(opened().load()).rejects.toMatchObject({ name: 'BackendError', hint: 'update docform' });
    await expect(opened().acquire(ana, now)).rejects.toThrow('have version 8, but this docform needs version 7');
  });

  test('PGHOST replaces a missing host, which is not treated as loopback', async () => {
    const { hostname, port, username } = new URL(url);
    for (const [name, value] of Object.entries({
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
    }))
      vi.stubEnv(name, value);
    try {
      const load = (address: string) => createPostgresBackend({ url: address, target }).load();
      await expect(load('postgres:///postgres')).rejects.toMatchObject({
        hint: expect.stringContaining('?sslmode=disable'),
      });
      await expect(load('postgres:///postgres?sslmode=disable')).rejects.toThrow('schema public has no docform tables');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('no error and no location contains the password', async () => {
    expect(opened('staging').place).toBe(
      `postgres://127.0.0.1:${server?.port}${new URL(url).pathname} (o1 on api.acme.dev, staging)`,
    );
    const wrong = `${encodeURIComponent(password)}x`;
    const closed = await freePort();
    const urls = [
      url.replace(encodeURIComponent(password), wrong),
      url.replace(`:${server?.port}`, `:${closed}`),
      `${url}?sslmode=require`,
      `${url}?sslmode=verify-full&sslrootcert=/nowhere/${encodeURIComponent(password)}.pem`,
    ];
    const messages = await Promise.all(
      urls.map((each) =>
        createPostgresBackend({ url: each, target })
          .load()
          .catch((error: Error & { readonly hint: string }) => `${error.name} ${error.message} ${error.hint}`),
      ),
    );
    expect(messages).toEqual([
      expect.stringContaining('BackendError postgres://127.0.0.1:'),
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('sslmode=disable'),
      expect.stringContaining('BackendError'),
    ]);
    for (const message of messages)
      for (const secret of [password, encodeURIComponent(password)]) expect(message).not.toContain(secret);
    expect(() => createPostgresBackend({ url: 'mysql://u:geheim@h/d', target })).toThrow(
      /^the backend is not the URL of a database$/,
    );
  });
});
