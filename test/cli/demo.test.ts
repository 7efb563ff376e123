/** Tests the demo that `npm run demo` shows to new users. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectDirectory } from '../support/sources.ts';

const mostLines = 80;

test('the demo tells how drift and an edit are planned and applied, in at most 80 lines', async () => {
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', '--silent', 'demo'], {
    cwd: projectDirectory,
    env: { ...process.env, DOCFORM_TOKEN: 'unused', DOCFORM_API_URL: 'https://unreachable.invalid' },
  });
  expect(`${stderr}${stdout}`.split('\n').length - 1).toBeLessThanOrEqual(mostLines);
  const [, created = '', drift = '', plan = '', applied = ''] = stdout.split(/^\d\. .*$/m);
  expect(created).toMatch(/^\n\$ docform apply --yes --quiet\nApplied \d+ changes\. \d+ API requests\.\n/);
  expect(drift).toMatch(/^\n\$ docform drift\n/);
  expect(drift).toContain('"share-link" → "public"');
  expect(drift).toContain('is now above');
  expect(drift).toContain('\n1 high-risk change.\n');
  expect(plan).toMatch(/^\n\$ docform plan\n/);
  expect(plan).toMatch(/^ {2}! .*ana@acme\.dev/m);
  expect(plan).toMatch(/^Navigation of .*\n {2}> Guides/m);
  expect(plan).toContain('\n1 high-risk change.\n');
  expect(plan).toContain('\nPlan: 2 to update, 1 to move. 3 API requests.\n');
  expect(applied).toMatch(
    /^\n\$ docform apply --yes --quiet\nApplied 3 changes\. 3 API requests\.\n\$ docform plan\n[^$]*\nNo changes\.\n$/,
  );
});
