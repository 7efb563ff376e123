/** The parts of a plan: changes that depend on each other or decide the same effect, and digests that cover their effects. */
import { describe, expect, test } from 'vitest';
import type { Planned } from '../../src/library/plan.ts';
import { isSameDigest } from '../../src/plan/approval/plan-digest.ts';
import { type Case, caseOf } from '../support/case.ts';
import { planCase } from './approving.ts';

async function planned(each: Partial<Case>, byHand: readonly string[] = []): Promise<Planned> {
  const { planned: made, reference } = await planCase(caseOf({ ...each, before: byHand }));
  reference.close();
  return made;
}

/** Addresses of the changes, by part. */
function partsIn({ plan }: Planned) {
  return plan.parts?.map(({ changes }) => changes.map(({ address }) => address));
}

describe('parts', () => {
  test('changes of two teams are two parts', async () => {
    const made = await planned({
      live: { teams: { docs: { title: 'Docs' }, support: { title: 'Support' } } },
      desired: 'teams: { docs: { title: Handbook }, support: { title: Help } }\n',
    });
    expect(partsIn(made)).toEqual([['teams/docs'], ['teams/support']]);
    expect(made.digest).toMatch(/^sha256:[0-9a-f]{64}\.[0-9a-f]{12}$/);
  });

  test('a new object and the change that refers to it are one part', async () => {
    const made = await planned({
      live: { spaces: { home: { title: 'Home' } }, teams: { docs: { title: 'Docs' } } },
      desired:
        'collections: { product: { title: Product } }\nspaces: { home: { title: Home, collection: product } }\nteams: { docs: { title: Handbook } }\n',
    });
    expect(partsIn(made)).toEqual([['teams/docs'], ['collections/product', 'spaces/home']]);
  });

  test('members that one request adds are one part', async () => {
    const made = await planned({
      live: {
        members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'edit', 'cy@acme.dev': 'edit' },
        teams: { docs: { title: 'Docs', members: {} } },
      },
      ledger: ['teams/docs'],
      desired: 'teams: { docs: { title: Docs, members: { bo@acme.dev: member, cy@acme.dev: member } } }\n',
    });
    expect(partsIn(made)).toEqual([['teams/docs/members/bo@acme.dev', 'teams/docs/members/cy@acme.dev']]);
  });

  test('a permission of a team and a new member of the team decide the same audience and are one part', async () => {
    const made = await planned({
      dialect: 'gitbook',
      live: {
        members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'edit' },
        teams: { docs: { title: 'Docs', members: {} } },
        spaces: { home: { title: 'Home', defaultLevel: null } },
      },
      ledger: ['teams/docs', 'spaces/home'],
      desired:
        'teams: { docs: { title: Docs, members: { bo@acme.dev: member } } }\nspaces: { home: { title: Home, permissions: { teams: { docs: admin } } } }\n',
    });
    expect(partsIn(made)).toEqual([
      expect.arrayContaining(['spaces/home/teams/docs', 'teams/docs/members/bo@acme.dev']),
    ]);
  });

  test('two new sections of one site are one part only if their order depends on each other', async () => {
    const structure = (title: string, path: string) =>
      `spaces: { home: { title: Home }, faq: { title: Faq } }\nsites: { docs: { title: ${title}, structure: [{ space: home }, { space: faq, path: ${path} }] } }\n`;
    const live: Case['live'] = {
      spaces: { home: { title: 'Home' }, faq: { title: 'Faq' } },
      sites: { docs: { title: 'Docs', structure: [{ space: 'home' }, { space: 'faq', path: 'faq' }] } },
    };
    const made = await planned({ live, desired: structure('Handbook', 'help') });
    expect(partsIn(made)).toEqual([['sites/docs'], ['sites/docs/spaces/faq']]);
  });
});

describe('the digest of a plan covers its effect', () => {
  const site = (more: object) => ({
    live: {
      members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'edit' },
      teams: { docs: { title: 'Docs', members: {} } },
      spaces: { home: { title: 'Home' }, salaries: { title: 'Salaries', defaultLevel: null } },
      sites: {
        docs: {
          title: 'Docs',
          visibility: 'visitor-auth',
          adaptiveContent: true,
          structure: [{ space: 'home' }],
          ...more,
        },
      },
    } as Case['live'],
  });
  const spaces = 'spaces: { home: { title: Home }, salaries: { title: Salaries } }\n';
  const shown = `${spaces}sites: { docs: { title: Docs, structure: [{ space: home }, { space: salaries, path: pay }] } }\n`;

  test('a site that somebody opens to more readers', async () => {
    const each = { ...site({}), desired: shown };
    const [before, after] = [await planned(each), await planned(each, ['PATCH /sites/docs { visibility: public }'])];
    expect(after.plan.changes.map(({ address }) => address)).toEqual(before.plan.changes.map(({ address }) => address));
    expect(isSameDigest(before.digest, after.digest)).toBe(false);
  });

  test('a site that somebody publishes', async () => {
    const each = { ...site({ published: false }), dialect: 'gitbook' as const, desired: shown };
    const [before, after] = [await planned(each), await planned(each, ['POST /sites/docs/publish'])];
    expect(isSameDigest(before.digest, after.digest)).toBe(false);
  });

  test('a person who joins a team that gets access', async () => {
    const each = {
      ...site({}),
      dialect: 'gitbook' as const,
      ledger: ['teams/docs', 'spaces/home', 'spaces/salaries'],
      desired: `teams: { docs: { title: Docs, members: {} } }\nspaces: { home: { title: Home }, salaries: { title: Salaries, permissions: { teams: { docs: read } } } }\n`,
    };
    const joined = ['PUT /teams/docs/members { add: [ bo@acme.dev ] }'];
    const [before, after] = [await planned(each), await planned(each, joined)];
    expect(isSameDigest(before.digest, after.digest)).toBe(false);
  });

  test('but not a new title of an object', async () => {
    const each = { ...site({}), desired: shown };
    const [before, after] = [await planned(each), await planned(each, ['PUT /teams { title: Others }'])];
    expect(isSameDigest(before.digest, after.digest)).toBe(true);
  });
});
