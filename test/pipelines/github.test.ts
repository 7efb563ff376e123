/** The main stories on GitHub: GitHub's parser and expressions decide which jobs and steps of the generated workflow run. */
import { expect, test } from 'vitest';
import type { EventName, EventOptions } from './github-run.ts';
import { brokenConfiguration, githubStories } from './github-stories.ts';
import { teams } from './repository.ts';

const { start, ledger, secrets } = githubStories();
const commits = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40));

test('a change, an update, no plan, a fix and no change have one comment', async () => {
  const { repository, request, run } = await start(teams('Docs', 'Support'));
  const comment = () => request.comments.at(-1)?.body ?? '';
  const first = await run('pull_request', { commit: commits[0] ?? '' });
  expect(first.plan, first.plan?.log).toMatchObject({
    result: 'success',
    steps: { plan: 'success', 'ci comment': 'success' },
    summary: expect.stringContaining('2 to create'),
    outputs: {
      changes: '2',
      deletes: '0',
      'high-risk': '0',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}\.([0-9a-f]{6})+$/),
    },
  });
  expect(comment()).toContain(`commit \`${commits[0]}\``);
  expect(comment()).toContain('[Complete plan](https://github.test/acme/docs/actions/runs/41#artifacts)');

  repository.commit({ 'docform.yaml': brokenConfiguration });
  const second = await run('pull_request', { commit: commits[1] ?? '' });
  expect(second).toMatchObject({
    validate: { result: 'failure' },
    plan: { result: 'failure', steps: { plan: 'exit 3', 'ci comment': 'success' }, outputs: { digest: '' } },
  });
  expect(second.validate?.log).toMatch(/\n::[0-9a-f-]{36}::\n::error file=docform\.yaml,line=3,col=\d+,title=E-/);
  expect(comment()).toContain(`There is no plan for commit \`${commits[1]}\``);
  expect(comment()).not.toMatch(/Support|<\/details>|@everyone/);

  repository.commit({ 'docform.yaml': teams('Docs') });
  await repository.applyByHand();
  expect((await run('pull_request')).plan).toMatchObject({ result: 'success', outputs: { changes: '0' } });
  expect(comment()).toContain('No changes');
  expect(request.comments).toHaveLength(1);
  for (const [command, names] of secrets())
    expect(names, command).toEqual(
      { validate: [], plan: ['DOCFORM_TOKEN'], 'ci ledger': ['GITHUB_TOKEN'], 'ci comment': ['GITHUB_TOKEN'] }[command],
    );
});

const fork: EventOptions = { head: 'eve/docs', branch: 'fork' };
const events: readonly (readonly [string, EventName, EventOptions, readonly string[]])[] = [
  ['a pull request of the repository', 'pull_request', {}, ['validate', 'plan']],
  ['a pull request of a fork', 'pull_request', fork, ['validate']],
  ['a pull request of Dependabot', 'pull_request', { actor: 'dependabot[bot]', branch: 'fork' }, ['validate']],
  ['a merge queue', 'merge_group', { ref: 'refs/heads/gh-readonly-queue/main/pr-5', branch: 'main' }, ['validate']],
  ['a dispatch on main', 'workflow_dispatch', {}, ['plan', 'apply', 'drift']],
  ['a dispatch on another branch', 'workflow_dispatch', { ref: 'refs/heads/other', branch: 'main' }, []],
  ['a schedule', 'schedule', {}, ['drift']],
];

test('the event decides which jobs run, and code of a fork gets no secret', async () => {
  const { repository, run } = await start(teams('Docs'));
  await run('push');
  repository.pull();
  repository.commit({ 'docform.yaml': teams('Handbook') });
  repository.merged({ 'docform.yaml': teams('Documentation'), 'docform.ledger.json': '{}' }, 'fork');
  for (const [name, event, options, jobs] of events) {
    repository.machine.calls.length = 0;
    const ran = await run(event, options);
    expect(Object.keys(ran), name).toEqual(jobs);
    for (const job of Object.values(ran)) expect(job.result, `${name}\n${job.log}`).toBe('success');
    if (options.branch !== 'fork') continue;
    expect(secrets()).toEqual([
      ['validate', []],
      ['plan', []],
    ]);
    // The ledger of the target branch counts, and not the one of the fork.
    expect(ran.validate?.summary).toMatch(/teams\/team-1.*title/s);
  }
});

test('a push is planned, approved and applied, its ledger is committed, and the next push has nothing to apply', async () => {
  const { repository, run } = await start(teams('Docs', 'Support'));
  const first = await run('push', { title: 'Two teams' });
  expect(first.apply, first.apply?.log).toMatchObject({
    result: 'success',
    steps: { apply: 'success', 'ci ledger push': 'success' },
    summary: expect.stringContaining('Applied 2 changes.'),
  });
  expect(await repository.titles()).toEqual(['Docs', 'Support']);
  expect(ledger()).toContain('teams/team-1');
  expect(secrets().filter(([, names]) => names.length > 1)).toEqual([]);
  expect(Object.keys(await run('push'))).toEqual(['plan']);
});
