/** The mutex works on file systems without hard links. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { withFileMutex } from '../../src/ledger/file/file-lock.ts';
import { systemClock } from '../../src/ledger/state-lock.ts';
import { directoryWith } from '../support/directory.ts';
import { counted, processes } from './entries.ts';

let directory = '';
beforeEach(async () => {
  directory = directoryWith();
});

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
  'if linking fails with %s, one owner is inside at a time, and no file remains',
  async (code) => {
    let refused = 0;
    const linkFile = () => {
      refused += 1;
      throw Object.assign(new Error(`${code}: link`), { code });
    };
    const { inside, work } = counted();
    const mutex = {
      path: join(directory, 'x.mutex'),
      who: 'bo',
      waitMs: 60_000,
      processes,
      clock: systemClock,
      linkFile,
    };
    await Promise.all(Array.from({ length: 12 }, () => withFileMutex(mutex, work)));
    expect(inside).toEqual({ now: 0, most: 1, all: 12 });
    expect(refused).toBeGreaterThanOrEqual(12);
    expect(await readdir(directory)).toEqual([]);
  },
);
