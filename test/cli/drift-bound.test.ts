/** Drift of a configuration with a bound leaves out the unmanaged objects of others, and still reports those inside the bound. */
import { expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { workspace } from './plan-workspace.ts';

const teams = (head: string) => `version: 1\n${head}teams:\n  partner-a: { title: Partner A }\n`;

test('the first night after an apply has no drift, although others have unmanaged objects outside the bound', async () => {
  const live = worldOf({ teams: { legal: { title: 'Legal' }, support: { title: 'Support' } } });
  const { docform, write, ask, close } = await workspace(teams('within: [teams/partner-*]\n'), live);
  expect((await docform(['apply', '--yes'])).exit).toBe(0);
  const clean = await docform(['drift', '--detailed-exitcode']);
  expect(clean).toMatchObject({ exit: 0, stdout: expect.stringContaining('No drift.') });
  expect(clean.stdout).toContain('not listed: 2 unmanaged objects outside `within`');
  await ask('PUT', 'teams', { title: 'Partner B' });
  const found = await docform(['drift', '--detailed-exitcode']);
  expect(found).toMatchObject({ exit: 2, stdout: expect.stringContaining('"Partner B"') });
  await write(teams(''));
  const unbound = await docform(['drift', '--detailed-exitcode']);
  expect(unbound.stdout).toContain('Not managed (3)');
  await close();
});
