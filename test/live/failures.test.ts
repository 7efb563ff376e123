/** Failed lists are unknown, never absent. */
import { describe, expect, test } from 'vitest';
import type { LiveClient } from '../../src/remote/live/fetch.ts';
import {
  admin,
  listOf,
  objectOf,
  organization,
  platform,
  read,
  siteSpace,
  space,
  structure,
  unknowns,
} from './organization.ts';
import type { World } from './scripted-client.ts';

describe('failed reads', () => {
  const roster: World = { resources: { 'teams/docs': { title: 'Docs' } }, lists: ['teams/docs/members'] };
  const teams = { 'orgs/o1': organization, teams: [{ id: 't1', title: 'Docs' }] };

  test('an incomplete list of team members is unknown, and keeps its items', async () => {
    const live = await read(
      {
        ...teams,
        'teams/t1/members': {
          items: [{ organization: admin, team: { role: 'member' } }],
          unknown: '1 item came, 3 are counted',
        },
      },
      roster,
    );
    expect(listOf(live, 'team-member', 't1')?.unknown).toContain('1 item came');
    expect(objectOf(live, 'team-member', 'u-ana')).toEqual({
      kind: 'team-member',
      id: 'u-ana',
      parentId: 't1',
      fields: { member: 'u-ana', role: 'member' },
    });
    expect(listOf(live, 'team', null)).toEqual({ kind: 'team', parentId: null });
  });

  test('one refused list makes the whole site structure unknown', async () => {
    const live = await read({ ...platform, 'orgs/o1': organization, 'sites/s1/section-groups': 403 }, structure);
    expect(unknowns(live)).toEqual(
      [
        ['section', 's1'],
        ['section-group', 's1'],
        ...['s1', 'sec-g', 'sec-p'].map((parentId) => ['site-space', parentId]),
      ].map(([kind, parentId]) => ({ kind, parentId, unknown: 'refused with 403' })),
    );
    expect(live.orders.s1).toEqual([['sec-g']]);
  });

  test('without site-spaces, defaults are unknown', async () => {
    const live = await read(
      {
        ...platform,
        'orgs/o1': organization,
        'sites/s1/site-spaces': { items: [siteSpace('ss-2', 'sp-api', { section: 'sec-p' })], unknown: 'cut' },
      },
      structure,
    );
    for (const parentId of ['s1', 'sec-g', 'sec-p']) expect(listOf(live, 'site-space', parentId)?.unknown).toBe('cut');
    expect(objectOf(live, 'section', 'sec-p')?.fields.default).toBeUndefined();
    expect(live.orders['sec-p']).toBeUndefined();
  });

  test('an item that violates the contract makes the list unknown', async () => {
    const world = { resources: { 'teams/docs': { title: 'Docs' } } };
    for (const odd of [null, { id: 't2' }, { id: 't2', title: 5 }, { title: 'x' }]) {
      const live = await read({ ...teams, teams: [{ id: 't1', title: 'Docs' }, odd] }, world);
      expect(listOf(live, 'team', null)?.unknown).toBeDefined();
      expect(objectOf(live, 'team', 't1')).toBeDefined();
    }
    const oddField = await read(
      { 'orgs/o1': organization, 'custom-fields': [{ name: 'a', type: 'text', options: 'x' }] },
      { resources: { 'customFields/a': { name: 'a' } } },
    );
    expect(listOf(oddField, 'custom-field', null)?.unknown).toBeDefined();
  });

  test('a refused object is unknown, a missing object is absent', async () => {
    const world = { resources: { 'sites/docs': { title: 'Docs' }, 'sites/docs/visitor': { claims: {} } } };
    expect(
      unknowns(await read({ ...platform, 'orgs/o1': organization, 'sites/s1/adaptive-schema': 403 }, world)),
    ).toHaveLength(1);
    const live = await read({ ...platform, 'sites/s1/adaptive-schema': 404 }, world);
    expect(listOf(live, 'adaptive-schema', 's1')).toEqual({ kind: 'adaptive-schema', parentId: 's1' });
  });

  test('a refused or missing organization is an error', async () => {
    for (const status of [401, 403, 404]) {
      await expect(read({ 'orgs/o1': status }, { resources: { settings: { title: 'x' } } })).rejects.toMatchObject({
        status,
      });
    }
    await expect(
      read({ 'orgs/o1': 403, teams: 403 }, { resources: { 'teams/docs': { title: 'Docs' } } }),
    ).rejects.toMatchObject({
      status: 403,
    });
    const live = await read({ 'orgs/o1': 500 }, { resources: { settings: { title: 'x' } } });
    expect(listOf(live, 'organization', null)?.unknown).toBe('refused with 500');
  });

  test('a rejected token is an error in every list', async () => {
    await expect(read({ ...teams, teams: 401 }, roster)).rejects.toMatchObject({ status: 401 });
    await expect(read({ ...platform, 'members?role=admin&limit=1': 401 }, structure)).rejects.toMatchObject({
      status: 401,
    });
  });

  test('a bug in a decoder is not reported as an unreadable list', async () => {
    const broken: LiveClient = { send: async () => undefined, list: () => Promise.reject(new TypeError('oops')) };
    await expect(read(broken, roster)).rejects.toThrow('oops');
  });
});

describe('spaces without an admin', () => {
  const collections = {
    collections: [{ id: 'col-1', title: 'C' }],
    'collections/col-1/spaces': [space('sp-api', 'API', { parent: 'col-1' })],
  };

  test('spaces of collections and sites are read, and prove no absence', async () => {
    const live = await read(
      { ...platform, ...collections, 'orgs/o1': organization, 'members?role=admin&limit=1': [] },
      structure,
    );
    expect(
      live.objects
        .filter(({ kind }) => kind === 'space')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['sp-api', 'sp-home']);
    expect(listOf(live, 'space', null)?.unknown).toContain('no member with role admin');
    expect(live.objects.filter(({ kind }) => kind === 'collection')).toEqual([]);
  });

  test.each([{ 'members?role=admin&limit=1': 403 }, { 'members/u-ana/spaces': 403 }])(
    'spaces of collections and sites are read if the response is %j',
    async (refused) => {
      const live = await read({ ...platform, ...collections, 'orgs/o1': organization, ...refused }, structure);
      expect(listOf(live, 'space', null)?.unknown).toContain('refused with 403');
      expect(objectOf(live, 'space', 'sp-home')).toBeDefined();
    },
  );

  test('pinned spaces are requested by id', async () => {
    const script = {
      ...platform,
      ...collections,
      'orgs/o1': organization,
      'members?role=admin&limit=1': 403,
      'spaces/sp-x': space('sp-x', 'X'),
    };
    const live = await read(script, { resources: { 'spaces/x': {} }, pins: { 'spaces/x': 'sp-x' } });
    expect(objectOf(live, 'space', 'sp-x')?.fields.title).toBe('X');
  });
});
