/** Ids from ledger or pins that no list contains. */
import { describe, expect, test } from 'vitest';
import { asked, listOf, objectOf, organization, platform, read, unknowns } from './organization.ts';
import type { Script } from './scripted-client.ts';

interface Known {
  readonly kind: string;
  readonly address: string;
  readonly fields: { readonly [field: string]: string };
  readonly list: string;
  readonly one: string;
  readonly reply: { readonly [name: string]: unknown };
}

const known: readonly Known[] = [
  {
    kind: 'collection',
    address: 'collections/x',
    fields: { title: 'X' },
    list: 'collections',
    one: 'collections/x1',
    reply: { title: 'X' },
  },
  { kind: 'team', address: 'teams/x', fields: { title: 'X' }, list: 'teams', one: 'teams/x1', reply: { title: 'X' } },
  { kind: 'site', address: 'sites/x', fields: { title: 'X' }, list: 'sites', one: 'sites/x1', reply: { title: 'X' } },
  {
    kind: 'saml-provider',
    address: 'saml/x',
    fields: { label: 'X' },
    list: 'saml',
    one: 'saml/x1',
    reply: { label: 'X' },
  },
  {
    kind: 'translation',
    address: 'translations/x',
    fields: { title: 'X' },
    list: 'translations',
    one: 'translations/x1',
    reply: { title: 'X' },
  },
  {
    kind: 'custom-field',
    address: 'customFields/x1',
    fields: { type: 'text' },
    list: 'custom-fields',
    one: 'custom-fields/x1',
    reply: { name: 'x1', type: 'text' },
  },
  {
    kind: 'openapi-spec',
    address: 'openapi/x1',
    fields: { slug: 'x1' },
    list: 'openapi',
    one: 'openapi/x1',
    reply: { slug: 'x1' },
  },
  {
    kind: 'member',
    address: 'members/x@acme.dev',
    fields: { email: 'x@acme.dev' },
    list: 'members',
    one: 'members/x1',
    reply: { user: { id: 'x1', email: 'x@acme.dev' } },
  },
];

const lesser = { ...organization, permissions: { admin: false, view: true } };

describe.each(known)('a $kind in the ledger that its list omits', ({ kind, address, fields, list, one, reply }) => {
  const empty: Script = { ...platform, [list]: [], 'orgs/o1': organization };
  const world = { resources: { [address]: fields } };
  const ledger = { resources: { [address]: { id: 'x1' } } };

  test('the object exists if a request by id finds it', async () => {
    const live = await read({ ...empty, [one]: { id: 'x1', ...reply } }, world, ledger);
    expect(objectOf(live, kind, 'x1')).toBeDefined();
    expect(unknowns(live)).toEqual([]);
  });

  test('the object is hidden if the request by id is refused', async () => {
    const live = await read({ ...empty, [one]: 403 }, world, ledger);
    expect(listOf(live, kind, null)).toMatchObject({ unknown: 'refused with 403', isDenied: true });
  });

  test('the object is considered deleted after a 404 only for a token that sees everything', async () => {
    expect(unknowns(await read(empty, world, ledger))).toEqual([]);
    for (const script of [
      { ...empty, 'orgs/o1': lesser },
      { ...empty, 'orgs/o1': { id: 'o1' } },
      { ...empty, 'orgs/o1': 500 },
    ])
      expect(listOf(await read(script, world, ledger), kind, null)).toMatchObject({
        unknown: expect.stringContaining('x1'),
        isDenied: true,
      });
  });

  test('the object is not requested by id if its list contains it', async () => {
    const all = await asked({ ...empty, [list]: [{ id: 'x1', ...reply }] }, world, ledger);
    expect(all).toContain(list);
    expect(all).not.toContain(one);
  });
});

test('the permissions to list members and teams guarantee complete lists', async () => {
  const world = { resources: { 'teams/x': { title: 'X' } } };
  const told = { ...organization, permissions: { admin: false, listTeams: true } };
  const live = await read({ ...platform, teams: [], 'orgs/o1': told }, world, {
    resources: { 'teams/x': { id: 'x1' } },
  });
  expect(unknowns(live)).toEqual([]);
});

test('a new collection is not considered absent with a token that cannot see every collection', async () => {
  const world = { resources: { 'collections/x': { title: 'X' } } };
  expect(unknowns(await read({ ...platform, collections: [] }, world))).toEqual([]);
  const [list] = unknowns(await read({ ...platform, collections: [], 'orgs/o1': lesser }, world));
  expect(list).toMatchObject({ kind: 'collection', isDenied: true });
});

test('an object moved to another organization is absent, although a request by id finds it', async () => {
  const script = { ...platform, collections: [], 'collections/x1': { id: 'x1', title: 'X', organization: 'o2' } };
  const live = await read(
    script,
    { resources: { 'collections/x': { title: 'X' } } },
    { resources: { 'collections/x': { id: 'x1' } } },
  );
  expect(objectOf(live, 'collection', 'x1')).toBeUndefined();
  expect(unknowns(live)).toEqual([]);
});

test('a visitor schema and a link invite that return 404 are unknown for a token that cannot see everything', async () => {
  const world = {
    resources: {
      'sites/docs': { title: 'Docs' },
      'sites/docs/visitor': { claims: {} },
      'linkInvites/inv_1': { id: 'inv_1' },
    },
  };
  const ledger = {
    resources: { 'sites/docs': { id: 's1' }, 'sites/docs/visitor': { id: 's1' }, 'linkInvites/inv_1': { id: 'inv_1' } },
  };
  expect(unknowns(await read(platform, world, ledger))).toEqual([]);
  const kinds = unknowns(await read({ ...platform, 'orgs/o1': lesser }, world, ledger)).map(({ kind }) => kind);
  expect(kinds).toEqual(['adaptive-schema', 'link-invite']);
});
