/** Requests that are sent together with the lists that show whether their objects exist. */
import { expect, test } from 'vitest';
import type { LiveClient } from '../../src/remote/live/fetch.ts';
import { admin, listOf, platform, read, space, structure, unknowns } from './organization.ts';
import { type Script, type ScriptedClient, scriptedClient, type World } from './scripted-client.ts';

/** Responds once all possible requests were sent: these form one round. */
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

test('children of objects in the ledger are requested in the first round, with whole structures', async () => {
  const client = inRounds(script);
  const live = await read(client, links, { resources: known });
  expect(unknowns(live)).toEqual([]);
  const inSite = ['section-groups', 'sections', 'share-links', 'site-spaces'].map((list) => `sites/s1/${list}`);
  const [first = [], ...others] = client.rounds.map((round) => round.toSorted());
  expect(first).toEqual(['members?role=admin&limit=1', 'sites', ...inSite, 'spaces/sp-home/custom-fields']);
  expect(others).toEqual([['members/u-ana/spaces']]);
});

test('the spaces of a declared admin with a known id are requested in the first round', async () => {
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
  // A declared admin without the role: the list of their spaces is incomplete.
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

test('the organization is requested in the first round if the plan depends on permissions', async () => {
  const world = { resources: { 'collections/new': { title: 'New' }, 'spaces/new': { title: 'New' } } };
  const client = inRounds({ ...platform, collections: [] });
  await read(client, world);
  expect(client.rounds[0]).toContain('orgs/o1');
  expect(client.rounds.flat().filter((path) => path === 'orgs/o1')).toHaveLength(1);
});

test('spaces in a collection order are requested once, in the first round', async () => {
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

test('children of pinned objects are requested in the first round, and of others after their list', async () => {
  const pinned = inRounds(script);
  await read(pinned, { ...links, pins: { 'sites/docs': 's1' } });
  expect(pinned.rounds[0]).toContain('sites/s1/share-links');
  const named = inRounds(script);
  await read(named, links);
  expect(named.rounds.findIndex((round) => round.includes('sites/s1/share-links'))).toBe(1);
});

const many = Array.from({ length: 40 }, (_, at) => [`teams/t${at}`, { id: `t${at}` }] as const);
const rosters = { resources: Object.fromEntries(many), lists: many.map(([address]) => `${address}/members`) };

test('missing objects cause no further requests', async () => {
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

test('a rejected token ends prefetching', async () => {
  const client = inRounds({
    ...platform,
    teams: 401,
    ...Object.fromEntries(many.map(([, { id }]) => [`teams/${id}/members`, 401])),
  });
  await expect(read(client, { resources: {} }, rosters)).rejects.toMatchObject({ status: 401 });
  expect(client.asked.length).toBeLessThanOrEqual(9 + 8);
});

test('refused lists of existing objects are unknown', async () => {
  const live = await read({ ...script, 'sites/s1/share-links': 403 }, links, { resources: known });
  expect(listOf(live, 'share-link', 's1')?.unknown).toContain('403');
});
