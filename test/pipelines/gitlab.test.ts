/** Tests the GitLab pipeline for merge requests, pushes and nights, with the ledger in the project's GitLab-managed state. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Gitlab, startGitlab } from './gitlab-run.ts';
import { teams } from './repository.ts';

let gitlab: Gitlab;
beforeEach(async () => {
  gitlab = await startGitlab(teams('Docs', 'Support'));
});
afterEach(() => gitlab.close());

test('a push is planned and applied by digest with the ledger in the state, and a stale plan is rejected', async () => {
  const { repository, forge, push } = gitlab;
  const first = await push();
  expect(first.planned, first.planned.log).toMatchObject({ exit: 0, handedOn: { DOCFORM_CHANGES: '2' } });
  expect(first.applied, first.applied?.log).toMatchObject({ exit: 0 });
  expect(await repository.titles()).toEqual(['Docs', 'Support']);
  expect(forge.documents.get('docform')?.text).toContain('teams/team-1');
  expect(forge.documents.get('docform')?.lock).toBeUndefined();
  expect((await push()).applied).toMatchObject({ exit: 0, log: 'Nothing to apply.\n' });
  repository.commit({ 'docform.yaml': teams('Handbook') });
  const third = await push(() => repository.rename('Docs', 'Documents'));
  expect(third.applied).toMatchObject({ exit: 6, log: expect.stringContaining('error[E-DIGEST]') });
  expect(await repository.titles()).toEqual(['Documents', 'Support']);
});

test('a fork, which has no project variables, is only validated', async () => {
  const { repository, job } = gitlab;
  const nothing = {
    DOCFORM_ORG: '',
    DOCFORM_API_URL: '',
    DOCFORM_READ_TOKEN: '',
    DOCFORM_APPLY_TOKEN: '',
    GITLAB_TOKEN: '',
  };
  expect(await job('docform-validate', nothing)).toMatchObject({ exit: 0 });
  repository.commit({ 'docform.yaml': 'version: 1\nteam: {}\n' });
  expect(await job('docform-validate', nothing)).toMatchObject({
    exit: 3,
    log: expect.stringContaining('did you mean'),
  });
});

test('a merge request has one note that is updated, and fails if the plan is blocked', async () => {
  const { repository, forge, job, push } = gitlab;
  const request = forge.open({
    number: 5,
    isRequest: true,
    comments: [{ id: 1, author: 'eve', body: '<!-- docform:comment target=docform -->' }],
  });
  const run = await job('docform-plan');
  expect(run, run.log).toMatchObject({ exit: 0 });
  expect(request.comments[1]?.body).toMatch(
    /^<!-- docform:comment target=docform -->\n<!-- docform:plan -->\n### docform plan/,
  );
  forge.writes();
  expect(await job('docform-plan')).toMatchObject({ exit: 0, log: expect.stringContaining('comment unchanged') });
  expect(forge.writes()).toEqual([]);
  await push();
  expect(await job('docform-plan')).toMatchObject({ exit: 0, log: expect.stringContaining('comment updated') });
  repository.commit({ 'docform.yaml': `${teams('Docs')}policy: { maxDeletes: 0 }\n` });
  expect(await job('docform-plan')).toMatchObject({ exit: 6 });
  expect(request.comments).toHaveLength(2);
  expect(request.comments[1]?.body).toContain('blocked');
});

test('nights use one issue, which is commented when the drift changes and closed without drift', async () => {
  const { repository, forge, job, push } = gitlab;
  await push();
  expect(await job('docform-drift')).toMatchObject({
    exit: 0,
    log: expect.stringContaining('no drift, and no open issue'),
  });
  await repository.rename('Docs', 'Documents');
  await job('docform-drift');
  forge.writes();
  expect(await job('docform-drift')).toMatchObject({
    exit: 0,
    log: expect.stringContaining('the same drift as in issue #1'),
  });
  expect(forge.writes()).toEqual([]);
  await repository.rename('Support', 'Help');
  forge.faults.push({ method: 'POST', path: /notes$/, status: 500, times: 1 });
  expect(await job('docform-drift')).toMatchObject({ exit: 1, log: expect.stringContaining('error[E-FORGE]') });
  expect(await job('docform-drift')).toMatchObject({ exit: 0, log: expect.stringContaining('commented on issue #1') });
  await repository.rename('Documents', 'Docs');
  await repository.rename('Help', 'Support');
  expect(await job('docform-drift')).toMatchObject({ exit: 0, log: expect.stringContaining('closed issue #1') });
  expect(forge.threads).toMatchObject([{ isOpen: false, comments: [{}, {}] }]);
});

test('no docform process has both the token of the platform and the token of the forge', async () => {
  const { repository, forge, job, push } = gitlab;
  forge.open({ number: 5, isRequest: true });
  await push();
  await job('docform-plan');
  await job('docform-drift');
  const both = repository.machine.calls.filter(
    ({ variables }) => variables.DOCFORM_TOKEN !== undefined && variables.GITLAB_TOKEN !== undefined,
  );
  expect(both).toEqual([]);
  expect(repository.machine.calls.length).toBeGreaterThan(6);
});
