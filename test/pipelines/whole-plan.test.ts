/** Tests that a shortened comment links to the complete plan in the summary and in the artifacts of the run. */
import { expect, test } from 'vitest';
import { run } from '../cli/harness.ts';
import { startGithub } from './github-run.ts';
import { startGitlab } from './gitlab-run.ts';
import { teams } from './repository.ts';

/** The changes differ in more than one number, so that the report cannot group them. */
const titles = Array.from({ length: 1_500 }, (_, at) => `Team ${(at * 7_919) % 10_007} of ${at} that make a plan long`);
const last = titles.at(-1) ?? '';
const each = /Team \d+ of \d+ that make a plan long/g;

function expectKept(kept: readonly string[]): void {
  expect(kept).toHaveLength(3);
  expect(JSON.parse(kept[0] ?? '')).toMatchObject({ kind: 'plan', changes: { length: 1_500 } });
  expect(new Set(kept[1]?.match(each))).toEqual(new Set(titles));
  expect(Buffer.byteLength(kept[1] ?? '')).toBeLessThan(1_000_000);
  expect(new Set(kept[2]?.match(each))).toEqual(new Set(titles));
  expect(Buffer.byteLength(kept[2] ?? '')).toBeLessThan(1_000_000);
}

test('GitHub: the summary and the artifact contain the complete long plan, and the comment links to it', async () => {
  const { forge, pullRequest, close } = await startGithub(teams(...titles));
  try {
    const request = forge.open({ number: 5, isRequest: true });
    const ran = await pullRequest();
    expect(ran, ran.log).toMatchObject({ result: 'success' });
    expect(new Set(ran.summary.match(each))).toEqual(new Set(titles));
    expectKept(ran.kept);
    const body = request.comments[0]?.body ?? '';
    expect([body.includes(last), ran.summary.includes(last)]).toEqual([false, true]);
    expect(body).toContain('(https://github.test/acme/docs/actions/runs/41/artifacts/7)');
    expect(body.length).toBeLessThan(65_536);
    // Without an artifact, or with an artifact on another host, the comment has no link.
    for (const artifact of ['', 'https://evil.test/artifacts/7']) {
      await pullRequest({ 'test.artifact': artifact });
      expect(request.comments[0]?.body).not.toContain('Complete plan](');
    }
  } finally {
    await close();
  }
});

test('GitLab: the artifacts of the job contain the complete long plan, and the comment links to it', async () => {
  const { forge, job, close } = await startGitlab(teams(...titles));
  try {
    const request = forge.open({ number: 5, isRequest: true });
    const ran = await job('docform-plan');
    expect(ran.exit, ran.log).toBe(0);
    expectKept(ran.kept);
    expect(request.comments[0]?.body).toContain('(https://gitlab.test/acme/docs/-/jobs/41/artifacts/browse/.docform/)');
  } finally {
    await close();
  }
});

test('no comment is longer than the limit of a forge', async () => {
  for (const bytes of ['100', '2000000', 'all'])
    expect(await run(['show', 'plan.json', '--format', 'markdown', '--max-bytes', bytes])).toMatchObject({ exit: 3 });
});
