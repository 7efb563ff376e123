/** fetchLive requests only objects that the configuration or the ledger contains. */
import { describe, expect, test } from 'vitest';
import { admin, asked, listOf, objectOf, organization, platform, read, structure } from './organization.ts';
import type { World } from './scripted-client.ts';

describe('fetchLive', () => {
  test('an empty configuration needs no requests', async () => {
    expect(await asked({}, { resources: {} })).toEqual([]);
  });

  test('a site with its structure, its spaces and the organization needs seven requests', async () => {
    expect(await asked(platform, structure)).toEqual(
      [
        'members/u-ana/spaces',
        'members?role=admin&limit=1',
        'orgs/o1',
        'sites',
        'sites/s1/section-groups',
        'sites/s1/sections',
        'sites/s1/site-spaces',
      ].toSorted(),
    );
  });

  test('the list of members is read once, for the admin and for team members', async () => {
    const world: World = {
      resources: {
        'spaces/home': { title: 'Home' },
        'teams/docs': { title: 'Docs' },
        'teams/docs/members/ana@acme.dev': { member: { ref: 'members/ana@acme.dev' } },
      },
    };
    const script = {
      ...platform,
      teams: [
        { id: 't1', title: 'Docs' },
        { id: 't2', title: 'More' },
      ],
      'teams/t1/members': [{ organization: admin, team: { role: 'owner' } }],
    };
    expect(await asked(script, world)).toEqual([
      'members',
      'members/u-ana/spaces',
      'orgs/o1',
      'teams',
      'teams/t1/members',
    ]);
  });

  test('a site with settings only needs one list', async () => {
    expect(await asked(platform, { resources: { 'sites/docs': { basename: 'docs' } } })).toEqual(['sites']);
  });

  test('children of a parent that does not exist or match are not read', async () => {
    expect(
      await asked(platform, {
        resources: { 'sites/docs': { title: 'Nowhere' }, 'sites/docs/shareLinks/a': { name: 'A' } },
      }),
    ).toEqual(['sites']);
  });

  test('children are read for parents matched by pin, by ledger id and by the ledger id before a rename', async () => {
    const links = { resources: { 'sites/docs': {}, 'sites/docs/shareLinks/a': { name: 'A' } } };
    const script = { ...platform, 'sites/s1/share-links': [], 'sites/s2/share-links': [] };
    expect(await asked(script, { ...links, pins: { 'sites/docs': 's2' } })).toEqual(['sites', 'sites/s2/share-links']);
    expect(await asked(script, links, { resources: { 'sites/docs': { id: 's1' } } })).toEqual([
      'sites',
      'sites/s1/share-links',
    ]);
    const moved = { ...links, moved: [{ from: 'sites/old', to: 'sites/docs' }] };
    expect(await asked(script, moved, { resources: { 'sites/old': { id: 's2' } } })).toEqual([
      'sites',
      'sites/s2/share-links',
    ]);
  });

  test('lists that are declared empty, and lists in the ledger, are read', async () => {
    const script = { ...platform, 'sites/s1/share-links': [], translations: [] };
    expect(
      await asked(script, { resources: { 'sites/docs': { title: 'Docs' } }, lists: ['sites/docs/shareLinks'] }),
    ).toEqual(['sites', 'sites/s1/share-links']);
    expect(await asked(script, { resources: {} }, { lists: ['translations'] })).toEqual(['translations']);
    expect(
      await asked(
        script,
        { resources: {} },
        { resources: { 'sites/docs/shareLinks/a': { id: 'x' }, 'sites/docs': { id: 's1' } } },
      ),
    ).toEqual(['sites', 'sites/s1/share-links']);
  });

  test('the visitor schema is read if conditions need it', async () => {
    const world = {
      resources: {
        ...structure.resources,
        'sites/docs/sections/guides': { path: 'guides', condition: 'visitor.claims.partner == true' },
      },
    };
    const jsonSchema = { properties: { partner: { type: 'boolean', description: 'P' } } };
    const script = { ...platform, 'sites/s1/adaptive-schema': { jsonSchema } };
    expect(await asked(script, world)).toContain('sites/s1/adaptive-schema');
    const live = await read(script, world);
    expect(objectOf(live, 'adaptive-schema', 's1')).toEqual({
      kind: 'adaptive-schema',
      id: 's1',
      parentId: 's1',
      fields: { claims: { partner: { type: 'boolean', description: 'P' } }, unsigned: {}, jsonSchema },
    });
    expect(objectOf(await read(platform, world), 'adaptive-schema', 's1')).toBeUndefined();
  });

  test('custom-field values are read for spaces with declared values or values in the ledger', async () => {
    const script = {
      ...platform,
      'spaces/sp-home/custom-fields': [
        { customField: { name: 'owner' }, value: 'docs' },
        { customField: { name: 'state' } },
      ] as never,
    };
    const world = {
      resources: {
        'spaces/home': { title: 'Home' },
        'spaces/api': { title: 'API' },
        'spaces/home/fields': { values: { owner: 'x' } },
      },
    };
    expect((await asked(script, world)).filter((path) => path.includes('custom-fields'))).toEqual([
      'spaces/sp-home/custom-fields',
    ]);
    expect(objectOf(await read(script, world), 'field-values', 'sp-home')).toMatchObject({
      parentId: 'sp-home',
      fields: { values: { owner: 'docs' } },
    });
  });

  test('SAML providers are read if the configuration enforces SSO', async () => {
    expect(await asked({ 'orgs/o1': { id: 'o1' }, saml: [] }, { resources: { settings: { sso: true } } })).toEqual([
      'orgs/o1',
      'saml',
    ]);
    expect(await asked({ 'orgs/o1': { id: 'o1' } }, { resources: { settings: { sso: false } } })).toEqual(['orgs/o1']);
  });

  test('link invites are read by id', async () => {
    const live = await read(
      { 'orgs/o1': organization, 'link-invites/inv_1': { id: 'inv_1', role: 'read' } },
      { resources: { 'linkInvites/inv_1': { id: 'inv_1' }, 'linkInvites/inv_2': { id: 'inv_2' } } },
    );
    expect(live.objects).toEqual([
      { kind: 'link-invite', id: 'inv_1', parentId: null, fields: { id: 'inv_1', role: 'read' } },
    ]);
    expect(listOf(live, 'link-invite', null)).toEqual({ kind: 'link-invite', parentId: null });
  });
});
