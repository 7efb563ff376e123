/** Tests that a failed plan replaces the earlier comment, so that an outdated plan cannot be approved. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { problemsMarkdown } from '../../src/report/problems.ts';
import { run } from '../cli/harness.ts';
import { startGithub } from './github-run.ts';
import { startGitlab } from './gitlab-run.ts';
import { teams } from './repository.ts';

const commits = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(40));
const broken = 'version: 1\nteams:\n  docs: { titel: "</details> @everyone ::error::" }\n';

interface Walk {
  readonly repository: Awaited<ReturnType<typeof startGithub>>['repository'];
  readonly forge: Awaited<ReturnType<typeof startGithub>>['forge'];
  /** Runs the pipeline of the pull request, and returns whether it failed. `token` replaces the configured token. */
  readonly plan: (commit: string | undefined, token?: string) => Promise<boolean>;
  readonly run: string;
  readonly close: () => Promise<void>;
}

async function onGithub(): Promise<Walk> {
  const { repository, forge, pullRequest, close } = await startGithub(teams('Docs'));
  return {
    ...{ repository, forge, close, run: 'https://github.test/acme/docs/actions/runs/41' },
    plan: async (commit = '', token) => {
      const secret = token === undefined ? {} : { 'secrets.DOCFORM_READ_TOKEN': token };
      return (await pullRequest({ 'github.event.pull_request.head.sha': commit, ...secret })).result === 'failure';
    },
  };
}

async function onGitlab(): Promise<Walk> {
  const { repository, forge, job, close } = await startGitlab(teams('Docs'));
  return {
    ...{ repository, forge, close, run: 'https://gitlab.test/acme/docs/-/jobs/41' },
    plan: async (commit = '', token) => {
      const ended = await job('docform-plan', {
        CI_COMMIT_SHA: commit,
        ...(token === undefined ? {} : { DOCFORM_TOKEN: token }),
      });
      return ended.exit !== 0;
    },
  };
}

let close: () => Promise<void> = async () => undefined;
afterEach(async () => {
  await close();
  close = async () => undefined;
});

test.each([
  ['GitHub', onGithub],
  ['GitLab', onGitlab],
])('%s: a failed plan replaces the comment, and a fixed configuration restores it', async (_, start) => {
  const walk = await start();
  close = walk.close;
  const { repository, forge, plan } = walk;
  const request = forge.open({ number: 5, isRequest: true });
  const comment = () => {
    expect(request.comments).toHaveLength(1);
    return request.comments[0]?.body ?? '';
  };
  expect(await plan(commits[0])).toBe(false);
  expect(comment()).toContain('Docs');
  expect(comment()).toContain(`commit \`${commits[0]}\``);
  expect(comment()).toContain(`[the run](${walk.run})`);
  repository.commit({ 'docform.yaml': teams('Docs', 'Support') });
  expect(await plan(commits[1])).toBe(false);
  expect(comment()).toContain('Support');

  repository.commit({ 'docform.yaml': broken });
  expect(await plan(commits[2])).toBe(true);
  expect(comment()).toContain(`There is no plan for commit \`${commits[2]}\``);
  expect(comment()).toContain(`[the run](${walk.run})`);
  expect(comment()).toMatch(/`E-[A-Z-]+` `docform\.yaml:3:\d+`: .*titel/);
  expect(comment()).not.toMatch(/Support|create|<\/details>|@everyone/);

  repository.commit({ 'docform.yaml': teams('Docs', 'Sales') });
  expect(await plan(commits[3])).toBe(false);
  expect(comment()).toContain('Sales');
  expect(comment()).not.toContain('There is no plan');

  expect(await plan(commits[4], 'refused-canary-9')).toBe(true);
  expect(comment()).toContain(`There is no plan for commit \`${commits[4]}\``);
  expect(comment()).toContain('E-');
  expect(comment()).not.toMatch(/Sales|canary/);
});

test('a failed plan creates no comment if there is none yet', async () => {
  const walk = await onGithub();
  close = walk.close;
  const request = walk.forge.open({ number: 5, isRequest: true });
  walk.repository.commit({ 'docform.yaml': broken });
  expect(await walk.plan(commits[0])).toBe(true);
  expect(request.comments).toEqual([]);
});

test('GitHub: an unreachable platform and an interrupted plan replace the comment', async () => {
  const github = await startGithub(teams('Docs'));
  close = github.close;
  const { repository, forge, pullRequest } = github;
  const request = forge.open({ number: 5, isRequest: true });
  await pullRequest();
  expect(request.comments[0]?.body).toContain('Docs');
  const away = { 'vars.DOCFORM_API_URL': 'http://127.0.0.1:9', 'github.event.pull_request.head.sha': commits[1] ?? '' };
  const failed = await pullRequest(away);
  expect(failed).toMatchObject({
    result: 'failure',
    steps: { Comment: 'success' },
    summary: expect.stringContaining('There is no plan'),
  });
  expect(request.comments[0]?.body).toContain(`There is no plan for commit \`${commits[1]}\``);

  await pullRequest();
  const directory = await repository.machine.directory('cut-off');
  await writeFile(join(directory, 'plan.md'), '');
  const comment = repository.machine.calls.findLast(({ argv }) => argv[1] === 'comment');
  const environment = { ...comment?.variables, DOCFORM_COMMIT: commits[2] ?? '' };
  const ran = await run(['ci', 'comment', '--file', 'plan.md', '--only-update', '--or-failed'], {
    directory,
    environment,
  });
  expect(ran).toMatchObject({ exit: 0, stdout: 'docform: comment updated\n' });
  expect(request.comments[0]?.body).toMatch(
    new RegExp(`There is no plan for commit \`${commits[2]}\`.*ended before it reported a reason`, 's'),
  );
  expect((await run(['ci', 'comment', '--file', 'plan.md'], { directory, environment })).exit).toBe(3);
});

test('the comment limits problems and counts the omitted ones', () => {
  const span = { file: 'docform.yaml', line: 1, column: 1, length: 1 };
  const problems = Array.from({ length: 400 }, (_, at) => ({
    code: 'E-X',
    message: `${at} ${'*_'.repeat(3_000)}`,
    span,
  }));
  const text = problemsMarkdown(problems, {});
  expect(text.length).toBeLessThan(30_000);
  const told = text.match(/^- /gm)?.length ?? 0;
  expect(told).toBeGreaterThan(1);
  expect(text).toContain(`Not shown: ${400 - told} \`E-X\``);
});
