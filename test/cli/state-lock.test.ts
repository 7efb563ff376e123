/** Tests concurrent applies in separate processes: only one applies, and the next one continues after a killed or stopped apply. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from '../ledger/postgres-server.ts';
import { directoryWith } from '../support/directory.ts';
import { type Applying, applied, openApplying, writesNeeded } from './applying.ts';
import { titlesOn } from './gate.ts';
import { endSpawned, type Spawned } from './spawned.ts';

const withoutPostgres = isWithoutPostgres();
let server: SharedPostgres | undefined;
beforeAll(async () => {
  server = await sharedPostgres();
});

const opened: Applying[] = [];
afterEach(async () => {
  await endSpawned();
  for (const each of opened.splice(0)) await each.close();
});

const apply = ['apply', '--yes', '--concurrency', '1'];
/** Shortens the lock of processes that are killed or stopped, so that the next process waits briefly. */
const shortLock = (seconds: number) => ({ DOCFORM_LOCK_SECONDS: String(seconds) });
/** A process whose clock differs from the clock of this machine. */
const skewedClock = (byMs: number) => {
  const directory = directoryWith({ 'skew.cjs': `const real = Date.now; Date.now = () => real() + ${byMs};` });
  return { NODE_OPTIONS: `--require ${join(directory, 'skew.cjs')}` };
};
const pipeline = {
  GITHUB_ACTOR: 'ana',
  GITHUB_SERVER_URL: 'https://github.test',
  GITHUB_REPOSITORY: 'acme/docs',
  GITHUB_RUN_ID: '17',
};

async function open(backend: string | undefined): Promise<Applying> {
  const applying = await openApplying(backend);
  opened.push(applying);
  return applying;
}

/** All rows in the backend. */
async function rowsAt(url: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows: unknown[] = [];
  for (const table of ['state', 'entry', 'list', 'journal', 'run'])
    rows.push(...(await client.query(`select * from docform_${table} order by 1, 2`)).rows);
  await client.end();
  return rows;
}

const sorts = [
  { sort: 'files', backend: async () => undefined, isMissing: false, noticesDeath: true },
  { sort: 'PostgreSQL', backend: () => freshUrl(server), isMissing: withoutPostgres, noticesDeath: false },
];

for (const { sort, backend, isMissing, noticesDeath } of sorts) {
  describe.skipIf(isMissing)(sort, () => {
    test('unlock is rejected as unsupported because locks expire on their own', async () => {
      const { run } = await open(await backend());
      expect(await run(['ledger', 'unlock', 'some-id'])).toMatchObject({
        exit: 3,
        stderr: expect.stringMatching(/^error\[E-UNLOCK-UNSUPPORTED\]/),
      });
    });

    test('one of two concurrent applies runs, and the other reports the holder, or waits and has no changes', async () => {
      const applying = await open(await backend());
      const { gate, spawn } = applying;
      const isHeld = gate.hold(3, 'after');
      const first = spawn(apply, pipeline);
      await first.until(isHeld);
      const [second, third] = [spawn([...apply, '--lock-timeout', '600']), spawn(apply)];
      expect(await third.ended).toBe(1);
      expect(third.output.stderr).toContain('error[E-LOCK-HELD]');
      expect(third.output.stderr).toMatch(
        /another apply is running, held by ana@\S+ since \S+ until \S+, run https:\/\/github\.test\/acme\/docs\/actions\/runs\/17\n/,
      );
      await second.said(/Waiting for the state lock, held by ana@\S+ .*runs\/17\n/);
      expect(gate.writes).toHaveLength(3);
      gate.letGo();
      expect([await first.ended, await second.ended]).toEqual([0, 0]);
      expect(first.output.stdout).toContain('Applied 9 changes.');
      expect(second.output.stdout).toBe('Nothing to apply.\n');
      expect(gate.writes).toHaveLength(writesNeeded);
      expect(await titlesOn(gate)).toEqual(applied);
    });

    test('two applies that start together create nothing twice', async () => {
      const { gate, spawn } = await open(await backend());
      const both = [
        spawn(['apply', '--yes', '--lock-timeout', '600']),
        spawn(['apply', '--yes', '--lock-timeout', '600']),
      ];
      expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
      expect(both.map(({ output }) => output.stdout.split('\n')[0]).sort()).toEqual([
        'Applied 9 changes. 12 API requests. 3 ledger entries updated.',
        'Nothing to apply.',
      ]);
      expect(gate.writes).toHaveLength(writesNeeded);
      expect(await titlesOn(gate)).toEqual(applied);
    });

    test('after kill -9 during the writes the next apply continues', async () => {
      const points = [
        { number: 5, when: 'after', concurrency: '1' },
        { number: 8, when: 'after', concurrency: '1' },
        { number: 2, when: 'before', concurrency: '1' },
        { number: 4, when: 'after', concurrency: '8' },
      ] as const;
      const url = await backend();
      const isDone = points.map(async ({ number, when, concurrency }) => {
        const applying = await open(url);
        const isHeld = applying.gate.hold(number, when);
        const first = applying.spawn(['apply', '--yes', '--concurrency', concurrency], shortLock(10));
        await first.until(isHeld);
        await first.kill();
        applying.gate.letGo();
        if (!noticesDeath)
          expect(await applying.run(apply)).toMatchObject({ exit: 1, stderr: expect.stringContaining('E-LOCK-HELD') });
        await applying.expectWhole();
      });
      await Promise.all(isDone);
    });

    test('an apply stopped past the expiry of its lock continues without duplicates if no other apply ran', async () => {
      const url = await backend();
      const applying = await open(url);
      const { gate } = applying;
      const isHeld = gate.hold(3, 'after');
      const stopped = applying.spawn(apply, shortLock(5));
      await stopped.until(isHeld);
      stopped.child.kill('SIGSTOP');
      gate.letGo();
      await expect.poll(() => isExpired(url, applying.directory), { interval: 500 }).toBe(true);
      stopped.child.kill('SIGCONT');
      expect(await stopped.ended, stopped.output.stderr).toBe(0);
      expect(stopped.output.stdout).toContain('Applied 9 changes.');
      expect(gate.writes).toHaveLength(writesNeeded);
      await applying.expectWhole();
    });

    test.skipIf(!noticesDeath)(
      'the expired lock of a stopped process stays valid on this machine until the process is killed',
      async () => {
        const applying = await open(undefined);
        const { gate } = applying;
        const isHeld = gate.hold(3, 'after');
        const stopped = applying.spawn(apply, shortLock(5));
        await stopped.until(isHeld);
        stopped.child.kill('SIGSTOP');
        gate.letGo();
        await expect.poll(() => isExpired(undefined, applying.directory), { interval: 500 }).toBe(true);
        expect(await applying.run(apply)).toMatchObject({ exit: 1, stderr: expect.stringContaining('E-LOCK-HELD') });
        await stopped.kill();
        await applying.expectWhole();
      },
    );

    test('a process whose clock is two hours slow or seventy seconds fast does not take a valid lock', async () => {
      const applying = await open(await backend());
      const { gate, spawn } = applying;
      const isHeld = gate.hold(3, 'after');
      const first = spawn(apply);
      await first.until(isHeld);
      const others = [-7_200_000, 70_000].map((byMs) => spawn(apply, skewedClock(byMs)));
      expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([1, 1]);
      for (const { output } of others) expect(output.stderr).toContain('error[E-LOCK-HELD]');
      gate.letGo();
      expect(await first.ended, first.output.stderr).toBe(0);
      expect(gate.writes).toHaveLength(writesNeeded);
      expect(await titlesOn(gate)).toEqual(applied);
    });

    test.skipIf(noticesDeath)(
      'an apply that is stopped past its expiry sends and writes nothing after another apply has run',
      async () => {
        const isWriting = async ({ gate, spawn }: Applying): Promise<Spawned> => {
          const isHeld = gate.hold(3, 'after');
          const stopped = spawn([...apply, '--json'], shortLock(5));
          await stopped.until(isHeld);
          return stopped;
        };
        const isReading = async ({ gate, spawn }: Applying): Promise<Spawned> => {
          const isHeld = gate.hold(1, 'after', '/teams');
          const stopped = spawn(apply, shortLock(5));
          await stopped.until(isHeld);
          return stopped;
        };
        const [whileWriting] = await Promise.all([
          stopPastExpiry(await backend(), isWriting, [1, 5]),
          stopPastExpiry(await backend(), isReading, [0, 1]),
        ]);
        expect(JSON.parse(whileWriting.output.stdout)).toMatchObject({
          kind: 'apply-report',
          lockLost: { code: 'E-LOCK-LOST', message: expect.stringContaining('state lock lost') },
          ledgerFault: null,
          recorded: 0,
        });
      },
    );
  });
}

async function isExpired(url: string | undefined, directory: string): Promise<boolean> {
  if (url === undefined) {
    const text = await readFile(join(directory, 'docform.ledger.json.lock'), 'utf8');
    return (JSON.parse(text) as { readonly expiresAtMs: number }).expiresAtMs < Date.now();
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query('select expires_at < clock_timestamp() as over from docform_state')
    .finally(() => client.end());
  return rows[0]?.over === true;
}

async function stopPastExpiry(
  url: string | undefined,
  start: (applying: Applying) => Promise<Spawned>,
  exits: readonly number[],
): Promise<Spawned> {
  const applying = await open(url);
  const { gate } = applying;
  const kept = async () => ({
    writes: [...gate.writes],
    kept: url === undefined ? await applying.files() : await rowsAt(url),
    digest: gate.platform.state().digest,
  });
  const stopped = await start(applying);
  stopped.child.kill('SIGSTOP');
  gate.letGo();
  const next = await applying.run([...apply, '--lock-timeout', '600']);
  expect(next, next.stderr).toMatchObject({ exit: 0 });
  expect(next.stderr).toContain('Waiting for the state lock');
  const before = await kept();
  stopped.child.kill('SIGCONT');
  expect(exits).toContain(await stopped.ended);
  expect(stopped.output.stdout + stopped.output.stderr).toMatch(/state lock lost|E-LEDGER-STALE|Nothing to apply/);
  expect(await kept()).toEqual(before);
  await applying.expectWhole();
  return stopped;
}
