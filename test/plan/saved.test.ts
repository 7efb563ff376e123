/** What is left of a saved plan once something else has changed: exactly what was approved and still holds. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../support/case.ts';
import { overtaken } from './approving.ts';

const people = {
  members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'edit', 'cy@acme.dev': 'edit', 'di@acme.dev': 'edit' },
};

describe('fields', () => {
  const teams = { live: { teams: { docs: { title: 'Docs' }, support: { title: 'Support' } } } };
  const desired = 'teams: { docs: { title: Handbook }, support: { title: Help } }\n';

  test('nothing changed: all of it', async () => {
    const { done, rest } = await overtaken({ ...teams, desired }, []);
    expect(done).toEqual(['update teams/docs title', 'update teams/support title']);
    expect(rest).toBe('');
  });

  test('a planned field that changed stops its change, and no other', async () => {
    const { done, rest } = await overtaken({ ...teams, desired }, ['PATCH /teams/docs { title: Mine }']);
    expect(done).toEqual(['update teams/support title']);
    expect(rest).toBe(
      'Stopped (the platform changed after the plan)\n' +
        '  ~ teams/docs  stopped: it has changed\n' +
        '      title  planned "Docs", now "Mine", wanted "Handbook"\n' +
        '1 change stopped.\nNext: run `docform plan` to see the remaining changes.\n',
    );
  });

  test('what somebody has done by hand just as planned is so already', async () => {
    const { done, rest } = await overtaken({ ...teams, desired }, ['PATCH /teams/docs { title: Handbook }']);
    expect(done).toEqual(['update teams/support title']);
    expect(rest).toBe('No longer needed (already in place)\n  ~ teams/docs: title\n');
  });

  test('another field of the same object is left alone; its step and its mark leave it out', async () => {
    const { kept, done, rest } = await overtaken(
      {
        live: { collections: { product: { title: 'Product', description: 'What we sell' } } },
        desired: 'collections: { product: { title: Products, description: What we sell } }\n',
      },
      ['PATCH /collections/product { description: Mine }'],
    );
    expect(done).toEqual(['update collections/product title']);
    expect(kept.plan.steps.map(({ fields }) => fields)).toEqual([{ title: 'Products' }]);
    expect(kept.plan.stateUpdates.withheld).toEqual({ 'collections/product': ['description'] });
    expect(rest).toBe('Not in the saved plan (not applied)\n  ~ collections/product: description\n');
  });

  test('an object that was deleted stops its change, and is not made anew', async () => {
    const { done, rest } = await overtaken({ ...teams, desired }, ['DELETE /teams/docs']);
    expect(done).toEqual(['update teams/support title']);
    expect(rest).toContain('Not in the saved plan (not applied)\n  + teams/docs: title\n');
    expect(rest).toContain(
      '  ~ teams/docs  stopped: it is gone\n      title  planned "Docs", now (not set), wanted "Handbook"\n',
    );
  });

  test('custom-field values are compared one by one', async () => {
    const { kept, done, rest } = await overtaken(
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
    expect(done).toEqual(['update spaces/home/fields values']);
    expect(kept.plan.steps.map(({ fields }) => fields)).toEqual([{ values: { status: 'live' } }]);
    expect(kept.plan.stateUpdates.withheld).toEqual({ 'spaces/home/fields': ['values.owner'] });
    expect(rest).toBe(
      'No longer needed (already in place)\n  ~ spaces/home/fields: values.tone\nNot in the saved plan (not applied)\n  ~ spaces/home/fields: values.owner\n',
    );
  });
});

describe('creates and deletes', () => {
  test('what appeared under the same name is not taken over', async () => {
    const { kept, done, rest } = await overtaken(
      { live: { teams: {} }, desired: 'teams: { docs: { title: Docs }, support: { title: Support } }\n' },
      ['PUT /teams { title: Docs }'],
    );
    expect(done).toEqual(['create teams/support title']);
    expect(rest).toMatch(
      / {2}\+ teams\/docs {2}stopped: somebody has made it since\n {6}id {2}planned \(not set\), now "\w+|\(unnamed\)"/,
    );
    expect(kept.plan.stateUpdates.set['teams/docs']).toBeUndefined();
  });

  test('what an earlier run was making when it ended is no stranger', async () => {
    const { kept, done, rest } = await overtaken(
      { live: { teams: {} }, desired: 'teams: { docs: { title: Docs }, support: { title: Support } }\n' },
      ['PUT /teams { title: Docs }'],
      ['teams/docs'],
    );
    expect(done).toEqual(['adopt teams/docs', 'create teams/support title']);
    expect(rest).toBe('No longer needed (already in place)\n  + teams/docs: title\n');
    expect(kept.plan.stateUpdates.set['teams/docs']).toBeDefined();
  });

  test('what was to be deleted and has another name now is not deleted; what is gone is', async () => {
    const { done, rest } = await overtaken(
      {
        live: { teams: { docs: { title: 'Docs' }, old: { title: 'Old' }, older: { title: 'Older' } } },
        desired: 'teams: { docs: { title: Docs } }\n',
      },
      ['PATCH /teams/old { title: Needed }', 'DELETE /teams/older'],
    );
    expect(done).toEqual([]);
    expect(rest).toContain('No longer needed (already in place)\n  - teams/older: title\n');
    expect(rest).toContain(
      '  - teams/old  stopped: it has changed\n      title  planned "Old", now "Needed", wanted (not set)\n',
    );
  });

  test('a guard over the number of deletes judges what is kept, as it did when the plan was saved', async () => {
    const { kept, done } = await overtaken(
      {
        live: { teams: { docs: { title: 'Docs' }, old: { title: 'Old' } } },
        managed: ['teams'],
        desired: 'policy: { maxDeletes: 1 }\nteams: { docs: { title: Docs } }\n',
        ledger: ['teams/docs', 'teams/old'],
      },
      [],
    );
    expect(done).toEqual(['delete teams/old title']);
    expect(kept.plan.guards).toEqual([]);
  });
});

describe('members of a team, in one call', () => {
  test('those that changed are left out of it', async () => {
    const { kept, done, rest } = await overtaken(
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
    expect(done).toContain('update teams/docs/members/bo@acme.dev role');
    expect(done).toContain('create teams/docs/members/di@acme.dev member role');
    expect(kept.plan.steps.flatMap(({ items = [] }) => items.map(({ address }) => address))).toEqual([
      'teams/docs/members/bo@acme.dev',
      'teams/docs/members/di@acme.dev',
    ]);
    expect(rest).toContain('  ~ teams/docs/members/cy@acme.dev  stopped: it is gone\n');
  });
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

  test('moves of a list that somebody has reordered stop', async () => {
    const { done, rest } = await overtaken({ live, desired: site('bb', 'aa', 'cc', 'dd') }, [move('dd', 'aa')]);
    expect(done).toEqual([]);
    expect(rest).toContain('  > sites/docs/sections/bb  stopped: the order it stands in has changed\n');
    expect(rest).toMatch(
      /order +planned \["sites\/docs\/sections\/aa",.*\], now \["sites\/docs\/sections\/dd",.*\], wanted \["sites/,
    );
  });

  test('somebody has brought it into order: so already', async () => {
    const { done, rest } = await overtaken({ live, desired: site('bb', 'aa', 'cc', 'dd') }, [move('bb', 'aa')]);
    expect({ done, rest }).toEqual({
      done: [],
      rest: 'No longer needed (already in place)\n  > sites/docs/sections/bb\n',
    });
  });

  test('an apply that was cut short between two moves goes on', async () => {
    const { kept, done } = await overtaken({ live, desired: site('dd', 'cc', 'bb', 'aa') }, [move('dd', 'aa')]);
    expect(kept.stopped).toEqual([]);
    expect(done).toEqual(['move sites/docs/sections/cc', 'move sites/docs/sections/bb']);
  });
});

describe('dependants', () => {
  test('what stands in something that is another object now', async () => {
    const { done, rest } = await overtaken(
      {
        live: { ...people, teams: { docs: { title: 'Docs' } } },
        ledger: ['teams/docs'],
        desired: 'teams: { docs: { title: Docs, members: { bo@acme.dev: owner } } }\n',
      },
      ['DELETE /teams/docs', 'PUT /teams { title: Docs }'],
    );
    expect(done).toEqual([]);
    expect(rest).toContain('  + teams/docs/members/bo@acme.dev  stopped: teams/docs is another object now\n');
  });

  test('what needs a change that is stopped', async () => {
    const { done, rest } = await overtaken(
      {
        live: { spaces: { home: { title: 'Home' } } },
        desired:
          'collections: { product: { title: Product } }\nspaces: { home: { title: Home, collection: product } }\n',
      },
      ['POST /collections { title: Product }'],
    );
    expect(done).toEqual([]);
    expect(rest).toContain('  + collections/product  stopped: somebody has made it since\n');
    expect(rest).toContain('  > spaces/home  stopped: collections/product is another object now\n');
  });
});
