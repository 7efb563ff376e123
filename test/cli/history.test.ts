/** Tests that `docform ledger history` lists applies from the backend alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { historyText } from '../../src/report/history.ts';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from '../ledger/postgres-server.ts';
import { startStateService } from '../ledger/state-service.ts';
import { type Applying, openApplying } from './applying.ts';

const withoutPostgres = isWithoutPostgres();
let server: SharedPostgres | undefined;
beforeAll(async () => {
  server = await sharedPostgres();
});

let applying: Applying;
afterEach(() => applying.close());

test('missing tables are an error of history and plan, and `ledger init` creates them', async (context) => {
  if (withoutPostgres) context.skip();
  applying = await openApplying(await freshUrl(server));
  const { run } = applying;
  expect(await run(['ledger', 'history'])).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('has no docform tables'),
  });
  expect(await run(['plan'])).toMatchObject({
    exit: 1,
    stdout: '',
    stderr: expect.stringContaining('create the tables with `docform ledger init`'),
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
});

const backends = ['a file', 'a state service', ...(withoutPostgres ? [] : ['PostgreSQL'])];
let service: Opened | undefined;
afterEach(() => service?.close());

async function backendUrl(backend: string): Promise<string | undefined> {
  if (backend === 'a file') return undefined;
  if (backend === 'PostgreSQL') return freshUrl(server);
  const started = await startStateService({ kind: 'plain', conflict: 423 });
  service = { close: started.close };
  return started.url;
}

interface Opened {
  readonly close: () => Promise<void>;
}

test.each(backends)(
  'history in %s lists the latest apply first, with user, revision, plan, result and link, without contacting the platform',
  async (backend) => {
    applying = await openApplying(await backendUrl(backend));
    const { run, gate } = applying;
    if (backend === 'PostgreSQL') await run(['ledger', 'init']);
    expect(await run(['ledger', 'history'])).toMatchObject({ exit: 0, stdout: 'No apply is recorded yet.\n' });
    gate.platform.faults.add({
      match: { operation: 'createTeam' },
      effect: { type: 'status', status: 400, message: 'no' },
      times: 1,
    });
    expect((await run(['apply', '--yes'], { USER: 'bo' })).exit).toBe(5);
    const commit = 'c0ffee'.padEnd(40, '0');
    const pipeline = { GITLAB_USER_LOGIN: 'ana', CI_JOB_URL: 'https://gitlab.test/-/jobs/41', CI_COMMIT_SHA: commit };
    expect((await run(['apply', '--yes'], pipeline)).exit).toBe(0);
    expect((await run(['apply', '--yes'], { USER: 'eve' })).exit).toBe(0);
    gate.platform.requests.clear();
    const withoutToken = { DOCFORM_TOKEN: '' };
    const { exit, stdout } = await run(['ledger', 'history'], withoutToken);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^\S+Z {2}done in \d+ s +ana@\S+ +plan sha256:[0-9a-f]{12} {2}commit c0ffee000000\n {4}https:\/\/gitlab\.test\/-\/jobs\/41\n\S+Z {2}partly in \d+ s +bo@\S+ +plan sha256:[0-9a-f]{12}\n$/,
    );
    const json = JSON.parse((await run(['ledger', 'history', '--json', '--limit', '1'], withoutToken)).stdout) as {
      readonly runs: readonly object[];
    };
    expect(json).toMatchObject({
      schemaVersion: 1,
      kind: 'history',
      runs: [{ status: 'done', revision: commit, link: 'https://gitlab.test/-/jobs/41' }],
    });
    expect(json.runs).toHaveLength(1);
    expect(gate.platform.requests.read().items).toEqual([]);
    expect(await run(['ledger', 'history', '--limit', '0'])).toMatchObject({ exit: 3 });
  },
);

test.each(backends)(
  'history in %s lists an apply that only adopts objects, and no apply without changes',
  async (backend) => {
    applying = await openApplying(await backendUrl(backend));
    const { run, directory, gate } = applying;
    if (backend === 'PostgreSQL') await run(['ledger', 'init']);
    writeFileSync(
      join(directory, 'docform.yaml'),
      `version: 1\nname: docs\norganization: ${gate.platform.organization}\ncollections: { product: { title: Product } }\n`,
    );
    const plan = await run(['plan']);
    expect(plan.stdout).toContain('No changes to the platform. Ledger: 1 adopted.');
    expect((await run(['apply', '--yes'], { USER: 'bo' })).exit).toBe(0);
    expect((await run(['apply', '--yes'], { USER: 'eve' })).exit).toBe(0);
    expect((await run(['ledger', 'history'])).stdout).toMatch(
      /^\S+Z {2}done in \d+ s +bo@\S+ +plan sha256:[0-9a-f]{12}\n$/,
    );
  },
);

test('history shows unfinished and long applies, and escapes control characters', () => {
  const text = historyText([
    { run: 'r2', who: 'bo\u001b[2J\n@b', startedAt: '2026-01-01T10:00:00Z' },
    {
      run: 'r1',
      who: 'ana@a',
      revision: `${'0a1b2c3d4e5f'.padEnd(40, '6')}-modified`,
      scope: 'only teams',
      startedAt: '2026-01-01T09:00:00Z',
      endedAt: '2026-01-01T09:05:00Z',
      status: 'done',
    },
  ]);
  expect(text).toBe(
    '2026-01-01T10:00:00Z  unfinished  bo\\u{1B}[2J @b\n2026-01-01T09:00:00Z  done in 5 min  ana@a           commit 0a1b2c3d4e5f-modified  only teams\n',
  );
});
