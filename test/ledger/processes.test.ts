/** The status of a process depends on its id, start time, machine and container. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createProcessTable, type ProcessIdentity } from '../../src/ledger/process-table.ts';

const table = createProcessTable({ host: 'build-7' });

describe.skipIf(!existsSync('/proc/self/stat'))('on systems with /proc', () => {
  const changed = async (change: Partial<ProcessIdentity>) => table.statusOf({ ...(await table.self()), ...change });

  test('this process is alive', async () => {
    expect((await table.self()).pid).toBe(process.pid);
    expect(await changed({})).toBe('alive');
  });

  test('a reused process id is another process', async () => {
    expect(await changed({ started: '1' })).toBe('gone');
  });

  test('the status is unknown on another machine and in another container', async () => {
    expect(await changed({ host: 'build-8' })).toBe('unknown');
    expect(await changed({ namespace: 'pid:[1]' })).toBe('unknown');
  });

  test('the status is unknown after a reboot, because another machine can have the same name', async () => {
    expect(await changed({ boot: 'another' })).toBe('unknown');
  });

  test('a child is stopped after SIGSTOP, alive after SIGCONT, and gone after SIGKILL', async () => {
    const child = spawn('sleep', ['30']);
    const pid = child.pid ?? 0;
    const identity = { ...(await createProcessTable({ host: 'build-7', pid }).self()), pid };
    child.kill('SIGSTOP');
    await expect.poll(() => table.statusOf(identity)).toBe('stopped');
    child.kill('SIGCONT');
    await expect.poll(() => table.statusOf(identity)).toBe('alive');
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('close', resolve));
    expect(await table.statusOf(identity)).toBe('gone');
  });
});
