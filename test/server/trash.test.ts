/** Tests the trash: restore within 7 days, and permanent delete afterwards. */
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createPlatform } from '../../src/server/index.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { directoryWith } from '../support/directory.ts';
import { makeSpaces, open, speak } from './open.ts';

const directory = directoryWith();
const dayMs = 24 * 60 * 60 * 1000;
let file = 0;
let data: string;
let nowMs: number;

beforeEach(() => {
  file += 1;
  data = join(directory, `state-${file}.db`);
  nowMs = Date.UTC(2026, 5, 17, 12);
});

/** Opens a platform on the file for `work` only. */
async function onFile<T>(work: (at: ReturnType<typeof speak>) => Promise<T>): Promise<T> {
  const platform = createPlatform({ data, seed: 'medium', token: 'known', now: () => nowMs });
  try {
    return await work(speak(platform));
  } finally {
    platform.close();
  }
}

const homeOf = (at: ReturnType<typeof speak>): Promise<string> =>
  at.list('~/members?role=admin&order=asc').then(async ([admin]) => {
    const spaces = await at.list(`~/members/${admin?.id}/spaces`);
    return spaces.find(({ space }) => space.title === 'Home')?.space.id as string;
  });

/** Everything that can be read of a space. */
async function contentOf(at: ReturnType<typeof speak>, space: string): Promise<unknown> {
  const { updatedAt: _, ...facts } = await at.get(`/v1/spaces/${space}`);
  const base = `/v1/spaces/${space}`;
  const [fields, comments, discussion] = [
    await at.get(`${base}/custom-fields`),
    await at.list(`${base}/comments`),
    await at.list(`${base}/change-requests/1/comments`),
  ];
  return {
    facts,
    fields,
    comments,
    discussion,
    // References contain the organization, whose default site must be deleted before the space.
    links: JSON.parse(JSON.stringify(await at.list(`${base}/links`)), (name, member) =>
      name === 'organization' ? undefined : member,
    ),
    change: await at.get(`${base}/change-requests/1/content`),
  };
}

/** Removes the space Home from its sites, and deletes it. */
async function trashHome(at: ReturnType<typeof speak>): Promise<string> {
  const home = await homeOf(at);
  for (const { id } of await at.list('~/sites')) await at.delete(`~/sites/${id}`);
  await at.delete(`/v1/spaces/${home}`);
  return home;
}

/** The number of objects in the file that belong to a space. */
function traces(space: string): number {
  const store = openStore(data);
  const kinds = ['revision', 'comment', 'comment-reply', 'change-request', 'space', 'trashed-space'] as const;
  const within = kinds.reduce((sum, kind) => sum + store.countInScope(kind, space), 0);
  const own = store.find('trashed-space', space) ?? store.find('space', space);
  store.close();
  return within + (own === undefined ? 0 : 1);
}

test('within 7 days, a space is restored with its content, also after a restart', async () => {
  const [home, before] = await onFile(async (at) => {
    const id = await homeOf(at);
    return [id, await contentOf(at, id)] as const;
  });
  await onFile(trashHome);
  nowMs += 7 * dayMs;
  await onFile(async (at) => {
    await at.put('~/teams', { title: 'A write' });
    await at.post(`/v1/spaces/${home}/restore`);
    expect(await contentOf(at, home)).toEqual(before);
  });
});

test('after 7 days, the next write deletes a space permanently with its content', async () => {
  const home = await onFile(trashHome);
  const held = traces(home);
  expect(held).toBeGreaterThan(6);
  nowMs += 7 * dayMs + 1;
  await onFile(async (at) => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/restore'],
      ['GET', '/comments'],
    ] as const)
      expect(await at.refused(method, `/v1/spaces/${home}${path}`)).toBe(404);
  });
  expect(traces(home)).toBe(held);
  await onFile((at) => at.put('~/teams', { title: 'A write' }));
  expect(traces(home)).toBe(0);
});

test('each space has its own 7 days, which start again after a restore', async () => {
  await onFile(async (at) => {
    const space = async (title: string): Promise<string> => {
      const site = await at.post('~/sites', { title, spaces: 'empty' });
      const [siteSpace] = await at.list(`~/sites/${site.id}/site-spaces`);
      await at.delete(`~/sites/${site.id}`);
      return siteSpace?.space.id;
    };
    const status = async (id: string): Promise<number> => (await at.send('GET', `/v1/spaces/${id}`)).status;
    const [early, late, again] = [await space('Early'), await space('Late'), await space('Again')];
    for (const id of [early, again]) await at.delete(`/v1/spaces/${id}`);
    nowMs += 3 * dayMs;
    await at.post(`/v1/spaces/${again}/restore`);
    for (const id of [late, again]) await at.delete(`/v1/spaces/${id}`);
    nowMs += 5 * dayMs;
    await at.put('~/teams', { title: 'A write' });
    expect([await status(early), await status(late), await status(again)]).toEqual([404, 200, 200]);
    nowMs += 3 * dayMs;
    await at.put('~/teams', { title: 'A write' });
    expect([await status(late), await status(again)]).toEqual([404, 404]);
  });
});

test('a space that is restored to a used position is listed next to the other space, for any page size', async () => {
  const opened = open({ seed: 'empty' });
  const ids = await makeSpaces(opened, 'First', 'Second', 'Third');
  const [first, second, third] = ids;
  const { id: parent } = await opened.post('~/collections', { title: 'Shelf' });
  for (const id of [first, second]) await opened.post(`/v1/spaces/${id}/move`, { parent });
  await opened.delete(`/v1/spaces/${second}`);
  await opened.post(`/v1/spaces/${third}/move`, { parent });
  await opened.post(`/v1/spaces/${second}/restore`);
  for (const limit of [1, 2, 1000]) {
    const listed = await opened.list(`/v1/collections/${parent}/spaces`, limit);
    expect(listed.map(({ id }) => id)).toEqual(ids);
  }
  await opened.post(`/v1/spaces/${first}/move`, { position: { after: { type: 'space', space: second } } });
  const moved = await opened.list(`/v1/collections/${parent}/spaces`);
  expect(moved.map(({ id }) => id)).toEqual([second, first, third]);
});
