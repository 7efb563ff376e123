/** Tests that `docform api` sends one request to the platform and never sends the token to another host. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

let platform: StartedPlatform;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'small' });
});
afterAll(() => platform.close());

const world = (more: object = {}) => ({
  environment: { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token, DOCFORM_ORG: platform.organization },
  ...more,
});
const members = '/v1/orgs/{organization}/members';

test('api accepts a path or a URL of the platform, and replaces {organization}', async () => {
  const whole = await run(['api', 'get', members], world());
  expect(JSON.parse(whole.stdout)).toMatchObject({ items: expect.any(Array) });
  const url = `${platform.url}/v1/orgs/${platform.organization}/members`;
  expect((await run(['api', 'GET', url], world())).stdout).toBe(whole.stdout);
  expect((await run(['api', 'GET', `orgs/${platform.organization}/members`], world())).stdout).toBe(whole.stdout);
});

test('--paginate reads all pages, and --select prints a part: strings as plain text, other values as JSON', async () => {
  const one = JSON.parse((await run(['api', 'GET', members, '--field', 'limit=1'], world())).stdout) as {
    readonly items: readonly unknown[];
  };
  expect(one.items).toHaveLength(1);
  const all = JSON.parse(
    (await run(['api', 'GET', members, '--paginate', '--field', 'limit=1'], world())).stdout,
  ) as readonly {
    id: string;
  }[];
  expect(all.length).toBeGreaterThan(1);
  expect((await run(['api', 'GET', members, '--paginate', '--select', '/1/id'], world())).stdout).toBe(
    `${all[1]?.id}\n`,
  );
  expect(
    JSON.parse((await run(['api', 'GET', members, '--paginate', '--select', '/1', '--json'], world())).stdout),
  ).toMatchObject({
    ...{ schemaVersion: 1, kind: 'api', status: 200 },
    body: { id: all[1]?.id },
  });
  expect(await run(['api', 'GET', members, '--select', '/items/999'], world())).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/E-API-SELECT/),
  });
  expect(await run(['api', 'GET', members, '--select', '/constructor'], world())).toMatchObject({ exit: 1 });
});

test('a request that writes requires confirmation or --yes, and fields form the body', async () => {
  const before = platform.requests.read().items.length;
  const argv = ['api', 'PUT', `/v1/orgs/${platform.organization}/teams`, '--field', 'title=Made by hand'];
  expect(await run(argv, world())).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/E-CONFIRMATION-REQUIRED.*nothing was sent/),
  });
  expect(await run(argv, world({ answers: ['y'] }))).toMatchObject({
    exit: 6,
    stderr: expect.stringMatching(/E-NOT-CONFIRMED/),
  });
  expect(platform.requests.read().items.length).toBe(before);
  const made = await run([...argv, '--yes', '--select', '/id'], world());
  expect(made.exit).toBe(0);
  const path = `/v1/orgs/${platform.organization}/teams/${made.stdout.trim()}`;
  expect((await run(['api', 'GET', path, '--select', '/title'], world())).stdout).toBe('Made by hand\n');
  const directory = directoryWith({ 'body.json': '{ "title": "Renamed" }' });
  expect(await run(['api', 'PATCH', path, '--body', 'body.json', '--yes'], world({ directory }))).toMatchObject({
    exit: 0,
  });
  expect(await run(['api', 'DELETE', path], world({ answers: ['yes'] }))).toMatchObject({
    exit: 0,
    questions: [expect.stringContaining('DELETE')],
  });
  expect(await run(['api', 'DELETE', path, '--yes'], world())).toMatchObject({
    exit: 4,
    stderr: expect.stringMatching(/404 team "\w+" was not found/),
  });
});

test('the token is sent only to the platform', async () => {
  const heard: unknown[] = [];
  const other = createServer((request, response) => {
    heard.push(request.url);
    response.end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    const elsewhere = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const host = platform.url.replace('http://', '');
    for (const url of [
      `http://${elsewhere}/v1/orgs`,
      `//${elsewhere}/v1/orgs`,
      `http://${host}@${elsewhere}/v1/orgs`,
      `https://${host}/v1/orgs`,
      'file:///v1',
    ])
      expect(await run(['api', 'GET', url], world())).toMatchObject({
        exit: 3,
        stdout: '',
        stderr: expect.stringMatching(/E-API-HOST/),
      });
    for (const path of ['/v1/../../admin', '/v1/%2e%2e/x', '/v1/a\\b', '/v1/a b', '/v1/x#y'])
      expect(await run(['api', 'GET', path], world())).toMatchObject({
        exit: 3,
        stdout: '',
        stderr: expect.stringMatching(/is not a path of the platform/),
      });
    expect(heard).toEqual([]);
  } finally {
    other.close();
  }
});

test.each([
  [['FETCH', '/v1/orgs'], /unsupported method FETCH/],
  [['POST', '/v1/orgs', '--paginate'], /--paginate requires GET/],
  [['GET', '/v1/orgs', '--select', 'items'], /not a JSON pointer/],
  [['GET', '/v1/orgs', '--field', 'x'], /is not NAME=TEXT/],
  [['POST', '/v1/orgs', '--field', 'x:=y'], /requires JSON/],
])('%j is a usage error', async (argv, message) => {
  expect(await run(['api', ...argv], world())).toMatchObject({
    exit: 3,
    stdout: '',
    stderr: expect.stringMatching(message),
  });
});

test('the help for a 404 differs between a missing object and a path without operation', async () => {
  const helpOf = async (...argv: readonly string[]) => {
    const { exit, stderr } = await run(['api', ...argv], world());
    return { exit, help: /help: (.*)/.exec(stderr)?.[1] };
  };
  const typo = await helpOf('GET', '/v1/orgs/{organization}/membres');
  expect(typo).toEqual({ exit: 4, help: 'docform knows no operation with this path: check the path' });
  expect(await helpOf('GET', '/v1/orgs/{organization}/membres', '--paginate')).toEqual(typo);
  const missing = await helpOf('GET', '/v1/orgs/{organization}/members/nobody');
  expect(missing.help).toContain('the object does not exist');
});

test.skipIf(process.platform === 'win32')('--body reads stdin and pipes, such as those of <(COMMAND)', async () => {
  const create = (body: string, more = {}) =>
    run(['api', 'PUT', '/v1/orgs/{organization}/teams', '--yes', '--body', body, '--select', '/title'], world(more));
  for (const name of ['-', '/dev/stdin'])
    expect(await create(name, { input: `{"title":"From ${name}"}` })).toMatchObject({
      exit: 0,
      stdout: `From ${name}\n`,
    });
  const pipe = join(directoryWith(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const written = once(spawn('sh', ['-c', `printf '%s' '{"title":"Piped"}' >"$0"`, pipe]), 'close');
  expect(await create(pipe)).toMatchObject({ exit: 0, stdout: 'Piped\n' });
  await written;
});
