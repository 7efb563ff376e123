/** An approval after changes outside docform: the approved part is applied without changes that have nothing to do with it, or nothing is applied. */
import { describe, expect, test } from 'vitest';
import { approvedByDigest } from '../../src/library/approve.ts';
import { type Case, caseOf } from '../support/case.ts';
import { overtaken, planCase } from './approving.ts';

const live: Case['live'] = {
  members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'edit' },
  teams: { docs: { title: 'Docs' }, support: { title: 'Support' }, sales: { title: 'Sales' } },
  collections: { product: { title: 'Product' } },
  spaces: { home: { title: 'Home' }, salaries: { title: 'Salaries', defaultLevel: null } },
  sites: {
    docs: { title: 'Docs', visibility: 'visitor-auth', adaptiveContent: true, structure: [{ space: 'home' }] },
    status: { title: 'Status', structure: [{ space: 'home' }] },
  },
};
/** Without members, because the configuration does not declare them. */
const ledger = [
  ...['teams/docs', 'teams/support', 'teams/sales', 'collections/product', 'spaces/home', 'spaces/salaries'],
  ...['sites/docs', 'sites/docs/spaces/home', 'sites/status', 'sites/status/spaces/home'],
];
const before = `teams: { docs: { title: Docs }, support: { title: Support }, sales: { title: Sales } }
collections: { product: { title: Product } }
spaces: { home: { title: Home }, salaries: { title: Salaries } }
`;
const sites =
  'sites: { docs: { title: Docs, structure: [{ space: home }] }, status: { title: Status, structure: [{ space: home }] } }\n';
const shown = sites.replace('[{ space: home }]', '[{ space: home }, { space: salaries, path: pay }]');

describe.each(['2025-06', 'gitbook'] as const)('in the dialect %s', (dialect) => {
  const renamed = { dialect, live, ledger, desired: `${before.replace('title: Docs', 'title: Handbook')}${sites}` };
  const opened = { dialect, live, ledger, desired: `${before}${shown}` };

  describe('the approved part is applied after', () => {
    test.each([
      ['another title of another team', 'PATCH /teams/support { title: Mine }', 'update teams/support title'],
      ['a deleted team', 'DELETE /teams/support', 'create teams/support title'],
      ['another title of a site', 'PATCH /sites/status { title: Mine }', 'update sites/status title'],
    ])('%s', async (_, byHand, leftOut) => {
      const found = await overtaken(renamed, [byHand]);
      expect(found).toMatchObject({ done: ['update teams/docs title'], leftOut: [leftOut], isSameByDigest: true });
    });

    test('an unrelated change, also if the plan opens a space to readers', async () => {
      const found = await overtaken(opened, [
        'PATCH /teams/support { title: Mine }',
        'PATCH /sites/status { title: Mine }',
      ]);
      expect(found).toMatchObject({
        done: ['create sites/docs/spaces/salaries space path'],
        leftOut: expect.arrayContaining(['update teams/support title', 'update sites/status title']),
        isSameByDigest: true,
      });
    });
  });

  test('approved deletes are applied, also if their share of all objects exceeds the limit now', async () => {
    const keys = Array.from({ length: 7 }, (_, at) => `t${at + 1}`);
    const titled = (all: readonly string[]) => Object.fromEntries(all.map((key) => [key, { title: `Team ${key}` }]));
    const shrunk = {
      dialect,
      live: { teams: titled(keys) },
      ledger: Object.fromEntries(
        keys.map((key) => [`teams/${key}`, { of: `teams/${key}`, was: { title: `Team ${key}` } }]),
      ),
      desired: `teams: ${JSON.stringify(titled(keys.slice(0, 3)))}\n`,
    };
    const byHand = ['PUT /teams { title: One }', 'PUT /teams { title: Two }'];
    expect(await overtaken(shrunk, byHand)).toMatchObject({ done: { length: 4 }, leftOut: [], isSameByDigest: true });
    const blocked = await planCase(caseOf({ ...shrunk, before: byHand }));
    expect(blocked.planned.plan.guards).toMatchObject([{ code: 'B-DELETE-SHARE' }]);
    expect(await approvedByDigest(blocked.planned, blocked.planned.digest)).toBeUndefined();
    blocked.reference.close();
  });

  describe('nothing is applied after', () => {
    const refused = { done: [], leftOut: [], isSameByDigest: true };

    test.each([
      ['another value of a planned field', 'PATCH /teams/docs { title: Mine }'],
      ['the delete of a planned object', 'DELETE /teams/docs'],
    ])('%s', async (_, byHand) => {
      expect(await overtaken(renamed, [byHand])).toMatchObject(refused);
      expect(await overtaken(renamed, [byHand, 'PATCH /teams/support { title: Mine }'])).toMatchObject(refused);
    });

    test('a site is opened, although no change differs', async () => {
      const found = await overtaken(opened, ['PATCH /sites/docs { visibility: public }']);
      expect(found).toMatchObject(refused);
      expect(found.text).toContain('the audience of spaces/salaries differs from the approved plan');
      expect(found.text).toMatch(/^ {6}Audience after an apply now: anyone, through /m);
      expect(
        await overtaken(opened, ['PATCH /sites/docs { visibility: public }', 'DELETE /teams/support']),
      ).toMatchObject(refused);
    });

    test('the condition of a section is removed', async () => {
      const guides = { section: 'guides', condition: 'visitor.claims.partner', spaces: [{ space: 'home' }] };
      const partners = {
        dialect,
        live: {
          spaces: { home: { title: 'Home' }, salaries: { title: 'Salaries', defaultLevel: null } },
          sites: { docs: { title: 'Docs', visibility: 'visitor-auth', adaptiveContent: true, structure: [guides] } },
        },
        desired:
          'spaces: { home: { title: Home }, salaries: { title: Salaries } }\nsites: { docs: { title: Docs, structure: [{ section: guides, spaces: [{ space: home }, { space: salaries, path: pay }] }] } }\n',
      } as const;
      const added = 'create sites/docs/sections/guides/spaces/salaries space path';
      expect(await overtaken(partners, [])).toMatchObject({ done: [added], isSameByDigest: true });
      const byHand = 'PATCH /sites/docs/sections/guides { condition: null }';
      expect(await overtaken(partners, [byHand])).toMatchObject(refused);
    });

    test('the delete of an object that an approved change needs', async () => {
      const moved = {
        ...renamed,
        desired: `${before.replace('home: { title: Home }', 'home: { title: Home, collection: product }')}${sites}`,
      };
      expect(await overtaken(moved, ['DELETE /collections/product'])).toMatchObject(refused);
    });

    test('another member of the same list, because one request writes both', async () => {
      const roster = {
        dialect,
        live: {
          members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'edit', 'cy@acme.dev': 'edit' },
          teams: { docs: { title: 'Docs', members: { 'bo@acme.dev': 'member' } } },
        },
        ledger: ['teams/docs', 'teams/docs/members/bo@acme.dev'],
        desired: 'teams: { docs: { title: Docs, members: { bo@acme.dev: member, cy@acme.dev: member } } }\n',
      };
      const byHand = 'PUT /teams/docs/members { remove: [ bo@acme.dev ] }';
      expect(await overtaken(roster, [byHand])).toMatchObject(refused);
    });
  });
});

test('nothing is applied after a person joined a team that gets access', async () => {
  const each = {
    dialect: 'gitbook' as const,
    live: { ...live, teams: { docs: { title: 'Docs', members: {} }, support: { title: 'Support' } } },
    ledger: ['teams/docs', 'teams/support', 'spaces/salaries'],
    desired:
      'teams: { docs: { title: Docs, members: {} }, support: { title: Support } }\nspaces: { salaries: { title: Salaries, permissions: { teams: { docs: read } } } }\n',
  };
  const joins = 'PUT /teams/docs/members { add: [ bo@acme.dev ] }';
  expect(await overtaken(each, [joins])).toMatchObject({ done: [], leftOut: [], isSameByDigest: true });
  const other = await overtaken(each, ['PATCH /teams/support { title: Mine }']);
  expect(other).toMatchObject({ done: ['create spaces/salaries/teams/docs team role'], isSameByDigest: true });
});
