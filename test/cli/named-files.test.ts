/** Tests that files named on the command line must be regular files of limited size, not behind a link out of the repository. */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

let directory = '';
beforeEach(async () => {
  const outside = directoryWith();
  directory = join(outside, 'repository');
  await mkdir(join(directory, '.git'), { recursive: true });
  await writeFile(join(directory, 'docform.yaml'), 'version: 1\norganization: acme\n');
  await writeFile(join(outside, 'secret'), 'SECRET=canary-17\n');
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  await symlink(join(outside, 'secret'), join(directory, 'link'));
  await symlink('/dev/zero', join(directory, 'zero'));
  await writeFile(join(directory, 'big'), '');
  await truncate(join(directory, 'big'), 8 * 1024 ** 3);
});

const reasons = [
  ['pipe', 'not a regular file'],
  ['link', 'a link out of the repository'],
  ['zero', 'a link out of the repository'],
  ['big', 'too large'],
] as const;

describe.each([
  { argv: ['show'], code: 'E-PLAN-FILE' },
  { argv: ['apply', '--api-url', 'local'], code: 'E-PLAN-FILE' },
  { argv: ['undo', '--yes', '--api-url', 'local'], code: 'E-UNDO-FILE' },
  { argv: ['ledger', 'merge', 'big', 'big'], code: 'E-LEDGER-INVALID' },
  { argv: ['import', '--from'], code: 'E-SITE-FILE' },
  { argv: ['ci', 'issue', '--file'], code: 'E-CI-FILE' },
])('docform $argv.0', ({ argv, code }) => {
  test.each(reasons)('rejects %s at once, and prints none of its content', async (file, reason) => {
    const { exit, stdout, stderr } = await run([...argv.map((word) => (word === 'big' ? file : word)), file], {
      directory,
    });
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toContain(`error[${code}]: ${file} cannot be read`);
    expect(stderr).toContain(`(${reason})`);
    expect(stderr).not.toMatch(/SECRET|canary/);
  });
});
