/** Tests data files of other programs and formats, and damaged files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { beforeEach, expect, test } from 'vitest';
import { createPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { speak } from './open.ts';

let directory: string;
let data: string;

beforeEach(() => {
  directory = directoryWith();
  data = join(directory, 'state.db');
});

function withDatabase(sql: string): void {
  const database = new Database(data);
  database.exec(sql);
  database.close();
}

test.each([
  ['with tables of its own', 'CREATE TABLE accounts (id INTEGER PRIMARY KEY); INSERT INTO accounts VALUES (1);'],
  ['with tables of the same names', 'CREATE TABLE facts (a); CREATE TABLE objects (a);'],
  [
    'with an application id',
    'PRAGMA application_id = 7; PRAGMA user_version = 1; CREATE TABLE facts (a); CREATE TABLE objects (a);',
  ],
])('a SQLite file of another program, %s, is refused and not changed', (_, sql) => {
  withDatabase(sql);
  const before = readFileSync(data);
  expect(() => createPlatform({ data })).toThrow(`${data} is the database of another program`);
  expect(readFileSync(data).equals(before)).toBe(true);
});

test('a file of an older format is migrated with all its objects', async () => {
  const first = createPlatform({ data, seed: 'medium' });
  const { digest } = first.state();
  first.close();
  withDatabase('PRAGMA application_id = 0; PRAGMA user_version = 1;');
  const second = createPlatform({ data });
  expect(second.state().digest).toBe(digest);
  await speak(second).put('~/teams', { title: 'New' });
  second.close();
  const database = new Database(data);
  expect(database.prepare('PRAGMA user_version').raw().get()).toEqual([2]);
  expect(database.prepare('PRAGMA application_id').raw().get()).toEqual([0x646f6366]);
  database.close();
});

test('siblings at the same position are all listed, for any page size', async () => {
  createPlatform({ data, seed: 'medium' }).close();
  withDatabase(`UPDATE objects SET position = 1 WHERE kind IN ('team', 'member')`);
  const platform = createPlatform({ data });
  const at = speak(platform);
  for (const path of ['~/teams', '~/members', '~/members?order=asc']) {
    const whole = await at.list(path, 1000);
    expect(whole.length).toBeGreaterThan(3);
    for (const limit of [1, 3]) expect(await at.list(path, limit), path).toEqual(whole);
  }
  platform.close();
});

test('a file of a newer format is refused and not changed', () => {
  createPlatform({ data, seed: 'small' }).close();
  withDatabase('PRAGMA user_version = 99;');
  const before = readFileSync(data);
  expect(() => createPlatform({ data })).toThrow(`${data} has format 99; this platform supports formats up to 2`);
  expect(readFileSync(data).equals(before)).toBe(true);
});

test('a truncated file is refused', () => {
  createPlatform({ data, seed: 'medium' }).close();
  writeFileSync(data, readFileSync(data).subarray(0, 5000));
  expect(() => createPlatform({ data })).toThrow();
});
