/** Tests that each target has one issue, which is commented only when the digest changes and closed without drift. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { type ForgeFake, forgeToken, startForge } from './forge-fake.ts';
import { digests, driftText, type Night, night, runVariables } from './nights.ts';

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  let forge: ForgeFake;
  let place: Night;
  beforeEach(async () => {
    forge = await startForge(kind);
    place = { forge, directory: directoryWith() };
  });
  afterEach(async () => {
    await forge.close();
  });
  const only = () => {
    expect(forge.threads).toHaveLength(1);
    return forge.threads[0] as (typeof forge.threads)[number];
  };
  const said = () => only().comments.map(({ body }) => / says=(\w+) /.exec(body)?.[1]);

  test('one issue follows all drift, with a comment only when the drift changes', async () => {
    expect(await night(place, undefined)).toMatchObject({ exit: 0, stdout: 'docform: no drift, and no open issue\n' });
    expect(forge.writes()).toEqual([]);

    expect(await night(place, digests.first)).toMatchObject({ exit: 0, stdout: 'docform: opened issue #1\n' });
    expect(only()).toMatchObject({
      title: 'Documentation has drifted: docform',
      labels: ['docform-drift'],
      isOpen: true,
    });
    expect(only().body.split('\n')[0]).toBe(`<!-- docform:drift target=docform digest=${digests.first} -->`);
    expect(only().body).toContain('Bo was made an owner.');
    expect(forge.writes()).toHaveLength(1);

    expect((await night(place, digests.first)).stdout).toBe('docform: the same drift as in issue #1\n');
    expect(forge.writes()).toEqual([]);

    expect((await night(place, digests.second)).stdout).toBe('docform: drift changed: commented on issue #1\n');
    expect(forge.writes()).toHaveLength(2);
    expect(only().body).toContain(digests.second);
    expect(only().comments[0]?.body).toMatch(
      /The drift has changed\. \(\[run\]\(https:\/\/git(hub|lab)\.test\/\S+41\)\)\n\n### Drift/,
    );

    expect((await night(place, undefined)).stdout).toBe('docform: no drift: closed issue #1\n');
    expect(only().isOpen).toBe(false);
    expect((await night(place, undefined)).stdout).toContain('no open issue');

    expect((await night(place, digests.second)).stdout).toBe('docform: drift is back: reopened issue #1\n');
    expect(only().isOpen).toBe(true);
    expect(said()).toEqual(['changed', 'clean', 'again']);
  });

  test('two targets have two issues', async () => {
    await night(place, digests.first, ['--env', 'production']);
    await night(place, digests.second, ['--env', 'prod']);
    await night(place, digests.first, ['--env', 'production', '--name', 'handbook']);
    await night(place, undefined, ['--env', 'prod']);
    expect(forge.threads.map(({ title, isOpen }) => [title.split(': ')[1], isOpen])).toEqual([
      ['docform/production', true],
      ['docform/prod', false],
      ['handbook/production', true],
    ]);
  });

  test('an issue that was closed or lost its label is found again', async () => {
    await night(place, digests.first);
    only().labels = [];
    expect((await night(place, digests.first)).stdout).toContain('the same drift as in issue #1');
    only().labels = ['docform-drift'];
    only().isOpen = false;
    expect((await night(place, digests.first)).stdout).toContain('reopened issue #1');
    expect(only().isOpen).toBe(true);
    only().isOpen = false;
    await night(place, digests.first);
    expect(said()).toEqual(['again']);
  });

  test('the issue is found on the fourth page, among merge requests and other issues', async () => {
    forge.pageSize = 3;
    for (let count = 0; count < 10; count += 1)
      forge.open({ labels: ['docform-drift'], isRequest: count % 2 === 0, author: forge.author });
    await night(place, digests.first);
    forge.writes();
    for (let count = 0; count < 4; count += 1) forge.open({ labels: ['docform-drift'] });
    expect((await night(place, digests.first)).stdout).toContain('the same drift as in issue #11');
    expect(forge.writes()).toEqual([]);
  });

  test('issues, comments and quotations by other authors are never used', async () => {
    const mark = `<!-- docform:drift target=docform digest=${digests.first} -->`;
    const labels = ['docform-drift'];
    const theirs = [
      forge.open({ body: `${mark}\nmine`, labels }),
      forge.open({ author: forge.author, body: `Look:\n${mark}`, labels }),
      forge.open({ labels, comments: [{ id: 1, author: forge.author, body: mark }] }),
    ];
    const before = structuredClone(theirs);
    expect((await night(place, digests.first)).stdout).toBe('docform: opened issue #4\n');
    expect((await night(place, undefined)).stdout).toContain('closed issue #4');
    expect(theirs).toEqual(before);
  });

  test('the oldest of several open issues stays open', async () => {
    await night(place, digests.first);
    forge.open({ ...structuredClone(only()), number: 2 });
    expect((await night(place, digests.first)).stdout).toBe(
      'docform: the same drift as in issue #1; also closed: #2\n',
    );
    expect(forge.threads.map(({ isOpen }) => isOpen)).toEqual([true, false]);
  });

  test.each([
    { name: 'a list that fails', method: 'GET', path: /issues$/, status: 403, exit: 4 },
    { name: 'a rate limit', method: 'GET', path: /issues$/, status: 429, exit: 1 },
    { name: 'opening that fails', method: 'POST', path: /issues$/, status: 500, exit: 1 },
    { name: 'opening that is forbidden', method: 'POST', path: /issues$/, status: 403, exit: 4 },
  ])('$name: the run fails visibly and opens no second issue', async ({ exit, name: _, ...fault }) => {
    forge.faults.push({ ...fault, times: 99 });
    const ran = await night(place, digests.first);
    expect(ran).toMatchObject({ exit, stdout: '' });
    expect(ran.stderr).toContain('error[E-FORGE]: ');
    expect(ran.stderr).toContain(String(fault.status));
    expect(ran.stderr).not.toContain(forgeToken);
    forge.faults.splice(0);
    await night(place, digests.first);
    expect(only().isOpen).toBe(true);
  });

  test('no issue is opened if a page of the list fails', async () => {
    await night(place, digests.first);
    for (let count = 0; count < 3; count += 1) forge.open({ labels: ['docform-drift'] });
    forge.pageSize = 2;
    forge.faults.push({ method: 'GET', path: /issues\?.*\bpage=2\b/, status: 404, times: 1 });
    forge.threads.reverse();
    expect((await night(place, digests.first)).exit).toBe(4);
    expect(forge.threads).toHaveLength(4);
  });

  test('a run that was interrupted after its comment does not repeat the comment', async () => {
    await night(place, digests.first);
    forge.faults.push({ method: kind === 'github' ? 'PATCH' : 'PUT', path: /issues\/1$/, status: 403, times: 1 });
    expect((await night(place, digests.second)).exit).toBe(4);
    expect((await night(place, digests.second)).exit).toBe(0);
    expect(said()).toEqual(['changed']);
    expect(only().body).toContain(digests.second);
    forge.faults.push({ method: kind === 'github' ? 'PATCH' : 'PUT', path: /issues\/1$/, status: 403, times: 1 });
    expect((await night(place, undefined)).exit).toBe(4);
    expect((await night(place, undefined)).exit).toBe(0);
    expect(said()).toEqual(['changed', 'clean']);
    expect(only().isOpen).toBe(false);
  });

  test('an open issue is found even if the forge dropped its label', async () => {
    forge.losesLabels = true;
    await night(place, digests.first);
    await night(place, digests.second);
    await night(place, undefined);
    expect(said()).toEqual(['changed', 'clean']);
  });

  test.each([
    ['', 'is empty'],
    [driftText(digests.first).slice(0, -30), 'is not a complete report'],
    [`${driftText(digests.first)}more`, 'is not a complete report'],
  ])('an incomplete report is rejected before any request is sent (%#)', async (text, message) => {
    await writeFile(join(place.directory, 'cut.md'), text);
    const ran = await run(['ci', 'issue', '--file', 'cut.md', '--clean'], {
      directory: place.directory,
      environment: runVariables(forge),
    });
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('error[E-CI-FILE]: ');
    expect(ran.stderr).toContain(message);
    expect(forge.log).toEqual([]);
  });

  test('GitLab commands are neutralised, and texts that are too long for GitHub are cut', async () => {
    await writeFile(
      join(place.directory, 'long.md'),
      driftText(digests.first, `/close\n  /label ~x\n${'- ä changed\n'.repeat(9_000)}`),
    );
    const argv = ['ci', 'issue', '--file', 'long.md', '--json'];
    const ran = await run(argv, { directory: place.directory, environment: runVariables(forge) });
    expect(JSON.parse(ran.stdout)).toEqual({
      ...{
        schemaVersion: 1,
        kind: 'ci issue',
        target: 'docform',
        digest: digests.first,
        clean: false,
        action: 'opened',
        number: 1,
      },
      url: expect.stringMatching(/\/issues\/1$/),
      alsoClosed: [],
    });
    const { body } = only();
    expect(body).not.toMatch(/^\s*\//m);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(65_400);
    expect(Buffer.byteLength(body)).toBeGreaterThan(65_000);
    expect(body.split('\n').at(-3)).toBe('- ä changed');
  });
});

test('an issue with an unexpected author is closed, and the error suggests --author', async () => {
  const forge = await startForge('github');
  const directory = directoryWith();
  try {
    forge.author = 'drift-bot';
    const ran = await night({ forge, directory }, digests.first);
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toContain('--author');
    expect(forge.threads.map(({ isOpen }) => isOpen)).toEqual([false]);
    expect((await night({ forge, directory }, digests.first, ['--author', 'drift-bot'])).stdout).toContain(
      'reopened issue #1',
    );
  } finally {
    await forge.close();
  }
});

test.each([
  [{}, 3, 'runs only in GitHub Actions'],
  [{ GITHUB_ACTIONS: 'true' }, 3, 'GITHUB_REPOSITORY is missing'],
  [{ GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/../x/y' }, 3, 'OWNER/NAME'],
  [{ GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/docs' }, 4, 'no token for GitHub or GitLab'],
  [
    { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/docs', GITHUB_TOKEN: 't', GITHUB_API_URL: 'http://example.com' },
    3,
    'https://',
  ],
  [{ GITLAB_CI: 'true', CI_PROJECT_ID: '7', GITLAB_TOKEN: 't' }, 3, 'CI_API_V4_URL is missing'],
])('environment variables %j are rejected as insufficient', async (environment, exit, message) => {
  const directory = directoryWith({ 'drift.md': driftText(digests.first) });
  const ran = await run(['ci', 'issue', '--file', 'drift.md'], { directory, environment });
  expect(ran.exit).toBe(exit);
  expect(ran.stderr).toContain(message);
});
