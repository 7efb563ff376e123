/** The main stories on GitLab: gitlab-ci-local checks the generated pipeline with GitLab's schema, evaluates its rules, and runs its jobs. */
import { expect } from 'vitest';
import { gitlabStories, testWithRsync } from './gitlab-stories.ts';
import { teams } from './repository.ts';

const { start, tokens } = gitlabStories();
const [changed = '', unreadable = ''] = ['a', 'b'].map((digit) => digit.repeat(40));

testWithRsync(
  'a merge request has one comment, an approved plan is applied, and no process has two tokens',
  async () => {
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
    for (const [command, visible] of tokens())
      expect(visible, command).toEqual(
        { validate: [], 'ci comment': ['forge-canary-77'] }[command] ?? [platform.token],
      );
  },
);

testWithRsync('an apply job waits for a person', async () => {
  const { repository, run } = await start(teams('Docs'));
  const waiting = await run({ source: 'push' });
  expect(waiting, waiting.log).toMatchObject({ exit: 0, jobs: ['docform-plan'] });
  expect(await repository.titles()).toEqual([]);
});

testWithRsync('a merge request of a fork is only validated, without a token', async () => {
  const { run } = await start(teams('Docs'));
  const ran = await run({ source: 'merge_request_event', isFork: true });
  expect(ran, ran.log).toMatchObject({ exit: 0, jobs: ['docform-validate'] });
  expect(tokens()).toEqual([['validate', []]]);
});
