/** Tests that secrets from the environment and the token file are masked before any file is read, and that no file outside the tree is read. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const secrets = {
  DOCFORM_TOKEN: 'kanarie-token-4711',
  GITHUB_TOKEN: 'kanarie-forge-4711',
  PGPASSWORD: 'kanarie-database-4711',
  TF_HTTP_PASSWORD: 'kanarie-state-4711',
  DOCFORM_BACKEND: 'postgres://user:kanarie%2Dstore-4711@127.0.0.1:1/x?password=kanarie-query-4711',
  HTTPS_PROXY: 'http://user:kanarie-proxy-4711@127.0.0.1:1',
};

/** Secrets that a file of the tree could repeat if a contributor had obtained them. */
const stolen = ['token', 'forge', 'database', 'state', 'store', 'query', 'proxy', 'file'].map(
  (name) => `kanarie-${name}-4711`,
);

test.each(['validate', 'plan', 'fmt', 'drift', 'get', 'mv teams/a b', 'import', 'forget teams/a', 'undo --dry-run'])(
  '%s masks secrets of the environment and of the token file, also in errors about a file',
  async (line) => {
    const directory = directoryWith({
      'docform.yaml': `version: 1\n${stolen.map((secret) => `${secret}: { ${secret}: 1 }\n`).join('')}`,
      token: 'kanarie-file-4711\n',
    });
    for (const json of [[], ['--json']]) {
      const argv = [
        ...line.split(' '),
        '--token-file',
        'token',
        '--api-url',
        'https://127.0.0.1:1',
        '-v',
        '--debug',
        ...json,
      ];
      const { stdout, stderr } = await run(argv, { directory, environment: secrets });
      expect(`${stdout}${stderr}`).not.toContain('kanarie');
      expect(`${stdout}${stderr}`).not.toBe('');
    }
  },
);

test('docform.yaml as a link to the environment of the process does not print the environment', async () => {
  const directory = directoryWith();
  mkdirSync(join(directory, '.git'));
  symlinkSync('/proc/self/environ', join(directory, 'docform.yaml'));
  const home = process.env.PATH ?? '';
  for (const command of ['validate', 'plan', 'fmt', 'import']) {
    const { exit, stdout, stderr } = await run([command, '--api-url', 'local'], { directory });
    expect(`${stdout}${stderr}`).toMatch(/out(side| of) the repository/);
    expect(`${stdout}${stderr}`).not.toContain(home);
    expect(exit).toBe(3);
  }
});

test('a token can be read from a pipe, but not from an endless, oversized or invalid file', async () => {
  const directory = directoryWith({ 'docform.yaml': 'version: 1\norganization: acme\n' });
  const plan = (file: string) =>
    run(['plan', '--token-file', file, '--api-url', 'https://127.0.0.1:1', '--max-wait', '1ms'], { directory });
  expect(await plan('/dev/zero')).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-TOKEN-FILE') });
  expect(await plan('.')).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-TOKEN-FILE') });
  writeFileSync(join(directory, 'long'), 'x'.repeat(70_000));
  expect(await plan('long')).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-TOKEN-FILE') });
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  spawn('sh', ['-c', 'printf "kanarie with spaces" > pipe'], { cwd: directory, stdio: 'ignore' });
  const { exit, stderr } = await plan('pipe');
  expect(exit).toBe(4);
  expect(stderr).toContain('the token is empty or contains invalid characters');
});
