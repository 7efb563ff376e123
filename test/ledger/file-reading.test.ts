/** Unexpected files in place of ledger files are refused at once, and their content is not printed. */

import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DocformError } from '../../src/core/docform-error.ts';
import { createFileBackend } from '../../src/ledger/file/file-backend.ts';
import { directoryWith } from '../support/directory.ts';
import { ana, done, processes, target } from './entries.ts';

const now = { waitMs: 0, ttlMs: 20_000 };
let outside = '';
let path = '';
beforeEach(async () => {
  outside = directoryWith();
  const directory = join(outside, 'repository');
  await mkdir(join(directory, '.git'), { recursive: true });
  path = join(directory, 'docform.ledger.json');
});

const opened = () => createFileBackend({ path, target, processes });

/** Loads the state and takes the lock, and returns the error. */
async function refusal(): Promise<DocformError> {
  const error = await opened()
    .load()
    .then(() => opened().acquire(ana, now))
    .catch((reason: unknown) => reason);
  if (error instanceof DocformError) return error;
  throw error;
}

const files = ['', '.journal', '.lock'];

describe.each(files)('docform.ledger.json%s', (suffix) => {
  test('is refused without waiting if it is a pipe', async () => {
    execFileSync('mkfifo', [`${path}${suffix}`]);
    expect(await refusal()).toMatchObject({
      code: 'E-LEDGER-INVALID',
      message: `docform.ledger.json${suffix}: not a regular file`,
    });
  });

  test('is refused if it is a link to an endless device', async () => {
    await symlink('/dev/zero', `${path}${suffix}`);
    expect((await refusal()).message).toContain('the link leads out of the repository');
  });

  test('is refused if it is a link out of the repository, and no content is printed', async () => {
    await writeFile(join(outside, 'secret'), 'SECRET=canary-17\n');
    await symlink(join(outside, 'secret'), `${path}${suffix}`);
    const { message, hint } = await refusal();
    expect(message).toContain('the link leads out of the repository');
    expect(message + hint).not.toMatch(/SECRET|canary/);
  });

  test('is refused before it is read if it is too large', async () => {
    await writeFile(`${path}${suffix}`, '');
    await truncate(`${path}${suffix}`, 8 * 1024 ** 3);
    expect((await refusal()).message).toBe(`docform.ledger.json${suffix}: the file is too large`);
  });
});

test('a mutex that is not a regular file is refused without waiting', async () => {
  execFileSync('mkfifo', [`${path}.mutex`]);
  expect((await refusal()).message).toBe('docform.ledger.json.mutex: not a regular file');
});

test('a journal that ends within a character is read up to the previous line', async () => {
  const lock = await opened().acquire(ana, now);
  await lock.append(done('teams/a'));
  await lock.append(done('teams/ü'));
  const bytes = await readFile(`${path}.journal`);
  await writeFile(`${path}.journal`, bytes.subarray(0, bytes.indexOf('ü') + 1));
  expect(Object.keys((await opened().load()).ledger.resources)).toEqual(['teams/a']);
  await lock.release();
});

describe('a lock of another machine', () => {
  const lockUntil = (expiresAtMs: number) =>
    writeFile(
      `${path}.lock`,
      JSON.stringify({
        version: 1,
        id: 'x',
        token: 1,
        holder: ana,
        expiresAtMs,
        ttlMs: 300,
        extensions: 0,
        process: { host: 'elsewhere', pid: 7 },
      }),
    );

  test('is void if it would last longer than any lock, so a committed lock cannot block until 2126', async () => {
    await lockUntil(Date.UTC(2126, 0));
    await (await opened().acquire(ana, now)).release();
  });

  test('is in force until it expires', async () => {
    await lockUntil(Date.now() + 3_500_000);
    await expect(opened().acquire(ana, now)).rejects.toMatchObject({ code: 'E-LOCK-HELD' });
  });

  test('is reported as damaged if its numbers are invalid', async () => {
    await writeFile(
      `${path}.lock`,
      '{"version":1,"id":"x","token":1e300,"holder":{"who":"a","since":"b"},"expiresAtMs":1,"ttlMs":1,"extensions":0,"process":{"host":"h","pid":1}}',
    );
    expect((await refusal()).message).toContain('the state lock cannot be read');
  });
});

describe('the mode of written files', () => {
  const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
  const saved = async (text: string) => {
    const lock = await opened().acquire(ana, now);
    await lock.save({ resources: { 'teams/a': { id: text } }, lists: [] });
    const modes = await Promise.all([modeOf(path), modeOf(`${path}.lock`), modeOf(`${path}.journal`)]);
    await lock.release();
    return modes;
  };

  test('is at most 0644 with any umask, and stays narrower if it was', async () => {
    const before = process.umask(0);
    try {
      expect(await saved('1')).toEqual(['644', '644', '644']);
      await chmod(path, 0o600);
      expect((await saved('2'))[0]).toBe('600');
      await chmod(path, 0o666);
      expect((await saved('3'))[0]).toBe('644');
    } finally {
      process.umask(before);
    }
  });
});
