/** Tests two processes on one data file: they open and write at the same time, and leave one complete file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { beforeEach, expect, test } from 'vitest';
import { cacheFirstResult } from '../../src/core/once.ts';
import { createPlatform } from '../../src/server/index.ts';
import { compile } from '../chaos/compile.ts';
import { directoryWith } from '../support/directory.ts';

let directory: string;
let data: string;

beforeEach(() => {
  directory = directoryWith();
  data = join(directory, 'state.db');
});

const isWhole = (): void => {
  const database = new Database(data);
  expect(database.prepare('PRAGMA integrity_check').raw().all()).toEqual([['ok']]);
  database.close();
};

interface Creator {
  readonly child: ChildProcess;
  /** The next line of output. */
  line(): Promise<string>;
}

const creator = cacheFirstResult(() => compile('test/server/control-creator.ts', directoryWith()));

function startCreator(name: string, count: number): Creator {
  const child = spawn(process.execPath, [creator(), data, name, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  let wake = (): void => undefined;
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    wake();
  });
  // A process can exit before its last output is read.
  let isClosed = false;
  child.on('close', () => {
    isClosed = true;
    wake();
  });
  return {
    child,
    line: async () => {
      while (!text.includes('\n') && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const line = text.slice(0, text.indexOf('\n'));
      text = text.slice(text.indexOf('\n') + 1);
      return line;
    },
  };
}

test('creates of two processes lose nothing, and no id is used twice', async () => {
  const count = 40;
  // Both processes create the tables, and one of them loads the fixture.
  const creators = ['One', 'Two'].map((name) => startCreator(name, count));
  expect(await Promise.all(creators.map(({ line }) => line()))).toEqual(['ready', 'ready']);
  for (const { child } of creators) child.stdin?.write('go\n');
  const made = (await Promise.all(creators.map(({ line }) => line()))).map(
    (line) => JSON.parse(line) as readonly string[],
  );
  await Promise.all(
    creators.map(({ child }) => child.exitCode ?? new Promise((resolve) => child.on('close', resolve))),
  );
  const ids = made.flat();
  expect([ids.length, new Set(ids).size]).toEqual([2 * count, 2 * count]);
  isWhole();
  const platform = createPlatform({ data, token: 'creator' });
  const request = new Request(`http://platform.test/v1/orgs/${platform.organization}/teams?limit=1000`, {
    headers: { authorization: 'Bearer creator' },
  });
  const { items } = (await (await platform.fetch(request)).json()) as {
    readonly items: readonly { readonly id: string }[];
  };
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(ids));
  platform.close();
  isWhole();
});

test('a closed platform leaves one complete file', () => {
  const platform = createPlatform({ data, seed: 'medium' });
  platform.snapshots.take('one');
  platform.reset({ seed: 'small' });
  expect(statSync(`${data}-wal`).size).toBeGreaterThan(0);
  platform.close();
  expect(existsSync(`${data}-wal`) ? statSync(`${data}-wal`).size : 0).toBe(0);
  isWhole();
  const again = createPlatform({ data });
  expect(again.snapshots.list().map(({ name }) => name)).toEqual(['one']);
  again.close();
  again.close();
});

test('closing does not wait for other connections', () => {
  const [one, two] = [createPlatform({ data }), createPlatform({ data })];
  one.close();
  expect(two.state().organizations).toHaveLength(1);
  two.close();
  isWhole();
});
