/** Tests that the validate step accepts generated configurations, with or without an organization, and reports problems. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { run } from '../cli/harness.ts';
import { directoryWith } from '../support/directory.ts';
import { type Github, startGithub } from './github-run.ts';
import { teams } from './repository.ts';

let github: Github | undefined;
afterEach(() => github?.close());

const fork = { 'vars.DOCFORM_ORG': '', 'github.event.pull_request.head.repo.full_name': 'mallory/docs' };

test.each([
  ['of init that names its organization', true],
  ['of init that leaves it open', false],
])('the validate step handles a configuration %s', async (_, isNamed) => {
  const directory = directoryWith();
  expect((await run(['init', ...(isNamed ? ['--organization', 'acme'] : [])], { directory })).exit).toBe(0);
  const text = await readFile(join(directory, 'docform.yaml'), 'utf8');
  expect(/^organization: /m.test(text)).toBe(isNamed);
  github = await startGithub(text);
  const checked = await github.job('validate', 'validate', fork);
  expect(checked, checked.log).toMatchObject({ result: 'success', log: expect.stringContaining('is valid') });
});

test('validate reports problems without an organization', async () => {
  github = await startGithub('version: 1\nteams: { docs: { titel: Docs } }\n');
  expect(await github.job('validate', 'validate', fork)).toMatchObject({
    result: 'failure',
    log: expect.stringContaining('titel'),
  });
});

test('without secrets, the step prints a partial plan from the ledger of the target branch', async () => {
  github = await startGithub(teams('Docs', 'Support'));
  const { repository, job } = github;
  await repository.applyByHand();
  const sent = repository.platform.requests.read().total;
  const forged = '{"resources":{},"lists":[]}\n';
  repository.merged(
    { 'docform.yaml': teams('Handbook', 'Support', 'New ::set-output name=code::0'), 'docform.ledger.json': forged },
    'merge',
  );
  for (const who of [fork, { 'github.actor': 'dependabot[bot]' }]) {
    const told = await job('validate', 'validate', { ...who, 'test.branch': 'merge' });
    expect(told, told.log).toMatchObject({ result: 'success', steps: { 'Partial plan': 'success' }, commanded: [] });
    expect(told.summary).toContain('This plan is partial');
    expect(told.summary).toMatch(/^~ teams\/team-1 {2}title$/m);
    expect(told.summary).toMatch(/^\+ teams\/team-3 /m);
    expect(told.summary).not.toContain('team-2');
  }
  expect(repository.platform.requests.read().total).toBe(sent);
  const own = await job('validate', 'validate', { 'test.branch': 'merge' });
  expect(own).toMatchObject({ result: 'success', summary: '', steps: { 'Partial plan': 'skipped' } });
});

test('without a committed ledger, the step prints no partial plan', async () => {
  github = await startGithub(teams('Docs'));
  const told = await github.job('validate', 'validate', fork);
  expect(told).toMatchObject({
    result: 'success',
    summary: '',
    log: expect.stringContaining('No ledger is committed'),
  });
});
