/** Further stories on GitLab: refusals, drift and several environments. */
import { expect } from 'vitest';
import { gitlabStories, testWithRsync } from './gitlab-stories.ts';
import { allowedConflict, teams } from './repository.ts';

const { start, tokens } = gitlabStories();

testWithRsync('a change outside docform after the plan stops the apply', async () => {
  const { repository, run } = await start(teams('Docs'));
  await run({ source: 'push' });
  await repository.create('Docs');
  const ran = await run({ source: 'push', isOnlyChild: true, isApproved: true });
  expect(ran.exit, ran.log).not.toBe(0);
  expect(ran.log).toContain('error[E-DIGEST]');
  expect(await repository.titles()).toEqual(['Docs']);
});

testWithRsync(
  'a guarded change is blocked, and a reviewed rule lets it pass the comment, the approval and the apply',
  async () => {
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
  },
);

testWithRsync('drift is proposed in a merge request, and rejected drift returns to the issue', async () => {
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
  for (const [command, visible] of tokens()) expect(visible.length, command).toBe(1);
});

testWithRsync('two environments have their own plans in a shared comment', async () => {
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

testWithRsync('production can be applied only after staging, or if staging has no changes', async () => {
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
