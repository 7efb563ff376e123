/** Tests rate limits, temporary refusals and endless or missing responses: waits are limited, reported and interruptible. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { titlesOn } from './gate.ts';
import { run } from './harness.ts';
import { endSpawned, spawnCli } from './spawned.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await endSpawned();
  for (const close of closers.splice(0)) await close();
});

const teams = Array.from({ length: 10 }, (_, index) => `  t${index}: { title: Team ${index} }\n`).join('');
const made = Array.from({ length: 10 }, (_, index) => `teams Team ${index}`);

async function place() {
  const platform = await startPlatform({ seed: 'empty' });
  closers.push(() => platform.close());
  const directory = directoryWith({ 'docform.yaml': `version: 1\nteams:\n${teams}` });
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_ORG: platform.organization,
    DOCFORM_TOKEN: platform.token,
  };
  return {
    platform,
    directory,
    environment,
    docform: (argv: readonly string[]) => run(argv, { directory, environment }),
  };
}

/** The number of creates that reached the fault. */
const creates = (platform: StartedPlatform) => platform.faults.list()[0]?.calls;
const apply = ['apply', '--yes', '--no-verify'];

test('a 429 without Retry-After is retried with pauses until the apply is complete', async () => {
  const { platform, docform } = await place();
  platform.faults.add({
    match: { operation: 'createTeam' },
    effect: { type: 'status', status: 429 },
    nth: [5, 6, 7, 8, 9],
  });
  const applied = await docform(apply);
  expect(applied, applied.stdout + applied.stderr).toMatchObject({ exit: 0 });
  expect((await titlesOn({ platform })).filter((title) => title.startsWith('teams'))).toEqual(made);
});

test('a create refused with 503 is retried after a list shows that the object is missing, without duplicates', async () => {
  const { platform, docform } = await place();
  platform.faults.add({ match: { operation: 'createTeam' }, effect: { type: 'status', status: 503 }, times: 4 });
  const applied = await docform([...apply, '--concurrency', '1']);
  expect(applied, applied.stdout + applied.stderr).toMatchObject({ exit: 0 });
  expect((await titlesOn({ platform })).filter((title) => title.startsWith('teams'))).toEqual(made);
});

test('--max-wait limits the whole run: apply stops, reports the limit and continues in the next run', async () => {
  const { platform, docform } = await place();
  const fault = {
    match: { operation: 'createTeam' },
    effect: { type: 'rate-limit' as const, resetAfterMs: 60_000, retryAfter: true },
  };
  const { id } = platform.faults.add({ ...fault, nth: Array.from({ length: 50 }, (_, index) => index + 4) });
  const stopped = await docform([...apply, '--max-wait', '10', '--concurrency', '1']);
  expect(stopped.exit).toBe(5);
  expect(stopped.stdout).toContain('Stopped: the platform requests a longer wait than --max-wait allows.');
  expect(stopped.stdout).toMatch(/the next wait would exceed the limit of 10 s/);
  expect(stopped.stdout).toContain('Applied in part: 3 done, 0 failed, 0 skipped, 7 not started.');
  expect(stopped.stderr).not.toContain('Waiting');
  platform.faults.remove(id);
  expect((await docform(apply)).stdout).toContain('Applied 7 changes.');
});

test('a pause is reported, and Ctrl-C ends the pause without further requests', async () => {
  const { platform, directory, environment } = await place();
  const fault = {
    match: { operation: 'createTeam' },
    effect: { type: 'rate-limit' as const, resetAfterMs: 240_000, retryAfter: true },
  };
  platform.faults.add({ ...fault, nth: Array.from({ length: 50 }, (_, index) => index + 4) });
  // One request at a time, because parallel requests could arrive after the count.
  const child = spawnCli([...apply, '--concurrency', '1'], directory, environment);
  await child.said(
    /Waiting for the rate limit until \d\d:\d\d:\d\dZ \(2[34]\d s; --max-wait leaves \d+ s after that\)/,
  );
  const sent = creates(platform);
  child.child.kill('SIGINT');
  // The pause is longer than the time limit of the test.
  expect(await child.ended).toBe(130);
  expect(creates(platform)).toBe(sent);
  expect(child.output.stdout).toMatch(
    /Interrupted: .*\n(.*\n)*Applied in part: 3 done, 0 failed, 0 skipped, 7 not started\./,
  );
  expect(child.output.stdout).not.toContain('longer wait than --max-wait');
  platform.faults.clear();
  expect((await run(apply, { directory, environment })).stdout).toContain('Applied 7 changes.');
});

async function serverThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const whole = `version: 1
organization: acme
teams: { a: { title: A } }
collections: { b: { title: B } }
customFields: { c: { type: text, title: C } }
translations: { d: { title: D } }
openapi: { e: { url: https://api.acme.dev/openapi.json } }
sites: { f: { title: Docs } }
members: { ana@acme.dev: { role: admin } }
`;

test('a platform that never responds ends the command with one error after a few timeouts', async () => {
  let asked = 0;
  const url = await serverThat(() => {
    asked += 1;
  });
  const directory = directoryWith({ 'docform.yaml': whole });
  const environment = { DOCFORM_API_URL: url, DOCFORM_TOKEN: 'token-1234' };
  const ran = await run(['plan', '--timeout', '300ms', '--max-wait', '60'], { directory, environment });
  expect(ran, ran.stderr).toMatchObject({ exit: 1 });
  expect(ran.stderr.match(/error\[/g)).toHaveLength(1);
  expect(ran.stderr).toMatch(
    /error\[E-UNREACHABLE\]: the platform does not respond: \d+ requests in a row got no response/,
  );
  expect(ran.stderr).toContain('= help: check the API URL');
  expect(asked).toBeLessThan(30);
});

test('a rejected token ends the command at once, without waiting and without output after the error', async () => {
  let asked = 0;
  let teams: ServerResponse | undefined;
  const url = await serverThat((request, response) => {
    asked += 1;
    if (request.url?.includes('/teams')) teams = response;
    else response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
    // Other lists have been refused before, and wait for their next attempt.
    if (asked > 3 && teams?.headersSent === false)
      teams.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
  });
  const directory = directoryWith({ 'docform.yaml': whole });
  const { ended, output } = spawnCli(['plan', '--max-wait', '60'], directory, {
    DOCFORM_API_URL: url,
    DOCFORM_TOKEN: 'token-1234',
    DOCFORM_DIALECT: '2025-06',
  });
  expect(await ended).toBe(4);
  const askedThen = asked;
  expect(output.stderr).toMatch(
    /error\[E-API\]: listTeams \(GET \S+\): 401 no\n {2}= help: the platform rejected the token[^\n]*\n$/,
  );
  expect(output.stderr).not.toContain('waiting until');
  expect(asked).toBe(askedThen);
});

test('an endless body is cut off, and the list that it contains is unknown', async () => {
  let sent = 0;
  const block = Buffer.alloc(1024 * 1024, 'x');
  const url = await serverThat((request, response) => {
    if (!request.url?.includes('/teams'))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"items":["');
    const more = (): void => {
      while (!response.destroyed && response.write(block)) sent += block.length;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const directory = directoryWith({ 'docform.yaml': 'version: 1\norganization: acme\nteams: { a: { title: A } }\n' });
  const ran = await run(['plan'], {
    directory,
    environment: { DOCFORM_API_URL: url, DOCFORM_TOKEN: 'token-1234', DOCFORM_DIALECT: '2025-06' },
  });
  expect(ran.exit).toBe(1);
  expect(ran.stdout + ran.stderr).toContain('the response is larger than 32 MB');
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});
