/** Tests failures before a plan: each has a clear message and exit code, and no stack trace, write or token. */

import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const token = 'secret-token-1234';

async function realPlatform() {
  const platform = createPlatform({ seed: 'small', token });
  const listening = await platform.listen({ port: 0 });
  closers.push(
    () => listening.close(),
    () => platform.close(),
  );
  return { platform, url: listening.url };
}

async function serverThat(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function plan(url: string, environment: { readonly [name: string]: string } = {}, more: readonly string[] = []) {
  const directory = directoryWith({ 'docform.yaml': 'version: 1\nteams: { handbook: { title: Handbook } }\n' });
  const ran = await run(['plan', '--max-wait', '1ms', ...more], {
    directory,
    environment: { DOCFORM_API_URL: url, DOCFORM_TOKEN: token, DOCFORM_ORG: 'acme', ...environment },
  });
  expect(ran.stderr + ran.stdout).not.toMatch(/\n +at /);
  expect(ran.stderr + ran.stdout).not.toContain(token);
  return { ...ran, directory };
}

test('plan with a platform on a port only reads', async () => {
  const { platform, url } = await realPlatform();
  const { exit, stdout } = await plan(url, { DOCFORM_ORG: platform.organization }, ['--detailed-exitcode', '--debug']);
  expect(exit).toBe(2);
  expect(stdout).toContain('+ teams/handbook');
  expect(Object.keys(platform.requests)).toEqual(['GET']);
});

test('the suffix /v1 of the API URL is ignored', async () => {
  const { platform, url } = await realPlatform();
  for (const end of ['/v1', '/v1/']) {
    const { exit, stderr } = await plan(`${url}${end}`, { DOCFORM_ORG: platform.organization }, [
      '--detailed-exitcode',
    ]);
    expect({ exit, stderr }).toMatchObject({ exit: 2 });
  }
});

test('a wrong token exits with 4', async () => {
  const { platform, url } = await realPlatform();
  const { exit, stderr, stdout } = await plan(url, {
    DOCFORM_ORG: platform.organization,
    DOCFORM_TOKEN: 'wrong-token-9876',
  });
  expect(exit).toBe(4);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/error\[E-API\]: list\w+ \(GET \/v1\/orgs\/.*\): 401 /);
  expect(stderr).toContain('= help: the platform rejected the token');
});

test('a wrong organization is an error, not a plan that creates everything', async () => {
  const { url } = await realPlatform();
  const { exit, stderr, stdout } = await plan(url, { DOCFORM_ORG: 'other' });
  expect(exit).toBe(4);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/404|403/);
});

test('a missing token and a token with a space exit with 4, and an unreadable token file exits with 3', async () => {
  expect(await plan('https://api.acme.dev', { DOCFORM_TOKEN: '' })).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining('--token-file'),
  });
  expect(await plan('https://api.acme.dev', {}, ['--token-file', 'none'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('no such file: none'),
  });
  expect(await plan('https://api.acme.dev', { DOCFORM_TOKEN: 'two words' })).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining('invalid characters'),
  });
});

test('the token can be read from a file or from stdin', async () => {
  const { platform, url } = await realPlatform();
  const environment = { DOCFORM_API_URL: url, DOCFORM_ORG: platform.organization };
  const directory = directoryWith({ 'docform.yaml': 'version: 1\nteams: {}\n', token: `${token}\n` });
  expect((await run(['plan', '--token-file', 'token'], { directory, environment })).exit).toBe(0);
  expect((await run(['plan', '--token-file', '-'], { directory, environment, input: token })).exit).toBe(0);
});

test('an invalid or missing API URL exits with 3', async () => {
  expect(await plan('http://api.acme.dev')).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('must start with https://'),
  });
  expect(await plan('')).toMatchObject({ exit: 3, stderr: expect.stringContaining('no API URL') });
});

test('a closed port exits with 1 and prints one message', async () => {
  const url = await serverThat(() => undefined);
  await closers.pop()?.();
  const { exit, stderr, stdout } = await plan(url);
  expect(exit).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/error\[E-API\]: .*connection refused/);
  expect(stderr).toContain('= help: check the API URL');
});

test('a platform that responds with 500 or without JSON exits with 1', async () => {
  const failing = await serverThat((_, response) =>
    response
      .writeHead(500, { 'content-type': 'application/json' })
      .end('{"error":{"code":500,"message":"boom \\u001b[31m"}}'),
  );
  const broken = await plan(failing);
  expect(broken.exit).toBe(1);
  expect(broken.stderr).toMatch(/500 boom/);
  expect(broken.stderr).toContain('= help: the platform failed');
  expect(broken.stderr).not.toContain('\u001b');
  const talking = await serverThat((_, response) => response.writeHead(200).end('<html>'));
  expect(await plan(talking)).toMatchObject({ exit: 1, stdout: '' });
});

test('with --json the error is printed as JSON on stdout', async () => {
  const url = await serverThat((_, response) => response.writeHead(500).end());
  const { stdout } = await plan(url, {}, ['--json']);
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'error', error: { code: 'E-API', status: 500 } });
});

test('a token that the platform repeats is masked', async () => {
  const url = await serverThat((request, response) =>
    response
      .writeHead(400)
      .end(JSON.stringify({ error: { code: 400, message: `bad header ${request.headers.authorization}` } })),
  );
  const { stderr } = await plan(url);
  expect(stderr).toMatch(/bad header Bearer (\*\*\*|\[token\])/);
});

test('an invalid data file or a missing directory gives a plain message', async () => {
  const directory = directoryWith({
    'docform.yaml': 'version: 1\norganization: acme\nteams: {}\n',
    'p.db': 'this is no database\n'.repeat(200),
  });
  const broken = await run(['plan', '--api-url', 'local:p.db'], { directory });
  expect(broken).toMatchObject({
    exit: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error\[E-SYSTEM\]: the data file .*p\.db cannot be opened: /m),
  });
  const nowhere = await run(['platform', 'serve', '--port', '0', '--data', 'nowhere/p.db'], { directory });
  expect(nowhere).toMatchObject({
    exit: 3,
    stdout: '',
    stderr: expect.stringMatching(/^error\[E-USAGE\]: .*nowhere/m),
  });
});

test('a ledger of another target exits with 3, and no request is sent', async () => {
  const { platform, url } = await realPlatform();
  const directory = directoryWith({ 'docform.yaml': 'version: 1\nteams: {}\n' });
  await writeFile(
    join(directory, 'docform.ledger.json'),
    '{"version":2,"host":"other.dev","organization":"acme","lists":[],"resources":{}}',
  );
  const ran = await run(['plan'], {
    directory,
    environment: { DOCFORM_API_URL: url, DOCFORM_TOKEN: token, DOCFORM_ORG: platform.organization },
  });
  expect(ran).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/E-LEDGER-TARGET\]: docform\.ledger\.json: [\s\S]*other\.dev[\s\S]*--env/),
  });
  expect(platform.requests).toEqual({});
});

/** The reference platform, except for requests that `refuse` selects. */
async function platformWithout(refuse: (method: string, path: string) => number | undefined) {
  const { platform, url } = await realPlatform();
  const front = await serverThat(async (request, response) => {
    const status = refuse(request.method ?? '', request.url ?? '');
    if (status !== undefined)
      return void response.writeHead(status).end(`{"error":{"code":${status},"message":"not for you"}}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const answer = await fetch(url + request.url, {
      method: request.method ?? 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...body,
    });
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(answer.status === 204 ? undefined : await answer.text());
  });
  const directory = directoryWith({
    'docform.yaml':
      'version: 1\nteams: { handbook: { title: Handbook } }\ncollections: { guides: { title: Guides } }\ntranslations: { french: { title: French } }\n',
  });
  const environment = { DOCFORM_API_URL: front, DOCFORM_TOKEN: token, DOCFORM_ORG: platform.organization };
  return {
    platform,
    docform: (argv: readonly string[]) => run([...argv, '--max-wait', '1ms'], { directory, environment }),
  };
}

test('with a forbidden list, plan lists the unknowns and exits with 1, and apply applies the rest and exits with 5', async () => {
  const { docform } = await platformWithout((method, path) =>
    method === 'GET' && path.includes('/collections') ? 403 : undefined,
  );
  const planned = await docform(['plan', '--detailed-exitcode']);
  expect(planned.exit).toBe(1);
  expect(planned.stdout).toMatch(/\? collections: .*403.*affects 1 declared resource: collections\/guides/);
  expect(planned.stdout).not.toContain('+ collections/guides');
  expect(planned.stderr).toContain('error[E-INCOMPLETE-READ]: 1 declared resource could not be compared');
  const applied = await docform(['apply', '--yes']);
  expect(applied.exit).toBe(5);
  expect(applied.stdout).toContain('Applied 2 changes.');
});

test('a rejected change exits with 5, the rest is applied, and the next run can continue', async () => {
  let isRefusing = true;
  const { docform } = await platformWithout((method, path) =>
    isRefusing && method === 'POST' && path.endsWith('/collections') ? 409 : undefined,
  );
  const applied = await docform(['apply', '--yes']);
  expect(applied.exit).toBe(5);
  expect(applied.stdout).toMatch(
    /\+ collections\/guides {2}failed\n {6}createCollection \(POST .*\): 409 not for you\n {6}help: another object has/,
  );
  expect(applied.stdout).toContain('Applied in part: 2 done, 1 failed, 0 skipped, 0 not started.');
  isRefusing = false;
  expect(await docform(['apply', '--yes'])).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('Applied 1 change.'),
  });
  expect((await docform(['plan', '--detailed-exitcode'])).exit).toBe(0);
});

test('a token without any permission exits with 4', async () => {
  const { docform } = await platformWithout((method) => (method === 'GET' ? undefined : 403));
  expect(await docform(['apply', '--yes'])).toMatchObject({
    exit: 4,
    stdout: expect.stringContaining('0 done, 3 failed'),
  });
});
