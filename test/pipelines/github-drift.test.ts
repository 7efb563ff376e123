/** Tests that the nightly GitHub workflow reports drift in one issue, and comments only when the drift changes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Github, githubWorkflows, startGithub } from './github-run.ts';
import { teams } from './repository.ts';

let github: Github;
beforeEach(async () => {
  github = await startGithub(teams('Docs', 'Support'));
  await github.repository.applyByHand();
});
afterEach(() => github.close());

const issue = () => {
  expect(github.forge.threads).toHaveLength(1);
  return github.forge.threads[0] as (typeof github.forge.threads)[number];
};

test('the issue follows no drift, drift, the same drift, other drift, reverted drift and new drift', async () => {
  const { repository, forge, drift } = github;
  expect(await drift()).toMatchObject({ result: 'success' });
  expect(forge.threads).toEqual([]);

  await repository.rename('Docs', 'Documents');
  expect(await drift()).toMatchObject({ result: 'success', summary: expect.stringContaining('Documents') });
  expect(issue().body).toContain('Documents');
  expect(forge.writes()).toHaveLength(1);

  expect(await drift()).toMatchObject({ result: 'success' });
  expect(forge.writes()).toEqual([]);

  await repository.rename('Support', 'Help');
  expect(await drift()).toMatchObject({ result: 'success' });
  expect(issue().comments).toHaveLength(1);
  expect(issue().body).toContain('Help');

  await repository.applyByHand();
  expect(await drift()).toMatchObject({ result: 'success' });
  expect(issue()).toMatchObject({
    isOpen: false,
    comments: [{}, { body: expect.stringContaining('There is no drift anymore.') }],
  });

  await repository.rename('Docs', 'Documents');
  expect(await drift()).toMatchObject({ result: 'success' });
  expect(issue().isOpen).toBe(true);
});

test('no process has both tokens, and drift is read without writing', async () => {
  const { repository, forge, drift } = github;
  await repository.rename('Docs', 'Documents');
  repository.platform.requests.clear();
  await drift();
  const calls = repository.machine.calls.map(({ argv, variables }) => [
    argv[0],
    Boolean(variables.DOCFORM_TOKEN),
    Boolean(variables.GITHUB_TOKEN),
  ]);
  expect(calls).toEqual([
    ['drift', true, false],
    ['ci', false, true],
  ]);
  expect(new Set(repository.platform.requests.read({}).items.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(forge.threads).toHaveLength(1);
});

test('titles in the issue are escaped: no markup, mention or command', async () => {
  await github.repository.rename('Docs', '@all ##[set-output name=code]0');
  await github.repository.rename('Support', '`<!-- x -->` ![a](https://evil.test/p.png)');
  const ran = await github.drift();
  expect(ran.log).toContain('##\\u005bset-output name=code]0');
  expect(ran.commanded).toEqual([]);
  expect(ran.steps).toEqual({ Install: 'success', 'Detect drift': 'success', 'Update the issue': 'success' });
  expect(issue().isOpen).toBe(true);
  const plain = issue().body.replace(/(`+)[^\n]*?\1/g, '');
  expect(issue().body).toContain('@all');
  expect(plain).not.toMatch(/@all|!\[a\]|<!-- x/);
});

test('an unreadable platform fails the run and does not change the issue', async () => {
  const { repository, forge, drift } = github;
  await repository.rename('Docs', 'Documents');
  await drift();
  forge.writes();
  repository.platform.faults.add({ match: { operation: 'listTeams' }, effect: { type: 'status', status: 403 } });
  const ran = await drift();
  expect(ran).toMatchObject({
    result: 'failure',
    steps: { 'Detect drift': expect.stringMatching(/^exit [14]$/), 'Update the issue': 'skipped' },
  });
  expect(forge.writes()).toEqual([]);
  expect(issue().isOpen).toBe(true);
});

test.each([403, 429, 500])(
  'a forge that answers %i fails the run, and the next run opens one issue',
  async (status) => {
    const { repository, forge, drift } = github;
    await repository.rename('Docs', 'Documents');
    forge.faults.push({ method: 'POST', path: /issues$/, status, times: 1 });
    expect(await drift()).toMatchObject({ result: 'failure', log: expect.stringContaining('error[E-FORGE]') });
    expect(await drift()).toMatchObject({ result: 'success' });
    expect(issue().isOpen).toBe(true);
  },
);

test('a manual run for another branch does nothing', async () => {
  expect(await github.job('drift', 'drift', { 'github.ref': 'refs/heads/mine' })).toMatchObject({ result: 'skipped' });
  expect(await github.job('apply', 'plan', { 'github.ref': 'refs/heads/mine' })).toMatchObject({ result: 'skipped' });
});

test('a schedule runs on the default branch, and checks the branch that is applied', async () => {
  expect(
    await github.job('drift', 'drift', { 'github.ref': 'refs/heads/trunk', 'github.event_name': 'schedule' }),
  ).toMatchObject({
    result: 'success',
  });
  const [checkout] = githubWorkflows({ branch: 'docs' }).drift?.jobs.drift?.steps ?? [];
  expect(checkout?.with).toMatchObject({ ref: 'refs/heads/docs' });
});

test('with --drift-branch, a pull request accepts drift, and the issue is closed', async () => {
  const place = await startGithub(teams('Docs', 'Support'), { driftBranch: true });
  try {
    const { repository, forge, drift } = place;
    await repository.applyByHand();
    await repository.rename('Docs', 'Documents');
    expect(await drift()).toMatchObject({ result: 'success' });
    expect(forge.threads).toMatchObject([{ isRequest: true, isOpen: true, branch: 'docform/drift/docform' }]);
    expect(forge.branches.get('docform/drift/docform')?.files).toEqual({
      'docform.yaml': teams('Docs', 'Support').replace('"Docs"', 'Documents'),
    });
    expect(
      repository.machine.calls.filter(({ variables }) => variables.DOCFORM_TOKEN && variables.GITHUB_TOKEN),
    ).toEqual([]);

    repository.commit({ 'docform.yaml': teams('Documents', 'Support') });
    expect(await drift()).toMatchObject({ result: 'success' });
    expect(forge.threads).toMatchObject([{ isOpen: false }]);
  } finally {
    await place.close();
  }
});
