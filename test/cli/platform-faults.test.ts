/** Tests the commands for faults and the log of a running platform. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { type Ran, run, type World } from './harness.ts';

let platform: StartedPlatform;

beforeEach(async () => {
  platform = await startPlatform({ seed: 'small' });
});

afterEach(() => platform.close());

async function command(argv: readonly string[], world: World = {}): Promise<Ran> {
  return run(['platform', ...argv, '--url', platform.url], world);
}

async function get(path: string): Promise<number> {
  return (await platform.fetch(`/v1/orgs/${platform.organization}${path}`)).status;
}

test('a fault is added, applied, listed with its hits and removed', async () => {
  expect((await command(['faults'])).stdout).toBe('No faults.\n');
  const added = await command([
    'faults',
    'add',
    '--operation',
    'listTeams',
    '--effect',
    'status',
    '--status',
    '503',
    '--nth',
    '2',
  ]);
  expect(added).toMatchObject({
    exit: 0,
    stderr: '',
    stdout: 'Added fault-1: listTeams -> status 503, request 2 only\n',
  });
  expect([await get('/teams'), await get('/teams'), await get('/teams')]).toEqual([200, 503, 200]);
  expect((await command(['faults', 'list'])).stdout).toBe(
    'fault-1: listTeams -> status 503, request 2 only; applied to 1 of 3 matching requests\n',
  );
  expect((await command(['faults', 'clear', 'fault-1'])).stdout).toBe('Removed fault-1.\n');
  expect(platform.faults.list()).toEqual([]);
  expect(await command(['faults', 'clear', 'fault-1'])).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('faults` lists all faults'),
  });
});

test.each([
  [
    ['--effect', 'status', '--status', '409', '--message', 'No', '--header', 'x-a=b=c'],
    { type: 'status', status: 409, message: 'No', headers: { 'x-a': 'b=c' } },
  ],
  [['--effect', 'latency', '--ms', '5'], { type: 'latency', ms: 5 }],
  [['--effect', 'drop'], { type: 'drop', when: 'before' }],
  [['--effect', 'drop', '--when', 'after'], { type: 'drop', when: 'after' }],
  [
    ['--effect', 'rate-limit', '--reset-after-ms', '20', '--retry-after'],
    { type: 'rate-limit', resetAfterMs: 20, retryAfter: true },
  ],
  [['--effect', 'truncate'], { type: 'truncate', cleanly: false }],
  [['--effect', 'truncate', '--bytes', '7', '--cleanly'], { type: 'truncate', bytes: 7, cleanly: true }],
  [['--effect', 'repeat-cursor'], { type: 'repeat-cursor' }],
  [['--effect', 'missing-items', '--items', '2'], { type: 'missing-items', items: 2 }],
])('faults add accepts the effect %j', async (argv, effect) => {
  expect(await command(['faults', 'add', ...argv])).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^Added fault-1: every request -> /),
  });
  expect(platform.faults.list().map((fault) => fault.effect)).toEqual([effect]);
});

test('faults add accepts filters and limits of a fault', async () => {
  const argv = [
    '--id',
    'mine',
    '--method',
    'get',
    '--method',
    'PUT',
    '--path',
    '/v1/**/teams',
    '--nth',
    '1,3',
    '--times',
    '2',
  ];
  const chance = ['--probability', '0.5', '--seed', '7', '--effect', 'drop'];
  expect((await command(['faults', 'add', ...argv, ...chance])).stdout).toBe(
    'Added mine: GET, PUT /v1/**/teams -> drop when before, requests 1, 3 only, at most 2 times, probability 0.5\n',
  );
  expect(platform.faults.list()).toMatchObject([
    {
      id: 'mine',
      match: { method: ['GET', 'PUT'], path: '/v1/**/teams' },
      nth: [1, 3],
      times: 2,
      probability: 0.5,
      seed: 7,
    },
  ]);
});

test('faults add reads one fault or a list from a file or stdin', async () => {
  const one = { effect: { type: 'latency', ms: 1 }, match: { operation: 'listTeams' } };
  const directory = directoryWith({
    'faults.json': JSON.stringify([one, { ...one, id: 'second' }]),
    'broken.json': '[',
  });
  expect(await command(['faults', 'add', '--file', 'faults.json'], { directory })).toMatchObject({ exit: 0 });
  expect(
    await command(['faults', 'add', '--file', '-'], { input: JSON.stringify({ ...one, id: 'third' }) }),
  ).toMatchObject({ exit: 0 });
  expect(platform.faults.list().map(({ id }) => id)).toEqual(['fault-1', 'second', 'third']);
  expect(await command(['faults', 'add', '--file', 'broken.json'], { directory })).toMatchObject({
    exit: 3,
    stdout: '',
  });
  expect(await command(['faults', 'add', '--file', 'none.json'], { directory })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('none.json'),
  });
  const { stdout } = await command(['faults', 'clear', '--json']);
  expect(JSON.parse(stdout)).toEqual({ schemaVersion: 1, kind: 'platform-faults', items: [] });
});

test.each([
  [['add'], /--effect is missing\n.*status, latency, drop, rate-limit, truncate, repeat-cursor, missing-items/],
  [['add', '--effect', 'explode'], /--effect explode is unknown/],
  [['add', '--effect', 'status'], /--effect status requires --status/],
  [['add', '--effect', 'rate-limit'], /requires --reset-after-ms/],
  [['add', '--effect', 'drop', '--ms', '5'], /--effect drop does not support --ms/],
  [['add', '--effect', 'latency', '--ms', 'soon'], /--ms soon is not a whole number/],
  [['add', '--effect', 'drop', '--nth', '0'], /--nth 0 is not/],
  [['add', '--effect', 'drop', '--probability', '2'], /--probability 2 is not a number from 0 to 1/],
  [['add', '--effect', 'status', '--status', '500', '--header', 'x'], /--header x is not NAME=VALUE/],
  [['add', 'mine', '--effect', 'drop'], /faults add does not accept an id argument\n.*--id/],
  [['list', 'mine'], /faults list does not accept an id argument/],
  [['remove'], /unknown action remove\n.*list, add or clear/],
])('faults %j is a usage error', async (argv, message) => {
  const { exit, stdout, stderr } = await command(['faults', ...argv]);
  expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
  expect(stderr).toMatch(message);
  expect(platform.faults.list()).toEqual([]);
});

test('the platform rejects an unknown operation, and the error has a hint', async () => {
  const { exit, stderr } = await command(['faults', 'add', '--operation', 'makeTeam', '--effect', 'drop']);
  expect(exit).toBe(1);
  expect(stderr).toMatch(/^error\[E-CONTROL\]: .*makeTeam.*\n {2}= help: .*faults --help/);
});

test('log lists the requests, and can be filtered', async () => {
  expect((await command(['log'])).stdout).toBe('No requests.\n');
  await get('/teams?limit=2');
  await get('/nothing');
  await get('/members');
  const { stdout, stderr } = await command(['log']);
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^ +1 {2}\d\d:\d\d:\d\d {2}GET {5}200 {2}\/v1\/orgs\/\w+\/teams\?limit=2 {2}listTeams, [\d.]+ ms$/,
  );
  expect(lines[1]).toMatch(/404 .*no operation/);
  expect((await command(['log', '--operation', 'listTeams'])).stdout).toBe(`${lines[0]}\n`);
  expect((await command(['log', '--status', '404'])).stdout).toBe(`${lines[1]}\n`);
  expect((await command(['log', '--path', '/v1/**/members', '--method', 'get'])).stdout).toBe(`${lines[2]}\n`);
  expect(await command(['log', '--limit', '1'])).toMatchObject({
    stdout: `${lines[2]}\n`,
    stderr: expect.stringContaining('2 older requests'),
  });
  expect(JSON.parse((await command(['log', '--json', '--limit', '2'])).stdout)).toMatchObject({
    kind: 'platform-log',
    total: 3,
    items: [{ number: 2 }, { number: 3, operation: 'listMembers' }],
  });
  expect(await command(['log', '--operation', 'listTaems'])).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('use the operation ids of the API'),
  });
});

test.each([[[]], [['--json']]])('log --follow %j prints new requests until it is interrupted', async (argv) => {
  await get('/teams');
  const { exit, stdout, stderr } = await command(['log', '--follow', ...argv], {
    onStderr: (text) => {
      if (text.includes('Following')) void get('/members');
    },
    onStdout: (text, interrupt) => {
      if (text.includes('listMembers')) interrupt();
    },
  });
  expect(exit).toBe(0);
  expect(stderr).toContain('Ctrl-C');
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => /list\w+/.exec(line)?.[0])).toEqual(['listTeams', 'listMembers']);
  if (argv.length > 0) expect(lines.map((line) => JSON.parse(line).number)).toEqual([1, 2]);
});
