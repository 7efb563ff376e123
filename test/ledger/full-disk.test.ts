/** A disk that is full while a mutex file is written keeps no part of the file. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createProcessTable } from '../../src/ledger/process-table.ts';
import { systemClock } from '../../src/ledger/state-lock.ts';
import { directoryWith } from '../support/directory.ts';

/** Other tests of this process also get the mock, so it is off outside the test. */
const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const writeFileSync: typeof fs.writeFileSync = (path, _, options) => {
    if (!disk.isFull || !String(path).includes('.mutex.')) return fs.writeFileSync(path, _, options);
    fs.writeFileSync(path, '{"no', options);
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  return { ...fs, writeFileSync };
});

test('no temporary mutex file remains', async () => {
  vi.resetModules();
  const { withFileMutex } = await import('../../src/ledger/file/file-lock.ts');
  const directory = directoryWith();
  const processes = createProcessTable({ host: 'here', pid: process.pid, isPidAlive: () => true });
  const mutex = { path: join(directory, 'l.mutex'), who: 'ana', waitMs: 0, processes, clock: systemClock };
  disk.isFull = true;
  try {
    await expect(withFileMutex(mutex, async () => undefined)).rejects.toThrow('ENOSPC');
  } finally {
    disk.isFull = false;
  }
  expect(readdirSync(directory)).toEqual([]);
});
