/** Tests and the processes that they start write temporary files only into the directory of the run. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import ownTemporaryDirectory, { ownerFile, ownerOf } from './support/temporary-directory.ts';

const ofTheRun = process.env.TMPDIR;
let end: (() => void) | undefined;
afterEach(() => {
  end?.();
  end = undefined;
});

test('workers and their child processes use the directory of the run', () => {
  expect(tmpdir()).toMatch(/\/docform-\w{6}$/);
  const inChild = execFileSync(process.execPath, ['-p', 'os.tmpdir()'], { encoding: 'utf8' }).trim();
  expect(inChild).toBe(tmpdir());
});

test('the directory is removed with its content, and other users can only traverse it', () => {
  end = ownTemporaryDirectory();
  const own = tmpdir();
  expect(dirname(own)).toBe(ofTheRun);
  expect(statSync(own).mode & 0o777).toBe(0o711);
  mkdtempSync(join(own, 'docform-'));
  end();
  end = undefined;
  expect(existsSync(own)).toBe(false);
  expect(tmpdir()).toBe(ofTheRun);
});

test('the path is short enough for a socket', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docform-pg-'));
  // sun_path has 108 bytes on Linux and 104 on other systems, including the final zero.
  expect(join(directory, '.s.PGSQL.65535.lock').length).toBeLessThan(104);
  rmSync(directory, { recursive: true });
});

test.skipIf(process.platform !== 'linux')(
  'the next start removes the directory of a killed run, and nothing else',
  () => {
    const own = ownerOf(process.pid) ?? '';
    const [namespace, pid, started] = own.split(' ');
    // Process ids are at most 2^22.
    const owners = {
      dead: `${namespace} 4194305 1`,
      'another has its number now': `${namespace} ${pid} ${Number(started) - 1}`,
      alive: own,
      'of another container': `pid:[1] 4194305 1`,
      'not whole': '',
      'of no run': undefined,
    };
    const directories = Object.entries(owners).map(([name, owner]) => {
      const directory = mkdtempSync(join(tmpdir(), 'docform-'));
      if (owner !== undefined) writeFileSync(join(directory, ownerFile), owner);
      return [name, directory] as const;
    });
    end = ownTemporaryDirectory();
    const stay = directories.flatMap(([name, directory]) => (existsSync(directory) ? [name] : []));
    expect(stay).toEqual(['alive', 'of another container', 'not whole', 'of no run']);
    for (const [, directory] of directories) rmSync(directory, { recursive: true, force: true });
  },
);
