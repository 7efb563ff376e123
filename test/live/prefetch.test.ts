/** What is asked for beside the lists that tell whether what it stands in is there. */
import { expect, test } from 'vitest';
import type { LiveClient } from '../../src/live/fetch.ts';
import { admin, listOf, platform, read, space, structure, unknowns } from './organization.ts';
import { type Script, type ScriptedClient, scriptedClient, type World } from './scripted-client.ts';

/** Answers once everything has been asked for that can be: what was asked for together is one round. */
function inRounds(script: Script): ScriptedClient & { readonly rounds: readonly (readonly string[])[] } {
  const client = scriptedClient(script);
  const rounds: string[][] = [];
  let isOpen = false;
  const later = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (!isOpen) rounds.push([]);
    isOpen = true;
    const before = client.asked.length;
    const answer = ask();
    answer.catch(() => undefined);
    rounds.at(-1)?.push(...client.asked.slice(before));
    await new Promise(setImmediate);
    isOpen = false;
    return answer;
  };
  const send: LiveClient['send'] = (call) => later(() => client.send(call));
  return { asked: client.asked, rounds, send, list: (call) => later(() => client.list(call)) };
}

const links: World = { resources: { ...structure.resources, 'sites/docs/shareLinks/a': { name: 'A' } } };
const known = {
  'sites/docs': { id: 's1' },
  'sites/docs/sections/guides': { id: 'sec-g' },
  'spaces/home': { id: 'sp-home' },
  'spaces/home/fields': { id: 'sp-home' },
};
const script: Script = {
  ...platform,
  'sites/s1/share-links': [],
  'spaces/sp-home/custom-fields': [],
};

test('what stands in objects that the ledger knows comes in the first round, a structure whole', async () => {
  const client = inRounds(script);
  const live = await read(client, links, { resources: known });
  expect(unknowns(live)).toEqual([]);
  const inSite = ['section-groups', 'sections', 'share-links', 'site-spaces'].map((list) => `sites/s1/${list}`);
  const [first = [], ...others] = client.rounds.map((round) => round.toSorted());
  expect(first).toEqual(['members?role=admin&limit=1', 'sites', ...inSite, 'spaces/sp-home/custom-fields']);
  expect(others).toEqual([['members/u-ana/spaces']]);
});

test('all spaces come in it where somebody whom the ledger knows is declared as an admin', async () => {
  const world = {
    resources: { ...structure.resources, 'members/ana@acme.dev': { email: 'ana@acme.dev', role: 'admin' } },
  };
  const ledger = { resources: { ...known, 'members/ana@acme.dev': { id: 'u-ana' } } };
  const client = inRounds(script);
  await read(client, world, ledger);
  expect(client.rounds).toHaveLength(1);
  expect(client.asked).toContain('members/u-ana/spaces');
  const bo = { id: 'u-bo', role: 'admin', user: { id: 'u-bo', email: 'bo@acme.dev' } };
  const both = { ...script, members: [bo, admin], 'members/u-bo/spaces': 403 };
  expect(unknowns(await read(both, world, ledger))).toEqual([]);
  // Declared, and no admin any more: their spaces are not all.
  const lowered = {
    ...script,
    members: [{ ...admin, role: 'edit' }, bo],
    'members/u-bo/spaces': [],
    'spaces/sp-home': space('sp-home', 'Home'),
  };
  expect(await read(lowered, world, ledger)).toMatchObject({
    objects: expect.not.arrayContaining([expect.objectContaining({ id: 'sp-api' })]),
  });
});

test('whether this token sees everything comes in it where a plan hinges on that', async () => {
  const world = { resources: { 'collections/new': { title: 'New' }, 'spaces/new': { title: 'New' } } };
  const client = inRounds({ ...platform, collections: [] });
  await read(client, world);
  expect(client.rounds[0]).toContain('orgs/o1');
  expect(client.rounds.flat().filter((path) => path === 'orgs/o1')).toHaveLength(1);
});

test('spaces that are in order in a collection come in it, and are asked for once', async () => {
  const world: World = {
    resources: { 'collections/c': { title: 'C' }, 'spaces/home': { title: 'Home' } },
    orders: { 'collections/c': ['spaces/home'] },
  };
  const inOrder = { ...platform, collections: [{ id: 'col-1', title: 'C' }], 'collections/col-1/spaces': [] };
  const ledger = { resources: { ...known, 'collections/c': { id: 'col-1' } } };
  const client = inRounds(inOrder);
  await read(client, world, ledger);
  expect(client.rounds[0]).toContain('collections/col-1/spaces');
  expect(client.asked.filter((path) => path === 'collections/col-1/spaces')).toHaveLength(1);
  expect(unknowns(await read({ ...inOrder, collections: [], 'collections/col-1/spaces': 401 }, world, ledger))).toEqual(
    [],
  );
});

test('what is found by a pin, too, and what is found by its name once its list is there', async () => {
  const pinned = inRounds(script);
  await read(pinned, { ...links, pins: { 'sites/docs': 's1' } });
  expect(pinned.rounds[0]).toContain('sites/s1/share-links');
  const named = inRounds(script);
  await read(named, links);
  expect(named.rounds.findIndex((round) => round.includes('sites/s1/share-links'))).toBe(1);
});

const many = Array.from({ length: 40 }, (_, at) => [`teams/t${at}`, { id: `t${at}` }] as const);
const rosters = { resources: Object.fromEntries(many), lists: many.map(([address]) => `${address}/members`) };

test('of what is gone, no more is asked for than at once', async () => {
  const gone: Script = {
    ...platform,
    teams: [],
    ...Object.fromEntries(many.map(([, { id }]) => [`teams/${id}/members`, 403])),
  };
  const client = inRounds(gone);
  const live = await read(client, { resources: {} }, rosters);
  expect(live).toMatchObject({ objects: [], lists: [{ kind: 'team', parentId: null }] });
  expect(client.asked.filter((path) => path.endsWith('/members'))).toHaveLength(8);
});

test('a token that is not accepted ends it at once', async () => {
  const client = inRounds({
    ...platform,
    teams: 401,
    ...Object.fromEntries(many.map(([, { id }]) => [`teams/${id}/members`, 401])),
  });
  await expect(read(client, { resources: {} }, rosters)).rejects.toMatchObject({ status: 401 });
  expect(client.asked.length).toBeLessThanOrEqual(9 + 8);
});

test('what is refused of what is there is told, whenever it was asked for', async () => {
  const live = await read({ ...script, 'sites/s1/share-links': 403 }, links, { resources: known });
  expect(listOf(live, 'share-link', 's1')?.unknown).toContain('403');
});
