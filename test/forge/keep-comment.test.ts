/** Tests that each target has one comment, which is found among other comments, updated and kept within the maximum length. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { type FakeThread, type ForgeFake, startForge } from './forge-fake.ts';
import { runVariables } from './nights.ts';

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  let forge: ForgeFake;
  let directory: string;
  let request: FakeThread;
  beforeEach(async () => {
    forge = await startForge(kind);
    directory = directoryWith();
    request = forge.open({ number: 5, isRequest: true });
  });
  afterEach(async () => {
    await forge.close();
  });
  const comment = async (text: string, ...flags: readonly string[]) => {
    await writeFile(join(directory, 'plan.md'), text);
    return run(['ci', 'comment', '--file', 'plan.md', ...flags], { directory, environment: runVariables(forge) });
  };

  test('a comment is added, left unchanged and updated, and each environment has its own comment with its name', async () => {
    expect((await comment('Nothing\n', '--only-update')).stdout).toBe('docform: no comment to update\n');
    expect((await comment('One\n')).stdout).toBe('docform: comment added\n');
    expect((await comment('One\n')).stdout).toBe('docform: comment unchanged\n');
    expect((await comment('Other\n', '--env', 'production')).stdout).toBe('docform/production: comment added\n');
    expect((await comment('Two\n', '--only-update')).stdout).toBe('docform: comment updated\n');
    expect(request.comments.map(({ body }) => body)).toEqual([
      '<!-- docform:comment target=docform -->\nTwo',
      '<!-- docform:comment target=docform/production -->\n**docform/production**\n\nOther',
    ]);
    expect(forge.writes()).toHaveLength(3);
    expect(JSON.parse((await comment('Two\n', '--json')).stdout)).toEqual({
      ...{ schemaVersion: 1, kind: 'ci comment', target: 'docform', request: 5, action: 'unchanged' },
    });
  });

  test('the comment is found on a later page with changed line ends, and comments of others stay unchanged', async () => {
    forge.pageSize = 2;
    const others = [1, 2, 3].map((id) => ({
      id,
      author: 'eve',
      body: '<!-- docform:comment target=docform -->\nmine',
    }));
    request.comments.push(...others, {
      id: 4,
      author: forge.author,
      body: 'Quoting\n<!-- docform:comment target=docform -->',
    });
    await comment('One\n\n- two\n');
    expect(request.comments).toHaveLength(5);
    const own = request.comments[4] as (typeof request.comments)[number];
    own.body = `${own.body.replaceAll('\n', '\r\n')}\r\n`;
    forge.writes();
    expect((await comment('One\n\n- two\n')).stdout).toContain('comment unchanged');
    expect(forge.writes()).toEqual([]);
    expect(request.comments.slice(0, 3)).toEqual(others);
  });

  test('the longest report fits into a comment, and a longer text is cut after a complete line', async () => {
    const longest = `${'ä'.repeat(32_499)}\n-\n`;
    expect(Buffer.byteLength(longest.trim())).toBe(65_000);
    expect(await comment(longest)).toMatchObject({ exit: 0 });
    expect(request.comments[0]?.body).toContain(longest.trim());
    expect(await comment('- 🐦 one line of many\n'.repeat(10_000))).toMatchObject({ exit: 0 });
    const body = request.comments[0]?.body ?? '';
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_400);
    expect(body).toMatch(/- 🐦 one line of many\n\n_This text was too long for a comment.*_$/);
  });

  test('a run outside a pull request fails, and an unknown pull request is reported', async () => {
    await writeFile(join(directory, 'plan.md'), 'x');
    const { GITHUB_REF: _, CI_MERGE_REQUEST_IID: __, ...environment } = runVariables(forge);
    const ran = await run(['ci', 'comment', '--file', 'plan.md'], {
      directory,
      environment: { ...environment, GITHUB_REF: 'refs/heads/main' },
    });
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining('does not belong to a pull request') });
    expect(await run(['ci', 'comment'], { directory, environment: runVariables(forge) })).toMatchObject({ exit: 3 });
    forge.threads.splice(0);
    expect(await comment('x')).toMatchObject({ exit: 4, stderr: expect.stringContaining('error[E-FORGE]') });
  });
});

test('a response without a username is an error, and a comment without an author is not updated', async () => {
  const forge = await startForge('gitlab');
  const directory = directoryWith();
  try {
    await writeFile(join(directory, 'plan.md'), 'x');
    const mark = '<!-- docform:comment target=docform -->';
    forge.author = '';
    const thread = forge.open({ number: 5, isRequest: true, comments: [{ id: 1, author: '', body: mark }] });
    const ran = await run(['ci', 'comment', '--file', 'plan.md'], { directory, environment: runVariables(forge) });
    expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining('the response has no username') });
    expect([thread.comments.length, forge.writes()]).toEqual([1, []]);
  } finally {
    await forge.close();
  }
});

test('redirects of a forge are not followed, so no other host gets the token', async () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.headers.authorization ?? 'nothing');
    response.end('[]');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  const sending = createServer((_, response) => response.writeHead(307, { location }).end());
  await new Promise<void>((resolve) => sending.listen(0, '127.0.0.1', resolve));
  const forge = await startForge('github');
  const directory = directoryWith();
  try {
    await writeFile(join(directory, 'plan.md'), 'x');
    const environment = {
      ...runVariables(forge),
      GITHUB_API_URL: `http://127.0.0.1:${(sending.address() as AddressInfo).port}`,
    };
    const ran = await run(['ci', 'comment', '--file', 'plan.md'], { directory, environment });
    expect([ran.exit, ran.stderr, asked]).toEqual([1, expect.stringContaining('error[E-FORGE]'), []]);
  } finally {
    await forge.close();
    for (const server of [elsewhere, sending]) server.close();
  }
});
