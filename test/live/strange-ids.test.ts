/** Ids that contain path segments, are property names of every object, or are empty. */
import { describe, expect, test } from 'vitest';
import { asked, listOf, objectOf, platform, read, siteSpace, structure } from './organization.ts';

const strange = ['..', '.', '__proto__', 'a/b', 'a b', '\ud800', ''];

describe.each(strange)('the id %j', (id) => {
  test('the list of teams is unknown, and the id is not requested', async () => {
    const script = {
      ...platform,
      teams: [
        { id: 't1', title: 'Docs' },
        { id, title: 'Odd' },
      ],
    };
    const world = {
      resources: {
        'teams/docs': { title: 'Docs' },
        'teams/odd': { title: 'Odd' },
        'teams/odd/members/a@acme.dev': { role: 'member' },
      },
    };
    const live = await read(script, world);
    expect(objectOf(live, 'team', 't1')).toBeDefined();
    expect(listOf(live, 'team', null)?.unknown).toMatch(/the API contract/);
  });

  test('the structure of a site is unknown', async () => {
    for (const more of [
      { 'sites/s1/sections': [{ id, title: 'A', path: 'a' }] },
      { 'sites/s1/site-spaces': [siteSpace('ss-1', 'sp-home', { section: id || '/' })] },
    ])
      expect(listOf(await read({ ...platform, ...more }, structure), 'section', 's1')?.unknown).toMatch(
        /the API contract/,
      );
  });

  test('the list of spaces is unknown', async () => {
    const script = { ...platform, 'members/u-ana/spaces': [{ permission: 'admin', space: { id, title: 'X' } }] };
    expect(listOf(await read(script, structure), 'space', null)?.unknown).toMatch(/the API contract/);
  });

  test('an id in the ledger is not requested', async () => {
    expect(
      await asked(
        { ...platform, teams: [] },
        { resources: { 'teams/docs': { title: 'Docs' } } },
        { resources: { 'teams/docs': { id } } },
      ),
    ).toEqual(['teams']);
  });
});

test('ids such as constructor do not break orders', async () => {
  const script = {
    ...platform,
    'sites/s1/sections': [
      { id: 'constructor', title: 'A', path: 'a' },
      { id: 'toString', title: 'B', path: 'b' },
    ],
    'sites/s1/section-groups': [],
    'sites/s1/site-spaces': [
      siteSpace('ss-1', 'sp-home', { section: 'constructor' }),
      siteSpace('ss-2', 'sp-home', { section: 'toString' }),
    ],
  };
  const live = await read(script, structure);
  expect(live.orders.s1).toEqual([['constructor', 'toString']]);
  expect(live.orders.constructor).toEqual([['ss-1']]);
  expect(live.orders.valueOf).toBeUndefined();
});
