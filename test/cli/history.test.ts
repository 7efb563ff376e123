/** Tests that `docform history` lists applies from the backend alone. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { historyText } from '../../src/report/history.ts';
import { freshUrl, isWithoutPostgres, type PostgresServer, startPostgres } from '../ledger/postgres-server.ts';
import { type Applying, openApplying } from './applying.ts';

const withoutPostgres = isWithoutPostgres();
let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

let applying: Applying;
afterEach(() => applying.close());

describe.skipIf(withoutPostgres)('PostgreSQL', () => {
  test('history lists the latest apply first, with user, result and link, without contacting the platform', async () => {
    applying = await openApplying(await freshUrl(server));
    const { run, gate } = applying;
    expect(await run(['history'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('has no docform tables'),
    });
    expect(await run(['plan'])).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('create the tables with docform ledger init'),
    });
    expect(await run(['ledger', 'init'])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/: tables created\.\n$/),
    });
    const again = JSON.parse((await run(['ledger', 'init', '--json'])).stdout) as object;
    expect(again).toEqual({
      schemaVersion: 1,
      kind: 'ledger-init',
      place: expect.stringMatching(/^postgres:/),
      made: false,
    });
    expect(await run(['history'])).toMatchObject({ exit: 0, stdout: 'No apply is recorded yet.\n' });
    gate.platform.faults.add({
      match: { operation: 'createTeam' },
      effect: { type: 'status', status: 400, message: 'no' },
      times: 1,
    });
    expect((await run(['apply', '--yes'], { USER: 'bo' })).exit).toBe(5);
    expect(
      (await run(['apply', '--yes'], { GITLAB_USER_LOGIN: 'ana', CI_JOB_URL: 'https://gitlab.test/-/jobs/41' })).exit,
    ).toBe(0);
    gate.platform.requests.clear();
    const withoutToken = { DOCFORM_TOKEN: '' };
    const { exit, stdout } = await run(['history'], withoutToken);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^\S+Z {2}done in \d+ s +ana@\S+ +plan sha256:[0-9a-f]{12}\n {4}https:\/\/gitlab\.test\/-\/jobs\/41\n\S+Z {2}partly in \d+ s +bo@\S+ +plan sha256:[0-9a-f]{12}\n$/,
    );
    const json = JSON.parse((await run(['history', '--json', '--limit', '1'], withoutToken)).stdout) as {
      readonly runs: readonly object[];
    };
    expect(json).toMatchObject({
      schemaVersion: 1,
      kind: 'history',
      runs: [{ status: 'done', link: 'https://gitlab.test/-/jobs/41' }],
    });
    expect(json.runs).toHaveLength(1);
    expect(gate.platform.requests.read().items).toEqual([]);
  });
});

test('history reports a backend that records no history', async () => {
  applying = await openApplying();
  const { exit, stderr } = await applying.run(['history']);
  expect(exit).toBe(3);
  expect(stderr).toContain('error[E-NO-HISTORY]');
  expect(await applying.run(['history', '--limit', '0'])).toMatchObject({ exit: 3 });
});

test('history shows unfinished and long applies, and escapes control characters', () => {
  const text = historyText([
    { run: 'r2', who: 'bo\u001b[2J\n@b', startedAt: '2026-01-01T10:00:00Z' },
    { run: 'r1', who: 'ana@a', startedAt: '2026-01-01T09:00:00Z', endedAt: '2026-01-01T09:05:00Z', status: 'done' },
  ]);
  expect(text).toBe('2026-01-01T10:00:00Z  unfinished  bo\\u{1B}[2J @b\n2026-01-01T09:00:00Z  done in 5 min  ana@a\n');
});
