/** Tests data files: state and token survive a restart and a kill -9. */
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('a restart keeps state, ids and token, and does not load the fixture again', async () => {
  const first = createPlatform({ data, seed: 'small' });
  const made = await speak(first).put('~/teams', { title: 'Kept' });
  first.close();
  const second = createPlatform({ data, seed: 'medium', seedNumber: 7 });
  expect([second.organization, second.token]).toEqual([first.organization, first.token]);
  const at = speak(second);
  expect((await at.list('~/teams')).map(({ title }) => title)).toEqual(['Docs', 'Kept']);
  const next = await at.put('~/teams', { title: 'Next' });
  expect(next.id).not.toBe(made.id);
  second.close();
  const third = createPlatform({ data, token: 'given-later' });
  expect((await speak(third).list('~/teams')).length).toBe(3);
  third.close();
  const fourth = createPlatform({ data });
  expect(fourth.token).toBe('given-later');
  fourth.close();
});

test('only the owner can read the file', () => {
  createPlatform({ data, seed: 'empty' }).close();
  expect(statSync(data).mode & 0o077).toBe(0);
});

test('two platforms on one file see changes of each other', async () => {
  const [one, two] = [createPlatform({ data, seed: 'small' }), createPlatform({ data })];
  const [atOne, atTwo] = [speak(one), speak(two)];
  const made = [await atOne.put('~/teams', { title: 'One' }), await atTwo.put('~/teams', { title: 'Two' })];
  expect(new Set(made.map(({ id }) => id)).size).toBe(2);
  expect((await atOne.list('~/teams')).map(({ title }) => title)).toEqual(['Docs', 'One', 'Two']);
  one.close();
  two.close();
});

test('a file that is not a database is refused and not changed', () => {
  writeFileSync(data, 'version: 1\n'.repeat(1000));
  expect(() => createPlatform({ data })).toThrow();
  expect(statSync(data).size).toBe(11_000);
});

test('kill -9 loses no acknowledged write', async () => {
  const acknowledged = await writeUntilKilled(60);
  expect(acknowledged.length).toBeGreaterThanOrEqual(60);
  const platform = createPlatform({ data });
  const stored = (await speak(platform).list('~/teams')).map(({ id }) => id);
  platform.close();
  expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(1);
});

/** Ids of the teams that the process printed before it was killed. */
async function writeUntilKilled(count: number): Promise<readonly string[]> {
  const writer: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'writer.ts'), data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  await new Promise<void>((resolve) => {
    writer.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.split('\n').length > count) writer.kill('SIGKILL');
    });
    writer.on('close', () => resolve());
  });
  expect(writer.signalCode).toBe('SIGKILL');
  return text.slice(0, text.lastIndexOf('\n')).split('\n');
}

test('a platform with a data file answers on a port until it is closed', async () => {
  const platform = createPlatform({ seed: 'medium' });
  const listening = await platform.listen({ port: 0 });
  expect(listening.url).toBe(`http://127.0.0.1:${listening.port}`);
  const overSocket = {
    ...platform,
    fetch: (request: Request) =>
      fetch(new Request(request.url.replace('http://platform.test', listening.url), request)),
  };
  const at = speak(overSocket);
  const made = await at.post('~/collections', { title: 'Über uns 日本' });
  expect(made.title).toBe('Über uns 日本');
  expect(made.urls.location).toBe(`${listening.url}/v1/collections/${made.id}`);
  await at.delete(`/v1/collections/${made.id}`);
  const [team] = await at.list('~/teams?title=partners');
  await at.delete(`~/teams/${team?.id}`);
  expect(await at.list('~/members', 3)).toHaveLength(14);
  expect(await at.refused('PUT', '~/teams', { title: 'x'.repeat(11 * 1024 * 1024) })).toBe(413);
  const unauthorised = await fetch(`${listening.url}/v1/orgs`);
  expect(unauthorised.status).toBe(401);
  await listening.close();
  await expect(fetch(`${listening.url}/v1/orgs`)).rejects.toThrow();
  platform.close();
});
