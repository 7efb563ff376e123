/** The mutex admits one owner at a time, even if its owner dies, and is not removed while its owner is suspended. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepFileMutex, type MutexOwner, withFileMutex } from '../../src/ledger/file/file-lock.ts';
import type { ProcessTable } from '../../src/ledger/process-table.ts';
import { type Clock, systemClock } from '../../src/ledger/state-lock.ts';
import { directoryWith } from '../support/directory.ts';
import { counted, processes } from './entries.ts';

let directory = '';
let path = '';
beforeEach(async () => {
  directory = directoryWith();
  path = join(directory, 'x.mutex');
});

/** Advances by `stepMs` with each look, however busy the machine is. */
function lookedAt(stepMs = 10): Clock {
  let looks = 0;
  return { ...systemClock, monotonicMs: () => stepMs * looks++ };
}

const mutexOf = (table: ProcessTable, waitMs = 20_000, stepMs = 10) => ({
  path,
  who: 'bo',
  waitMs,
  processes: table,
  clock: lookedAt(stepMs),
});

/** Writes a mutex of process 1. */
async function plant(name: string, nonce: string): Promise<void> {
  const owner: MutexOwner = { nonce, who: 'ana', since: 'earlier', process: { ...(await processes.self()), pid: 1 } };
  await writeFile(join(directory, name), JSON.stringify(owner));
}

/** Process 1 is dead, and this process is alive. */
const table: ProcessTable = { ...processes, statusOf: async ({ pid }) => (pid === 1 ? 'gone' : 'alive') };

test.each(['.', '.git'])('many simultaneous owners in %s run one after another', async (place) => {
  await mkdir(join(directory, '.git'));
  path = join(directory, place, 'x.mutex');
  const { inside, work } = counted();
  await Promise.all(Array.from({ length: 20 }, () => withFileMutex(mutexOf(table), work)));
  expect(inside).toEqual({ now: 0, most: 1, all: 20 });
  expect(await readdir(join(directory, place))).toEqual(place === '.' ? ['.git'] : []);
});

test('one of many processes removes the mutex of a dead owner, and one owner is inside at a time', async () => {
  const { inside, work } = counted();
  for (let round = 0; round < 10; round += 1) {
    await plant('x.mutex', `${round}`.padStart(8, 'a'));
    await Promise.all(Array.from({ length: 6 }, () => withFileMutex(mutexOf(table), work)));
  }
  expect(inside).toEqual({ now: 0, most: 1, all: 60 });
  expect(await readdir(directory)).toEqual([]);
});

test('a process with old knowledge of a dead owner does not remove the mutex of the next owner', async () => {
  await plant('x.mutex', 'aaaaaaaa-1');
  const resume: { seen?: () => void; goOn?: () => void } = {};
  const hasSeen = new Promise<void>((resolve) => {
    resume.seen = resolve;
  });
  const mayGoOn = new Promise<void>((resolve) => {
    resume.goOn = resolve;
  });
  const slow: ProcessTable = {
    ...table,
    statusOf: async (identity) => {
      resume.seen?.();
      await mayGoOn;
      return table.statusOf(identity);
    },
  };
  const order: string[] = [];
  const second = withFileMutex(mutexOf(slow), async () => void order.push('late'));
  await hasSeen;
  await withFileMutex(mutexOf(table), async () => {
    resume.goOn?.();
    await new Promise((resolve) => setTimeout(resolve, 60));
    order.push('early');
  });
  await second;
  expect(order).toEqual(['early', 'late']);
});

test('the mutex of a dead owner is removed even if the first remover died', async () => {
  await plant('x.mutex', 'aaaaaaaa-1');
  await plant('x.mutex.aaaaaaaa', 'bbbbbbbb-2');
  expect(await withFileMutex(mutexOf(table), async () => 'inside')).toEqual({ value: 'inside' });
  expect(await readdir(directory)).toEqual([]);
});

test('while a living process removes the mutex, no other process does', async () => {
  await plant('x.mutex', 'aaaaaaaa-1');
  const breaker: MutexOwner = { nonce: 'cccccccc-3', who: 'cy', since: 'now', process: await processes.self() };
  await writeFile(`${path}.aaaaaaaa`, JSON.stringify(breaker));
  expect(await withFileMutex(mutexOf(table, 30), async () => 'inside')).toMatchObject({ busy: { who: 'cy' } });
  expect((await readdir(directory)).sort()).toEqual(['x.mutex', 'x.mutex.aaaaaaaa']);
});

test('the mutex of a suspended process and an unreadable mutex are not removed', async () => {
  await plant('x.mutex', 'aaaaaaaa-1');
  const alive: ProcessTable = { ...processes, statusOf: async () => 'alive' };
  expect(await withFileMutex(mutexOf(alive, 30), async () => 'inside')).toMatchObject({ busy: { who: 'ana' } });
  await writeFile(path, '');
  expect(await withFileMutex(mutexOf(table, 30), async () => 'inside')).toMatchObject({
    busy: { who: 'an unknown process' },
  });
});

test('failing work releases the mutex', async () => {
  const failing = withFileMutex(mutexOf(table), async () => {
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  expect(await readdir(directory)).toEqual([]);
});

describe('the mutex of another machine', () => {
  const elsewhere: ProcessTable = { ...processes, statusOf: async () => 'unknown' };
  const plantAt = (since: string) =>
    writeFile(path, JSON.stringify({ nonce: 'aaaaaaaa-1', who: 'ana', since, process: { host: 'elsewhere', pid: 1 } }));
  const taken = (waitMs = 20_000) => withFileMutex(mutexOf(elsewhere, waitMs, 1_000), async () => 'done');

  test('is waited for while its owner can be running', async () => {
    await plantAt(new Date(Date.now() - 60_000).toISOString());
    expect(await taken()).toMatchObject({ busy: { who: 'ana' }, isAbandoned: false });
  });

  test.each(['2020-01-01T00:00:00Z', '2126-01-01T00:00:00Z', 'some day'])(
    'is over if it looks older than any lock or is invalid, and does not change: %s',
    async (since) => {
      await plantAt(since);
      expect(await taken(8_000)).toMatchObject({ busy: { who: 'ana' }, isAbandoned: true });
      expect(await taken()).toEqual({ value: 'done' });
      expect(await readdir(directory)).toEqual([]);
    },
  );

  test('is not over while it is taken repeatedly, for any value of our clock', async () => {
    let number = 0;
    const busy: ProcessTable = {
      ...elsewhere,
      statusOf: async () => {
        number += 1;
        await writeFile(
          path,
          JSON.stringify({
            nonce: `aaaaaaaa-${number}`,
            who: 'ana',
            since: '2020-01-01T00:00:00Z',
            process: { host: 'elsewhere', pid: 1 },
          }),
        );
        return 'unknown';
      },
    };
    await plantAt('2020-01-01T00:00:00Z');
    expect(await withFileMutex(mutexOf(busy, 60_000, 1_000), async () => 'done')).toMatchObject({
      busy: { who: 'ana' },
    });
  });

  test('without a readable owner is over if unchanged, for any value of the clocks, and its text is not used as a path', async () => {
    for (const text of [
      '',
      '{',
      JSON.stringify({ nonce: '/../../x', who: 'a', since: 'b', process: { host: 'h', pid: 1 } }),
    ]) {
      await writeFile(path, text);
      await utimes(path, new Date(0), new Date(0));
      expect(await taken(8_000)).toMatchObject({ busy: { who: 'an unknown process' }, isAbandoned: true });
      expect(await taken()).toEqual({ value: 'done' });
      expect(await readdir(directory)).toEqual([]);
    }
  });
});

describe('a mutex that is kept between works', () => {
  const isFollowed = () => true;
  const isLast = () => false;
  const there = async () => (await readdir(directory)).length > 0;
  let now = 0;
  const clock: Clock = { ...systemClock, monotonicMs: () => now, wallMs: () => now };
  const kept = () => keepFileMutex({ path, who: 'bo', waitMs: 0, processes: table, clock });

  test('is the same for the next work, and is released after the last work', async () => {
    const mutex = kept();
    const first = await mutex.run(async (isNew) => isNew, isFollowed);
    const second = await mutex.run(async (isNew) => [isNew, await there()], isLast);
    expect([first, second]).toEqual([{ value: true }, { value: [false, true] }]);
    expect(await there()).toBe(false);
  });

  test('cannot be taken by another owner', async () => {
    const mutex = kept();
    await mutex.run(async () => undefined, isFollowed);
    expect(await withFileMutex({ ...mutexOf(table), waitMs: 0 }, async () => 'in')).toMatchObject({
      busy: { who: 'bo' },
    });
    await mutex.run(async () => undefined, isLast);
    expect(await withFileMutex(mutexOf(table), async () => 'in')).toEqual({ value: 'in' });
  });

  test('is released if no work follows or a work fails', async () => {
    const mutex = kept();
    await mutex.run(async () => undefined, isFollowed);
    await expect.poll(there).toBe(false);
    const failing = mutex.run(async () => {
      throw new Error('the disk is full');
    }, isFollowed);
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await there()).toBe(false);
  });

  test('is taken again after a suspension or a jump of the clock between two works', async () => {
    const mutex = kept();
    for (const step of [0, 99, 1, 50]) {
      now += step;
      await mutex.run(async () => undefined, isFollowed);
    }
    const isNew = async () => (await mutex.run(async (so) => so, isFollowed)) as { readonly value: boolean };
    const told: boolean[] = [];
    for (const step of [0, 100, 99, -200, 20]) {
      now += step;
      told.push((await isNew()).value);
    }
    expect(told).toEqual([false, true, false, true, false]);
    await mutex.run(async () => undefined, isLast);
  });
});
