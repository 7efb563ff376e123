/** Tests that a text that the platform stores differently ends in a note, in both dialects, until the configuration or the platform has another value. */
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const configured = (title: string) => `version: 1\nteams:\n  writers: { title: ${JSON.stringify(title)} }\n`;
const spaced = configured('Docs   writers');
const note =
  'title is rewritten by the platform: docform applied "Docs   writers", and the platform has "Docs writers"';

describe.each(['2025-06', 'gitbook'] as const)('in the dialect %s', (dialect) => {
  let platform: Awaited<ReturnType<typeof startPlatform>>;
  let server: Server;
  let directory: string;
  let writes: string[];

  /** Replaces several blanks in a body by one. */
  async function answered(request: IncomingMessage) {
    const body = (await text(request)).replace(/ +/g, ' ');
    const method = request.method ?? 'GET';
    if (method !== 'GET') writes.push(method);
    const init = { method, headers: { 'content-type': 'application/json' } };
    return platform.fetch(request.url ?? '/', body === '' ? init : { ...init, body });
  }

  beforeAll(async () => {
    platform = await startPlatform({ seed: 'small', dialect });
    server = createServer(async (request, response) => {
      const answer = await answered(request);
      const body = answer.status === 204 ? undefined : await answer.text();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(async () => {
    platform.reset();
    directory = directoryWith();
    const { exit, stdout } = await docform('apply --yes', spaced);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('the platform has "Docs writers"')]);
    expect(stdout).toContain('otherwise each plan notes that the platform rewrites it');
  });
  afterEach(() => platform.faults.clear());
  afterAll(async () => {
    server.close();
    await platform.close();
  });

  async function docform(line: string, configuration?: string) {
    if (configuration !== undefined) await writeFile(`${directory}/docform.yaml`, configuration);
    writes = [];
    return run(line.split(' '), {
      directory,
      environment: {
        DOCFORM_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        DOCFORM_TOKEN: platform.token,
        DOCFORM_ORG: platform.organization,
      },
    });
  }

  async function drifted() {
    const { entries } = JSON.parse((await docform('drift --json')).stdout) as {
      entries: { address: string; class: string }[];
    };
    return entries.filter((entry) => entry.class === 'changed').map(({ address }) => address);
  }

  async function retitle(title: string) {
    const { list, ask } = speak(platform);
    const [team] = (await list('~/teams')).filter((each) => each.title === 'Docs writers');
    await ask('PATCH', `~/teams/${team?.id}`, { title });
  }

  test('plan has a note and no change, and apply sends nothing', async () => {
    const plan = await docform('plan');
    expect([plan.exit, plan.stdout]).toEqual([0, expect.stringContaining('No changes.')]);
    expect(plan.stdout).toContain(note);
    const again = await docform('apply --yes');
    expect([again.exit, writes]).toEqual([0, []]);
    expect((await docform('plan')).stdout).toContain(note);
  });

  test('drift has a note and no drift', async () => {
    const { stdout } = await docform('drift');
    expect(stdout).toContain(`teams/writers: ${note}`);
    expect(await drifted()).toEqual([]);
  });

  test('a new value in the configuration is an update, not a conflict, and ends the note', async () => {
    const { exit, stdout } = await docform('plan', configured('Authors'));
    expect(await drifted()).toEqual([]);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('title  "Docs writers" → "Authors"')]);
    expect(stdout).not.toContain('outside docform');
    expect((await docform('apply --yes')).exit).toBe(0);
    expect((await docform('plan')).stdout).not.toContain('rewritten');
  });

  test('another value on the platform is drift, and plan changes it', async () => {
    await retitle('Editors');
    expect(await drifted()).toEqual(['teams/writers']);
    const { exit, stdout } = await docform('plan');
    expect([exit, stdout]).toEqual([0, expect.stringContaining('"Editors" → "Docs   writers"')]);
    expect(stdout).toContain('outside docform');
  });

  test('a team whose title the platform rewrote can be deleted', async () => {
    const { exit, stdout } = await docform('plan', 'version: 1\nteams: {}\n');
    expect([exit, stdout]).toEqual([0, expect.stringContaining('- teams/writers')]);
  });
});
