/** Tests the demo that `npm run demo` shows to new users. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));

test('the demo plans and applies a change made outside docform, and ends with an empty plan', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'demo'], { cwd: project });
  expect(stdout).toMatch(
    /^examples\/acme was applied to a local platform. Then these changes were made outside docform:\n( {2}- .+\n)+/,
  );
  expect(stdout).toMatch(
    /\$ docform plan --detailed-exitcode .*\n(.*\n)*Plan: \d+ to create, .*\n(.*\n)*\$ docform apply --yes .*\n(.*\n)*Applied \d+ changes\./,
  );
  expect(stdout.trimEnd()).toMatch(/\$ docform plan --detailed-exitcode\n[^$]*No changes\.[^$]*$/);
});
