/** Tests that a comment that omits high-risk changes fails the command and the pipeline. */
import { expect, test } from 'vitest';
import { planDigest } from '../../src/plan/approval/plan-digest.ts';
import { planJson } from '../../src/report/plan/json.ts';
import { change, planWith } from '../report/plans.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const planOf = (keys: (at: number) => string) => {
  const plan = planWith(
    Array.from({ length: 9_000 }, (_, at) => change(`spaces/${keys(at)}`, 'delete', { id: `id${at}` })),
  );
  return planJson(plan, { host: 'h', digest: planDigest(plan, 'h'), requests: 9_000 });
};

test('show --format markdown prints the comment, states first that it is incomplete, and exits with 6', async () => {
  const directory = directoryWith({ 'plan.json': planOf((at) => `x${(at * 7919) % 99_991}-${at % 7}`) });
  const shown = await run(['show', 'plan.json', '--format', 'markdown'], { directory });
  expect(shown).toMatchObject({ exit: 6, stderr: expect.stringContaining('error[E-COMMENT-TOO-LONG]') });
  expect(shown.stdout).toMatch(
    /^<!-- docform:plan -->\n> \[!CAUTION\]\n> \*\*This comment does not show the whole plan/,
  );
  expect((await run(['show', 'plan.json'], { directory })).exit).toBe(0);
});

test('a plan with short texts is complete and exits with 0', async () => {
  const directory = directoryWith({ 'plan.json': planOf((at) => `page-${at}`) });
  const shown = await run(['show', 'plan.json', '--format', 'markdown'], { directory });
  expect(shown).toMatchObject({ exit: 0, stderr: '' });
  expect(shown.stdout).toContain('`9000 from page-0 (id0) to page-8999 (id8999)`');
});
