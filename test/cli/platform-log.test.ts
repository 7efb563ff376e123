/** Tests that `docform platform log` lists, filters and follows the requests of a running platform. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
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
    stderr: expect.stringMatching(/^error\[E-CONTROL\]: .*listTaems/),
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
