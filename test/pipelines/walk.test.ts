/** Tests a pull request from its first comment until nothing drifts, with the pipeline scripts, a fake forge and a repository. */
import { expect, test } from 'vitest';
import { startGithub } from './github-run.ts';
import { teams } from './repository.ts';

test('a pull request is commented, changed, broken, fixed, merged, approved and applied, and nothing drifts', async () => {
  const { repository, forge, pullRequest, push, drift, close } = await startGithub(teams('Docs'));
  const { git, work } = repository;
  expect((await push()).applied).toMatchObject({ result: 'success' });
  repository.pull();
  const request = forge.open({ number: 5, isRequest: true });
  /** Pushes to the branch of the request, and returns the comment of its pipeline. */
  const pushed = async (configuration: string) => {
    repository.commit({ 'docform.yaml': configuration }, 'change');
    const sha = git(work, 'rev-parse', 'HEAD');
    const ran = await pullRequest({ 'test.branch': 'change', 'github.event.pull_request.head.sha': sha });
    expect(request.comments).toHaveLength(1);
    const body = request.comments[0]?.body ?? '';
    expect(body).toContain(`commit \`${sha}\``);
    return { ...ran, body, sha };
  };

  expect(await pushed(teams('Handbook', 'Support'))).toMatchObject({
    result: 'success',
    body: expect.stringMatching(/Support[\s\S]*Handbook/),
  });
  const second = await pushed(teams('Docs', 'Sales'));
  expect(second).toMatchObject({ result: 'success', body: expect.stringContaining('Sales') });
  expect(second.body).not.toMatch(/Handbook|Support/);
  const broken = await pushed('version: 1\nteams: { docs: { titel: Docs } }\n');
  expect(broken).toMatchObject({ result: 'failure', body: expect.stringContaining('There is no plan for commit') });
  expect(broken.body).not.toContain('Sales');
  const mended = await pushed(teams('Manual', 'Sales'));
  expect(mended).toMatchObject({ result: 'success', outputs: { deletes: '0', 'high-risk': '0' } });
  expect(mended.body).not.toContain('There is no plan');
  const [digest] = /sha256:[0-9a-f]{64}/.exec(mended.body) ?? [];
  expect(await repository.titles()).toEqual(['Docs']);

  git(work, 'push', '--quiet', 'origin', 'HEAD:main');
  const merged = await push(() => expect(repository.titles()).resolves.toEqual(['Docs']));
  // The approved plan is the plan in the comment.
  expect(merged.planned.outputs).toMatchObject({ digest, commit: mended.sha, changes: '2' });
  expect(merged.applied, merged.applied?.log).toMatchObject({
    result: 'success',
    steps: { Apply: 'success', 'Commit the ledger': 'success' },
  });
  expect(await repository.titles()).toEqual(['Manual', 'Sales']);

  forge.writes();
  const looked = await drift();
  expect(looked).toMatchObject({ result: 'success', log: expect.stringContaining('no drift') });
  expect(forge.writes()).toEqual([]);
  await close();
});
