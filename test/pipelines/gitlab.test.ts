/** Stories on GitLab: gitlab-ci-local checks the generated pipeline with GitLab's schema, evaluates its rules, and runs its jobs. */
import { spawnSync } from 'node:child_process';
import { afterEach, test as anywhere, expect } from 'vitest';
import { type Gitlab, startGitlab } from './gitlab-run.ts';
import { allowedConflict, teams } from './repository.ts';

/** gitlab-ci-local copies files with rsync. */
const test = anywhere.skipIf(spawnSync('rsync', ['--version']).status !== 0);

let gitlab: Gitlab | undefined;
afterEach(async () => {
  await gitlab?.close();
  gitlab = undefined;
});

async function start(...args: Parameters<typeof startGitlab>) {
  gitlab = await startGitlab(...args);
  return { ...gitlab, request: gitlab.forge.open({ number: 5, isRequest: true }) };
}

/** Values of the tokens that each process could read. The token of the job belongs to every job of GitLab. */
function tokensOf({ repository }: Gitlab) {
  return repository.machine.calls.map(({ argv, variables }) => {
    const found = Object.entries(variables).filter(([name, value]) => /^(DOCFORM|GITLAB)_.*TOKEN/.test(name) && value);
    return [argv.slice(0, argv[0] === 'ci' ? 2 : 1).join(' '), [...new Set(found.map(([, value]) => value))]] as const;
  });
}

const [changed = '', unreadable = ''] = ['a', 'b'].map((digit) => digit.repeat(40));

test('a merge request has one comment, an approved plan is applied, and no process has two tokens', async () => {
  const { repository, request, run, artifact } = await start(teams('Docs', 'Support'));
  const { platform } = repository;
  const comment = () => request.comments[0]?.body ?? '';
  const first = await run({ source: 'merge_request_event', commit: changed, hasSchema: true });
  expect(first, first.log).toMatchObject({ exit: 0, jobs: ['docform-validate', 'docform-plan', 'docform-comment'] });
  expect(comment()).toContain(`commit \`${changed}\``);
  expect(comment()).toContain('(https://gitlab.test/acme/docs/-/jobs/41/artifacts/browse/.docform/)');
  expect(await artifact('docform-plan', 'facts.env')).toMatch(
    /^DOCFORM_DELETES=0\nDOCFORM_HIGH_RISK=0\nDOCFORM_DIGEST=sha256:/,
  );
  expect(JSON.parse(await artifact('docform-plan', 'counts.json'))).toEqual({ create: 2, update: 0, delete: 0 });

  repository.commit({ 'docform.yaml': 'version: 1\nteams:\n  docs: { titel: Docs }\n' });
  const second = await run({ source: 'merge_request_event', commit: unreadable });
  expect(second.exit, second.log).not.toBe(0);
  expect(comment()).toContain(`There is no plan for commit \`${unreadable}\``);
  expect(JSON.parse(await artifact('docform-plan', 'quality.json'))).toMatchObject([
    { location: { path: 'docform.yaml', lines: { begin: 3 } } },
  ]);

  repository.commit({ 'docform.yaml': teams('Docs', 'Support') });
  const third = await run({ source: 'push', isApproved: true });
  expect(third, third.log).toMatchObject({ exit: 0, jobs: ['docform-plan', 'docform-apply'] });
  expect(await artifact('docform-plan', 'apply.yml')).toBe(
    'include: [{ local: .gitlab/docform.yml }]\ndocform-apply:\n  extends: .docform-apply\n' +
      "  needs: [{ pipeline: '77', job: docform-plan }]\n",
  );
  expect(await repository.titles()).toEqual(['Docs', 'Support']);
  const last = await run({ source: 'push' });
  expect(last, last.log).toMatchObject({ exit: 0, jobs: ['docform-plan', 'docform-nothing-to-apply'] });
  expect(request.comments).toHaveLength(1);
  for (const [command, tokens] of tokensOf(gitlab as Gitlab))
    expect(tokens, command).toEqual({ validate: [], 'ci comment': ['forge-canary-77'] }[command] ?? [platform.token]);
});

test('an apply job waits for a person', async () => {
  const { repository, run } = await start(teams('Docs'));
  const waiting = await run({ source: 'push' });
  expect(waiting, waiting.log).toMatchObject({ exit: 0, jobs: ['docform-plan'] });
  expect(await repository.titles()).toEqual([]);
});

test('a merge request of a fork is only validated, without a token', async () => {
  const { run } = await start(teams('Docs'));
  const ran = await run({ source: 'merge_request_event', isFork: true });
  expect(ran, ran.log).toMatchObject({ exit: 0, jobs: ['docform-validate'] });
  expect(tokensOf(gitlab as Gitlab)).toEqual([['validate', []]]);
});

test('a change outside docform after the plan stops the apply', async () => {
  const { repository, run } = await start(teams('Docs'));
  await run({ source: 'push' });
  await repository.create('Docs');
  const ran = await run({ source: 'push', isOnlyChild: true, isApproved: true });
  expect(ran.exit, ran.log).not.toBe(0);
  expect(ran.log).toContain('error[E-DIGEST]');
  expect(await repository.titles()).toEqual(['Docs']);
});

test('a guarded change is blocked, and a reviewed rule lets it pass the comment, the approval and the apply', async () => {
  const { repository, request, run } = await start(teams('Docs'));
  await run({ source: 'push', isApproved: true });
  await repository.rename('Docs', 'By hand');
  repository.commit({ 'docform.yaml': teams('Handbook') });
  expect((await run({ source: 'merge_request_event' })).exit).not.toBe(0);
  expect(request.comments[0]?.body).toMatch(
    /or in `policy\.allow`: `\{ address: teams\/team-1, id: \S+, code: B-CONFLICT,/,
  );
  repository.commit({ 'docform.yaml': `${teams('Handbook')}${allowedConflict}` });
  expect(await run({ source: 'merge_request_event' })).toMatchObject({ exit: 0 });
  expect(request.comments[0]?.body).toContain('**allowed**: B-CONFLICT until 9999-12-31 by docform.yaml:');
  expect(await run({ source: 'push', isApproved: true })).toMatchObject({ exit: 0 });
  expect(await repository.titles()).toEqual(['Handbook']);
});

test('drift is proposed in a merge request, and rejected drift returns to the issue', async () => {
  const { repository, forge, run } = await start(teams('Docs'), { driftBranch: true });
  await run({ source: 'push', isApproved: true });
  await repository.rename('Docs', 'By hand');
  const first = await run({ source: 'schedule' });
  expect(first.exit, first.log).toBe(0);
  const proposal = forge.threads.find(({ branch }) => branch === 'docform/drift/docform');
  expect(proposal).toMatchObject({
    isOpen: true,
    body: expect.stringContaining('The commit of this merge request writes'),
  });
  expect(forge.threads.filter(({ isRequest }) => !isRequest)).toEqual([]);
  Object.assign(proposal ?? {}, { isOpen: false });
  const second = await run({ source: 'schedule' });
  expect(second.log).toContain('this drift was rejected by closing merge request !');
  expect(forge.threads.filter(({ isRequest }) => !isRequest)).toMatchObject([
    { isOpen: true, body: expect.stringContaining('By hand') },
  ]);
  for (const [command, tokens] of tokensOf(gitlab as Gitlab)) expect(tokens.length, command).toBe(1);
});

test('two environments have their own plans in a shared comment', async () => {
  const { repository, request, run } = await start(
    teams('Docs'),
    { sharedComment: true },
    {
      environments: ['staging', 'production'],
    },
  );
  repository.commit({ 'env/staging.yaml': '{}\n', 'env/production.yaml': '{}\n' });
  const ran = await run({ source: 'merge_request_event', isSerial: true });
  expect(ran.exit, ran.log).toBe(0);
  expect(request.comments).toHaveLength(1);
  expect(request.comments[0]?.body).toMatch(/\| docform\/production \|.*\n\| docform\/staging \|/);
});

test('production can be applied only after staging, or if staging has no changes', async () => {
  const environments = ['staging', 'production'];
  const { repository, run } = await start(teams('Docs'), {}, { environments });
  repository.commit({ 'env/staging.yaml': '{}\n', 'env/production.yaml': '{}\n' });
  const early = await run({ source: 'push', isSerial: true, approves: ['docform-apply-production'] });
  expect(early, early.log).toMatchObject({ exit: 0, jobs: ['docform-plan-staging', 'docform-plan-production'] });
  expect(await repository.titles()).toEqual([]);
  const staged = await run({ source: 'push', isSerial: true, approves: ['docform-apply-staging'] });
  expect(staged.jobs, staged.log).toContain('docform-apply-staging');
  expect(await repository.titles()).toEqual(['Docs']);
  const last = await run({ source: 'push', isSerial: true, isApproved: true });
  expect(last, last.log).toMatchObject({ exit: 0 });
  expect(last.jobs).toEqual(expect.arrayContaining(['docform-nothing-to-apply', 'docform-apply-production']));
});
