/** A plan with one blocked change: the rest is shown with its own digest, applied with exit code 7, and `--all-or-nothing` blocks everything. */
import { expect, test } from 'vitest';
import { head, workspace } from './plan-workspace.ts';

const keys = Array.from({ length: 40 }, (_, at) => `s${at + 1}`);
const sites = (title: string) =>
  `${head}sites:\n${keys.map((key) => `  ${key}: { title: ${title} ${key}, basename: ${key} }\n`).join('')}`;

/** Forty sites with new titles, of which one was also renamed on the platform. */
async function conflicting() {
  const opened = await workspace(sites('Old'));
  expect((await opened.docform(['apply', '--yes'])).exit).toBe(0);
  await opened.write(sites('New'));
  await opened.ask('PATCH', `sites/${await opened.titled('sites?limit=1000', 'Old s7')}`, { title: 'Mine' });
  const changed = async () =>
    (await opened.titles('sites?limit=1000')).filter((title) => String(title).startsWith('New')).length;
  return { ...opened, changed };
}

test('one blocked site of forty is listed apart, and the approved rest is applied', async () => {
  const { docform, changed, close } = await conflicting();
  const { exit, stdout } = await docform(['plan', '--detailed-exitcode', '-o', 'plan.json']);
  expect(exit).toBe(7);
  expect(stdout).toContain('Not applied (blocked, or dependent on a blocked change)');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    '~ sites/s7 (update) title: "Mine" → "New s7" blocked[B-CONFLICT]: title was changed on the platform and in the configuration since the last apply',
  );
  expect(stdout).toContain('1 change is blocked. Only the rest of the plan will be applied.\n');
  expect(stdout).toContain('Plan: 39 to update. 39 API requests.\n');
  const applied = await docform(['apply', 'plan.json']);
  expect(applied).toMatchObject({
    exit: 7,
    stdout:
      'Applied 39 changes. 39 API requests.\nBlocked and not applied: 1 change. For details, run `docform plan`.\n  ~ sites/s7\nNext: commit docform.ledger.json\n',
  });
  expect(await changed()).toBe(39);
  await close();
});

test('a change that is no longer blocked is not approved, and is left out', async () => {
  const { docform, ask, titled, changed, close } = await conflicting();
  const { digest } = JSON.parse((await docform(['plan', '--json'])).stdout);
  await ask('PATCH', `sites/${await titled('sites?limit=1000', 'Mine')}`, { title: 'Old s7' });
  const { exit, stdout } = await docform(['apply', '--expect-digest', digest]);
  expect({ exit, stdout }).toMatchObject({
    exit: 7,
    stdout: expect.stringContaining('Not approved and not applied: 1 change.'),
  });
  expect(await changed()).toBe(39);
  await close();
});

test('nothing is applied if an approved change is blocked since the approval', async () => {
  const { docform, ask, titled, changed, close } = await conflicting();
  const { digest } = JSON.parse((await docform(['plan', '--json', '-o', 'plan.json'])).stdout);
  await ask('PATCH', `sites/${await titled('sites?limit=1000', 'Old s8')}`, { title: 'Mine, too' });
  for (const argv of [
    ['apply', 'plan.json'],
    ['apply', '--expect-digest', digest],
  ])
    expect((await docform(argv)).exit).toBe(6);
  expect(await changed()).toBe(0);
  await close();
});

test('with --all-or-nothing, one blocked change blocks the whole plan', async () => {
  const { docform, changed, close } = await conflicting();
  const { exit, stdout } = await docform(['plan', '--detailed-exitcode', '--all-or-nothing']);
  expect(exit).toBe(6);
  expect(stdout).toContain('Nothing will be applied: 1 change is blocked.\n');
  expect((await docform(['apply', '--yes', '--all-or-nothing'])).exit).toBe(6);
  expect(await changed()).toBe(0);
  await close();
});

test('with --all-or-nothing, an approval leaves nothing out', async () => {
  const { docform, write, ask, titled, changed, close } = await conflicting();
  await write(sites('New').replace('New s7', 'Mine'));
  const { digest } = JSON.parse((await docform(['plan', '--json', '--all-or-nothing', '-o', 'whole.json'])).stdout);
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  await docform(['plan', '-o', 'plan.json']);
  await ask('PATCH', `sites/${await titled('sites?limit=1000', 'Mine')}`, { title: 'Another' });
  for (const argv of [
    ['apply', 'whole.json'],
    ['apply', 'plan.json', '--all-or-nothing'],
    ['apply', '--expect-digest', digest],
  ])
    expect((await docform(argv)).exit).toBe(6);
  expect(await changed()).toBe(0);
  await close();
});
