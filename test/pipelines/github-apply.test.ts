/** Tests the GitHub workflow: only approved changes are applied, the ledger is committed, and a pull request has one comment. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Github, startGithub } from './github-run.ts';
import { teams } from './repository.ts';

let github: Github;
beforeEach(async () => {
  github = await startGithub(teams('Docs', 'Support'));
});
afterEach(() => github.close());

const ledger = (branch = 'main') => github.repository.fileOn(branch, 'docform.ledger.json');

test('a push is planned, applied by digest and its ledger committed, and the next push has no changes', async () => {
  const { repository, push } = github;
  const first = await push();
  expect(first.planned).toMatchObject({
    result: 'success',
    summary: expect.stringContaining('2 to create'),
    outputs: { changes: '2' },
  });
  expect(first.planned.outputs.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(first.applied, first.applied?.log).toMatchObject({
    result: 'success',
    steps: { Apply: 'success', 'Commit the ledger': 'success' },
  });
  expect(await repository.titles()).toEqual(['Docs', 'Support']);
  expect(ledger()).toContain('teams/team-1');

  const second = await push();
  expect(second).toMatchObject({ planned: { outputs: { changes: '0' } }, applied: { result: 'skipped' } });

  repository.pull();
  repository.commit({ 'docform.yaml': teams('Docs') });
  const third = await push();
  expect(third.applied).toMatchObject({ result: 'success' });
  expect(await repository.titles()).toEqual(['Docs']);
  // The file keeps only the removal, for branches that do not know it yet.
  expect(ledger()).toMatch(/"teams\/team-2": \{[^\n]*"gone":/);
});

test('adoptions alone are applied for the ledger', async () => {
  const { repository, push } = github;
  for (const title of ['Docs', 'Support']) await repository.create(title);
  repository.platform.requests.clear();
  expect(await push()).toMatchObject({ planned: { outputs: { changes: '2' } }, applied: { result: 'success' } });
  expect(repository.platform.requests.read({}).items.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(ledger()?.match(/teams\/team-\d/g)).toHaveLength(2);
});

test('changes after the approval stop the apply with exit 6', async () => {
  const { repository, push } = github;
  await push();
  repository.pull();
  repository.commit({ 'docform.yaml': teams('Handbook', 'Support') });
  const before = ledger();
  const { applied } = await push(() => repository.rename('Docs', 'Documents'));
  expect(applied).toMatchObject({ result: 'failure', steps: { Apply: 'exit 6', 'Commit the ledger': 'success' } });
  expect(applied?.log).toContain('error[E-DIGEST]');
  expect(await repository.titles()).toEqual(['Documents', 'Support']);
  expect(ledger()).toBe(before);
});

test('the planned commit is applied, without later code and configuration', async () => {
  const { repository, push } = github;
  const first = await push(() => repository.commit({ 'notes.md': 'Notes' }));
  expect(first.applied).toMatchObject({ result: 'success' });
  expect([repository.fileOn('main', 'notes.md'), ledger()]).toEqual(['Notes', expect.stringContaining('teams/team-1')]);
  repository.pull();
  repository.commit({ 'docform.yaml': teams('Handbook', 'Support') });
  const manual = teams('Manual', 'Support', 'Sales');
  const second = await push(() =>
    repository.commit({ 'docform.yaml': manual, 'package.json': '{ "devDependencies": "evil" }' }),
  );
  const [, commit] = /\nPlanned commit: ([0-9a-f]{40})\n/.exec(second.planned.summary) ?? [];
  expect(second.planned.summary).toContain(`commit \`${commit}\``);
  expect(second.applied, second.applied?.log).toMatchObject({
    result: 'success',
    steps: { 'Check out the planned commit': 'success' },
  });
  expect(await repository.titles()).toEqual(['Handbook', 'Support']);
  expect([repository.fileOn('main', 'docform.yaml'), repository.fileOn('main', 'package.json')]).toEqual([
    manual.trim(),
    expect.stringContaining('evil'),
  ]);
});

test('the second of two planned pushes uses the ledger of the first', async () => {
  const { repository, push } = github;
  const late = await push(async () => {
    repository.commit({ 'docform.yaml': teams('Docs', 'Support', 'Sales') });
    expect((await push()).applied).toMatchObject({ result: 'success' });
  });
  expect(late.applied).toMatchObject({
    result: 'failure',
    steps: { 'Check out the planned commit': 'success', Apply: 'exit 6' },
  });
  expect(await repository.titles()).toEqual(['Docs', 'Sales', 'Support']);
  expect(ledger()).toContain('teams/team-3');
});

test('install uses the tree of the approved commit with the newest ledgers, and an invalid commit is rejected', async () => {
  const { repository, job } = github;
  const { outputs } = await job('apply', 'plan');
  const ledgers = { 'portal/docform.ledger.json': '{}', 'portal/docform.ledger.staging.json': '{}' };
  repository.commit({ 'package.json': '{}', 'evil.js': 'steal()', 'portal/evil.js': 'steal()', ...ledgers });
  await writeFile(join(repository.machine.root, 'tools', 'npm'), '#!/bin/sh\nls . portal\n');
  const needs = Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [`needs.plan.outputs.${name}`, value]),
  );
  const { log } = await job('apply', 'apply', needs);
  expect(log).toContain('docform.yaml\n');
  expect(log).toContain('docform.ledger.json\ndocform.ledger.staging.json\n');
  expect(log).not.toMatch(/evil\.js|package\.json/);
  const unknown = await job('apply', 'apply', { ...needs, 'needs.plan.outputs.commit': '--upload-pack=x' });
  expect(unknown).toMatchObject({
    steps: { 'Check out the planned commit': 'exit 1', Apply: 'skipped', 'Commit the ledger': 'skipped' },
  });
});

test('if main has moved or rejects pushes, the ledger is rebased or kept on a branch that the run names', async () => {
  const { repository, push } = github;
  const { origin, git } = repository;
  const first = await push(undefined, () => repository.commit({ 'notes.md': 'Notes' }));
  expect(first.applied).toMatchObject({
    result: 'success',
    log: expect.stringContaining('Attempt 1 to push the ledger failed.'),
  });
  expect([repository.fileOn('main', 'notes.md'), ledger()]).toEqual(['Notes', expect.stringContaining('teams/team-1')]);
  repository.pull();
  repository.commit({ 'docform.yaml': teams('Docs', 'Support', 'Sales') });
  repository.protectMain();
  const second = await push();
  expect(second.applied).toMatchObject({
    result: 'failure',
    steps: { Apply: 'success', 'Commit the ledger': 'exit 1' },
  });
  expect(second.applied?.log).toContain(
    '::error title=Ledger not on main::merge the branch docform-ledger-docform-41-1 and delete it before',
  );
  expect(repository.branches()).toEqual(['docform-ledger-docform-41-1', 'main']);
  expect(ledger('docform-ledger-docform-41-1')).toContain('teams/team-3');
  expect(git(origin, 'log', '-1', '--format=%an <%ae>', 'docform-ledger-docform-41-1')).toContain(
    'github-actions[bot]',
  );
  repository.platform.requests.clear();
  const third = await push();
  expect(third.applied).toMatchObject({
    ...{
      result: 'failure',
      steps: { 'Check out the planned commit': 'exit 1', Apply: 'skipped', 'Commit the ledger': 'skipped' },
    },
    log: expect.stringContaining(
      'merge and delete these branches, then run all jobs again: docform-ledger-docform-41-1\n',
    ),
  });
  git(origin, 'update-ref', 'refs/heads/main', 'docform-ledger-docform-41-1');
  git(origin, 'branch', '-D', 'docform-ledger-docform-41-1');
  git(origin, 'update-ref', 'refs/heads/docform-ledger-docform-eu-41-1', 'main');
  expect(await push()).toMatchObject({ planned: { outputs: { changes: '0' } }, applied: { result: 'skipped' } });
  expect(repository.platform.requests.read({}).items.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a failed apply commits its ledger, and the next apply continues', async () => {
  const { repository, push } = github;
  repository.platform.faults.add({
    match: { operation: 'createTeam' },
    effect: { type: 'status', status: 400 },
    nth: 2,
  });
  const first = await push();
  expect(first.applied).toMatchObject({
    result: 'failure',
    steps: { Apply: 'exit 5', 'Commit the ledger': 'success' },
  });
  expect(ledger()?.match(/teams\/team-\d/g)).toHaveLength(1);
  const second = await push();
  expect(second).toMatchObject({ planned: { outputs: { changes: '1' } }, applied: { result: 'success' } });
  expect(await repository.titles()).toEqual(['Docs', 'Support']);
});

test('a pull request has one comment, which is updated until there are no changes', async () => {
  const { repository, forge, pullRequest } = github;
  const request = forge.open({
    number: 5,
    isRequest: true,
    comments: [{ id: 1, author: 'eve', body: '<!-- docform:comment target=docform -->' }],
  });
  const run = await pullRequest();
  expect(run, run.log).toMatchObject({ result: 'success', steps: { 'Fail if blocked or incomplete': 'skipped' } });
  expect(request.comments).toHaveLength(2);
  expect(request.comments[1]?.body).toMatch(
    /^<!-- docform:comment target=docform -->\n<!-- docform:plan -->\n### docform plan/,
  );
  forge.writes();
  expect(await pullRequest()).toMatchObject({ result: 'success', log: expect.stringContaining('comment unchanged') });
  expect(forge.writes()).toEqual([]);
  repository.commit({ 'docform.yaml': teams('Docs', 'Support', 'Sales') });
  await pullRequest();
  expect(forge.writes()).toHaveLength(1);
  await repository.applyByHand();
  expect(await pullRequest()).toMatchObject({ result: 'success' });
  expect(request.comments).toHaveLength(2);
  expect(request.comments[1]?.body).not.toContain('Sales');
  expect(request.comments[0]?.body).toBe('<!-- docform:comment target=docform -->');
});

test('a pull request without changes gets no comment, and a blocked one gets a comment and fails', async () => {
  const { repository, forge, pullRequest } = github;
  const request = forge.open({ number: 5, isRequest: true });
  await repository.applyByHand();
  expect(await pullRequest()).toMatchObject({
    result: 'success',
    log: expect.stringContaining('no comment to update'),
  });
  expect(request.comments).toEqual([]);
  repository.commit({ 'docform.yaml': `${teams('Docs')}policy: { maxDeletes: 0 }\n` });
  expect(await pullRequest()).toMatchObject({
    result: 'failure',
    steps: { Comment: 'success', 'Fail if blocked or incomplete': 'exit 6' },
  });
  expect(request.comments[0]?.body).toContain('blocked');
});

test.each([
  ['a fork', { 'github.event.pull_request.head.repo.full_name': 'eve/docs' }],
  ['Dependabot', { 'github.actor': 'dependabot[bot]' }],
])('a pull request of %s is only validated, without secrets', async (_, context) => {
  expect(await github.pullRequest(context)).toMatchObject({ result: 'skipped' });
  expect(await github.job('validate', 'validate', { ...context, 'vars.DOCFORM_ORG': '' })).toMatchObject({
    result: 'success',
  });
  const { calls } = github.repository.machine;
  expect(calls.map(({ argv }) => argv)).toEqual([['validate']]);
  expect(Object.keys(calls[0]?.variables ?? {}).filter((name) => /TOKEN|STORE/.test(name))).toEqual([]);
});

test('a configuration problem, a wrong token and an unreachable forge fail with a reason', async () => {
  const { repository, forge, pullRequest } = github;
  forge.open({ number: 5, isRequest: true });
  expect(await pullRequest({ 'secrets.DOCFORM_READ_TOKEN': '' })).toMatchObject({
    steps: { Plan: 'exit 4', Comment: 'success' },
  });
  forge.faults.push({ method: 'GET', path: /comments$/, status: 403, times: 1 });
  expect(await pullRequest()).toMatchObject({
    result: 'failure',
    steps: { Comment: 'exit 4' },
    log: expect.stringContaining('E-FORGE'),
  });
  repository.commit({ 'docform.yaml': 'version: 1\nteam: {}\n' });
  expect(await pullRequest()).toMatchObject({ result: 'failure', steps: { Plan: 'exit 3', Comment: 'success' } });
  expect(await github.job('validate', 'validate')).toMatchObject({
    result: 'failure',
    log: expect.stringContaining('did you mean'),
  });
  expect(forge.writes()).toEqual([]);
});

test('with a shared backend, its secret is required before anything runs, and nothing is committed', async () => {
  const storing = await startGithub(teams('Docs'), { backend: true });
  try {
    const { repository, job } = storing;
    for (const [what, id] of [
      ['plan', 'plan'],
      ['apply', 'plan'],
      ['apply', 'apply'],
      ['drift', 'drift'],
    ] as const) {
      const ran = await job(what, id, { 'needs.plan.outputs.changes': '1' });
      expect(ran).toMatchObject({
        result: 'failure',
        log: expect.stringContaining('::error::the secret that names the backend is missing'),
      });
      expect(Object.keys(ran.steps)).not.toContain('Commit the ledger');
    }
    // A pull request without a plan gets no comment, so only an existing comment is replaced.
    expect(repository.machine.calls.map(({ argv }) => argv.slice(0, 2))).toEqual([['ci', 'comment']]);
  } finally {
    await storing.close();
  }
});
