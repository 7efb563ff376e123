/** The packaged program refuses a `%` in a password as the source does: a bundler removes calls whose results are not used. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { builtEntry } from '../cli/spawned.ts';
import { directoryWith } from '../support/directory.ts';

test.each([
  ['DOCFORM_BACKEND', 'postgres://ana:kanarie%@127.0.0.1:1/db'],
  ['DOCFORM_BACKEND', 'https://ana:kanarie%e4@127.0.0.1:1/state'],
  ['HTTPS_PROXY', 'http://ana:kanarie%@127.0.0.1:1'],
  ['https_proxy', 'ana:kanarie%e4@127.0.0.1:1'],
])('%s=%s names the variable, and not the password', (variable, value) => {
  const directory = directoryWith({ 'docform.yaml': 'version: 1\nname: docs\norganization: acme\nteams: {}\n' });
  const env = { DOCFORM_TOKEN: 'token', DOCFORM_API_URL: 'https://acme.invalid', [variable]: value };
  const { stderr } = spawnSync(process.execPath, [builtEntry(), 'plan'], { cwd: directory, env, encoding: 'utf8' });
  expect(stderr).toContain(`${variable} contains a character that must be percent-encoded`);
  expect(stderr).not.toContain('kanarie');
});
