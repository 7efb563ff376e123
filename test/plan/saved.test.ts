/** A saved plan after other changes: applied if every remaining change was approved, and else stale. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../support/case.ts';
import { overtaken } from './approving.ts';

const people = {
  members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'edit', 'cy@acme.dev': 'edit', 'di@acme.dev': 'edit' },
};
const heading = 'The saved plan is stale. Differences from the approved plan:\n';

describe('fields', () => {
  const teams = { live: { teams: { docs: { title: 'Docs' }, support: { title: 'Support' } } } };
  const desired = 'teams: { docs: { title: Handbook }, support: { title: Help } }\n';

  test('the whole plan is applied if nothing has changed', async () => {
    const { done, text } = await overtaken({ ...teams, desired }, []);
    expect(done).toEqual(['update teams/docs title', 'update teams/support title']);
    expect(text).toBe('');
  });

  test('a different value of a planned field makes the whole plan stale', async () => {
    const { done, text } = await overtaken({ ...teams, desired }, ['PATCH /teams/docs { title: Mine }']);
    expect(done).toEqual([]);
    expect(text).toBe(
      `${heading}  ~ teams/docs  the change differs from the approved plan\n      title  when planned: "Docs", now: "Mine", configured: "Handbook"\n`,
    );
  });

  test('a planned change that is already on the platform is left out', async () => {
    const { done, text } = await overtaken({ ...teams, desired }, ['PATCH /teams/docs { title: Handbook }']);
    expect(done).toEqual(['update teams/support title']);
    expect(text).toBe('');
  });

  test('a change of another field of the same object makes the plan stale', async () => {
    const { done, text } = await overtaken(
      {
        live: { collections: { product: { title: 'Product', description: 'What we sell' } } },
        desired: 'collections: { product: { title: Products, description: What we sell } }\n',
      },
      ['PATCH /collections/product { description: Mine }'],
    );
    expect(done).toEqual([]);
    expect(text).toBe(
      `${heading}  ~ collections/product  the change differs from the approved plan\n      description  when planned: (none), now: "Mine", configured: "What we sell"\n`,
    );
  });

  test('a deleted object makes the plan stale, and is not created again', async () => {
    const { done, text } = await overtaken({ ...teams, desired }, ['DELETE /teams/docs']);
    expect(done).toEqual([]);
    expect(text).toBe(
      `${heading}  + teams/docs  the change is not in the approved plan\n      title  when planned: (none), now: (none), configured: "Handbook"\n`,
    );
  });

  test('a different custom-field value makes the plan stale', async () => {
    const { done, text } = await overtaken(
      {
        live: {
          customFields: { owner: { type: 'text' }, status: { type: 'text' }, tone: { type: 'text' } },
          spaces: { home: { title: 'Home', fields: { owner: 'docs', status: 'draft', tone: 'dry' } } },
        },
        desired:
          'customFields: { owner: { type: text }, status: { type: text }, tone: { type: text } }\n' +
          'spaces: { home: { title: Home, fields: { owner: docs, status: live, tone: warm } } }\n',
      },
      ['PATCH /spaces/home/custom-fields { values: { owner: { value: me }, tone: { value: warm } } }'],
    );
    expect(done).toEqual([]);
    expect(text).toMatch(
      / {2}~ spaces\/home\/fields {2}the change differs from the approved plan\n {6}values +when planned: /,
    );
  });

  test('a temporary value of an interrupted update does not make the plan stale', async () => {
    const byHand = ['PATCH /teams/docs { title: temporary }'];
    const { done } = await overtaken({ ...teams, desired }, byHand, { interrupted: ['teams/docs'] });
    expect(done).toEqual(['update teams/docs title', 'update teams/support title']);
  });
});

describe('creates and deletes', () => {
  const wanted = { live: { teams: {} }, desired: 'teams: { docs: { title: Docs }, support: { title: Support } }\n' };

  test('an object that appeared under the planned name is not adopted', async () => {
    const { done, text } = await overtaken(wanted, ['PUT /teams { title: Docs }']);
    expect(done).toEqual([]);
    expect(text).toBe(`${heading}  = teams/docs  the change is not in the approved plan\n`);
  });

  test('an object that an interrupted run was creating is adopted', async () => {
    const { done, text } = await overtaken(wanted, ['PUT /teams { title: Docs }'], { unconfirmed: ['teams/docs'] });
    expect(done).toEqual(['adopt teams/docs', 'create teams/support title']);
    expect(text).toBe('');
  });

  test('an object that was to be deleted and has another title now makes the plan stale', async () => {
    const { done, text } = await overtaken(
      {
        live: { teams: { docs: { title: 'Docs' }, old: { title: 'Old' }, older: { title: 'Older' } } },
        desired: 'teams: { docs: { title: Docs } }\n',
      },
      ['PATCH /teams/old { title: Needed }', 'DELETE /teams/older'],
    );
    expect(done).toEqual([]);
    expect(text).toContain(
      '  - teams/old  the change differs from the approved plan\n      title  when planned: "Old", now: "Needed", configured: (none)\n',
    );
    expect(text).not.toContain('teams/older');
  });

  test('a delete that is already done is left out', async () => {
    const { done, stale } = await overtaken(
      {
        live: { teams: { docs: { title: 'Docs' }, old: { title: 'Old' }, older: { title: 'Older' } } },
        desired: 'teams: { docs: { title: Docs } }\n',
      },
      ['DELETE /teams/older'],
    );
    expect(stale).toEqual([]);
    expect(done).toContain('delete teams/old title');
    expect(done.join()).not.toContain('delete teams/older');
  });
});

test('a member who left a team by other means makes the plan of the members stale', async () => {
  const { done, text } = await overtaken(
    {
      live: {
        ...people,
        teams: { docs: { title: 'Docs', members: { 'bo@acme.dev': 'member', 'cy@acme.dev': 'member' } } },
      },
      ledger: ['teams/docs', 'teams/docs/members/bo@acme.dev', 'teams/docs/members/cy@acme.dev'],
      desired:
        'teams: { docs: { title: Docs, members: { bo@acme.dev: owner, cy@acme.dev: owner, di@acme.dev: member } } }\n',
    },
    ['DELETE /teams/docs/members/cy@acme.dev'],
  );
  expect(done).toEqual([]);
  expect(text).toContain('  + teams/docs/members/cy@acme.dev  the change is not in the approved plan\n');
});

describe('order', () => {
  const inOrder = (...keys: string[]) => keys.map((key) => ({ section: key }));
  const site = (...keys: string[]) => {
    const structure = keys.map((section) => ({ section, spaces: [{ space: 'home' }] }));
    return `spaces: { home: { title: Home } }\nsites: ${JSON.stringify({ docs: { structure } })}\n`;
  };
  const live: Case['live'] = {
    spaces: { home: null },
    sites: { docs: { structure: inOrder('aa', 'bb', 'cc', 'dd') } },
  };
  const move = (section: string, before: string) =>
    `POST /sites/docs/sections/${section}/move { position: { before: { type: site-section, siteSection: sites/docs/sections/${before} } } }`;

  test('a list that was reordered makes the plan of its moves stale', async () => {
    const { done, text } = await overtaken({ live, desired: site('bb', 'aa', 'cc', 'dd') }, [move('dd', 'aa')]);
    expect(done).toEqual([]);
    expect(text).toContain('  > sites/docs/sections/dd  the change is not in the approved plan\n');
  });

  test('moves of a list that is already in order are left out', async () => {
    const { done, text } = await overtaken({ live, desired: site('bb', 'aa', 'cc', 'dd') }, [move('bb', 'aa')]);
    expect({ done, text }).toEqual({ done: [], text: '' });
  });

  test('an apply that was interrupted between two moves continues', async () => {
    const { stale, done } = await overtaken({ live, desired: site('dd', 'cc', 'bb', 'aa') }, [move('dd', 'aa')]);
    expect(stale).toEqual([]);
    expect(done).toEqual(['move sites/docs/sections/cc', 'move sites/docs/sections/bb']);
  });
});

describe('other objects of a change', () => {
  test('a new object in the place of the container makes the plan stale', async () => {
    const { done, text } = await overtaken(
      {
        live: { ...people, teams: { docs: { title: 'Docs' } } },
        ledger: ['teams/docs'],
        desired: 'teams: { docs: { title: Docs, members: { bo@acme.dev: owner } } }\n',
      },
      ['DELETE /teams/docs', 'PUT /teams { title: Docs }'],
    );
    expect(done).toEqual([]);
    expect(text).toContain('  + teams/docs/members/bo@acme.dev  the change differs from the approved plan\n');
    expect(text).toMatch(/ {6}id of teams\/docs +when planned: /);
  });

  test('a reference to an object that was created outside docform makes the plan stale', async () => {
    const { done, text } = await overtaken(
      {
        live: { spaces: { home: { title: 'Home' } } },
        desired:
          'collections: { product: { title: Product } }\nspaces: { home: { title: Home, collection: product } }\n',
      },
      ['POST /collections { title: Product }'],
    );
    expect(done).toEqual([]);
    expect(text).toContain('  = collections/product  the change is not in the approved plan\n');
  });
});
