/** A change made outside docform and accepted in the configuration leaves work for apply, and does not block the next edit. */
import { expect, test } from 'vitest';
import { head, workspace } from './plan-workspace.ts';

const text = (title: string) => `${head}teams: { docs: { title: ${title} } }\n`;

test('an accepted drift has to be recorded: in text, Markdown, JSON and the exit code; apply records it once', async () => {
  const { docform, write, ask, titled, close } = await workspace(text('Docs'));
  await docform(['apply', '--yes']);
  await ask('PATCH', `teams/${await titled('teams', 'Docs')}`, { title: 'Handbook' });
  const drift = await docform(['drift', '--write', '--yes']);
  expect(drift.exit, drift.stderr).toBe(0);
  const plan = async (...flags: readonly string[]) => docform(['plan', '--detailed-exitcode', ...flags]);
  const found = await plan();
  expect([found.exit, found.stdout]).toEqual([
    2,
    expect.stringContaining('No changes to the platform. Ledger: 1 to record.'),
  ]);
  const json = await plan('--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ hasChanges: false, ledgerUpdates: 1, needsApply: true, changes: [] });
  expect((await plan('--format', 'markdown')).stdout).toContain('Ledger: 1 to record.');
  expect((await plan('--out', 'plan.json')).exit).toBe(2);
  expect((await docform(['show', 'plan.json'])).stdout).toContain('Ledger: 1 to record.');
  const applied = await docform(['apply', 'plan.json']);
  expect(applied.stdout).toContain('The ledger was updated for objects that already matched the configuration.');
  const after = await plan('--json');
  expect([after.exit, JSON.parse(after.stdout)]).toMatchObject([0, { ledgerUpdates: 0, needsApply: false }]);
  await write(text('Manual'));
  const edited = await plan();
  expect([edited.exit, edited.stdout]).toEqual([2, expect.not.stringContaining('B-CONFLICT')]);
  expect((await docform(['apply', '--yes'])).exit).toBe(0);
  await close();
});
