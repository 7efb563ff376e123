/** Tests that apply reads its changes again, and reports values that the platform changed. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const platform = await startPlatform({ seed: 'small' });
let server: Server;
let url: string;

/** A platform that replaces several spaces in a title by one. */
async function tidied(request: IncomingMessage): Promise<Response> {
  const body = (await text(request)).replace(/ +/g, ' ');
  const init = { method: request.method ?? 'GET', headers: { 'content-type': 'application/json' } };
  return platform.fetch(request.url ?? '/', body === '' ? init : { ...init, body });
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const answer = await tidied(request);
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(answer.status === 204 ? undefined : await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => platform.reset());
afterAll(async () => {
  server.close();
  await platform.close();
});

const configured = (title: string): string =>
  `version: 1\norganization: ${platform.organization}\nteams:\n  writers: { title: ${title} }\n`;

async function applied(title: string, ...flags: readonly string[]) {
  const directory = directoryWith({ 'docform.yaml': configured(title) });
  const environment = { DOCFORM_API_URL: url, DOCFORM_TOKEN: platform.token };
  return run(['apply', '--yes', ...flags], { directory, environment });
}

test('a value that the platform normalizes is reported with its line in the YAML', async () => {
  const { exit, stdout } = await applied("'Docs   writers'");
  expect(exit).toBe(0);
  expect(stdout).toContain(`Applied, but these values differ on the platform:
  ~ teams/writers
      title  sent "Docs   writers", the platform has "Docs writers"
      help: write the platform's value at docform.yaml:4`);
});

test('the JSON report contains the normalized value', async () => {
  const { verified } = JSON.parse((await applied("'Docs   writers'", '--json')).stdout);
  const field = { field: 'title', sent: 'Docs   writers', has: 'Docs writers' };
  expect(verified).toEqual({ left: [{ address: 'teams/writers', action: 'update', fields: [field] }], unread: [] });
});

test('a verified apply prints one line, and --no-verify reads nothing', async () => {
  const read = () => platform.requests.read({ limit: 0 }).total;
  const { exit, stderr } = await applied('Docs writers');
  expect([exit, stderr]).toEqual([0, expect.stringContaining('Verified: the platform matches the configuration (')]);
  platform.reset();
  const before = read();
  expect((await applied('Docs writers', '--no-verify')).stderr).not.toContain('Verified');
  const without = read() - before;
  platform.reset();
  const again = read();
  await applied('Docs writers');
  expect(read() - again).toBeGreaterThan(without);
});

test('an apply that cannot be verified reports this and keeps its changes', async () => {
  platform.faults.add({
    match: { operation: 'listTeams' },
    effect: { type: 'status', status: 403 },
    nth: [2, 3, 4, 5, 6, 7],
  });
  const { exit, stdout, stderr } = await applied('Docs writers');
  expect([exit, stdout]).toEqual([0, expect.stringContaining('Applied 1 change.')]);
  expect(stderr).toContain('The result could not be verified: ');
});

test('the message names a kind that cannot be verified', async () => {
  platform.faults.add({
    match: { operation: 'listTeams' },
    effect: { type: 'status', status: 403 },
    nth: [2, 3, 4, 5, 6, 7],
  });
  const { stdout } = await applied('Docs writers }\ntranslations:\n  french: { title: French');
  expect(stdout).toContain('Applied, but 1 resource could not be verified:\n  ? teams/writers: ');
});
