/** Blocked changes and everything that depends on them are withheld, and the rest of the plan can be applied. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutBlocked } from '../../src/library/withhold.ts';
import { blockExtents } from '../../src/plan/guards/block-extent.ts';
import { type Case, caseOf } from '../support/case.ts';
import { projectDirectory } from '../support/sources.ts';
import { planCase } from './approving.ts';

async function partsOf(each: Partial<Case>) {
  const { planned, reference } = await planCase(caseOf(each));
  const { plan } = await withoutBlocked(planned);
  reference.close();
  const namesOf = (changes: readonly { readonly action: string; readonly address: string }[] = []) =>
    changes.map(({ action, address }) => `${action} ${address}`).sort();
  return { made: namesOf(plan.changes), withheld: namesOf(plan.withheld), plan };
}

test('the table names every code of a block, and no other', () => {
  const explained = readFileSync(join(projectDirectory, 'src/report/assets/codes.md'), 'utf8');
  const codes = [...explained.matchAll(/^## (B-[A-Z-]+)$/gm)].map(([, code]) => code);
  expect(Object.keys(blockExtents).sort()).toEqual(codes.sort());
});

describe.each(['2025-06', 'gitbook'] as const)('in the dialect %s', (dialect) => {
  test('one site of forty is blocked, and the other changes remain', async () => {
    const keys = Array.from({ length: 40 }, (_, at) => `s${at + 1}`);
    const site = (title: string, key: string) => [key, { title: `${title} ${key}`, structure: [{ space: 'home' }] }];
    const found = await partsOf({
      dialect,
      live: { spaces: { home: { title: 'Home' } }, sites: Object.fromEntries(keys.map((key) => site('Old', key))) },
      before: ['PATCH /sites/s7 { title: Mine }'],
      desired: `spaces: { home: { title: Home } }\nsites: ${JSON.stringify(Object.fromEntries(keys.map((key) => site('New', key))))}\n`,
      ledger: {
        'spaces/home': 'spaces/home',
        ...Object.fromEntries(
          keys.flatMap((key) => [
            [`sites/${key}`, { of: `sites/${key}`, was: { title: `Old ${key}` } }],
            [`sites/${key}/spaces/home`, `sites/${key}/spaces/home`],
          ]),
        ),
      },
    });
    expect(found.withheld).toEqual(['update sites/s7']);
    expect(found.plan.withheld?.[0]?.blocked?.code).toBe('B-CONFLICT');
    expect(found.made).toHaveLength(39);
  });

  test('a change that depends on a blocked one is withheld too', async () => {
    const found = await partsOf({
      dialect,
      live: {
        teams: { docs: { title: 'Docs' } },
        collections: { old: { title: 'Old' } },
        spaces: { home: { title: 'Home', collection: 'old' }, stray: { title: 'Stray', collection: 'old' } },
      },
      ledger: ['teams/docs', 'collections/old', 'spaces/home'],
      desired: 'teams: { docs: { title: Handbook } }\nspaces: { home: { title: Home } }\n',
    });
    expect(found).toMatchObject({
      made: expect.arrayContaining(['update teams/docs']),
      withheld: expect.arrayContaining(['delete collections/old']),
    });
  });

  test('a change that decides the same audience as a blocked one is withheld too', async () => {
    const found = await partsOf({
      dialect,
      live: {
        teams: { docs: { title: 'Docs' } },
        spaces: { home: { title: 'Home' }, salaries: { title: 'Salaries', defaultLevel: null } },
        sites: { docs: { title: 'Docs', visibility: 'public', structure: [{ space: 'home' }] } },
      },
      before: ['PATCH /sites/docs { visibility: unlisted }'],
      ledger: {
        'teams/docs': 'teams/docs',
        'spaces/home': 'spaces/home',
        'spaces/salaries': 'spaces/salaries',
        'sites/docs': { of: 'sites/docs', was: { title: 'Docs', visibility: 'public' } },
        'sites/docs/spaces/home': 'sites/docs/spaces/home',
      },
      desired: `teams: { docs: { title: Handbook } }
spaces: { home: { title: Home }, salaries: { title: Salaries } }
sites: { docs: { title: Docs, visibility: visitor-auth, structure: [{ space: home }, { space: salaries, path: pay }] } }
`,
    });
    expect(found.withheld).toEqual(['create sites/docs/spaces/salaries', 'update sites/docs']);
    expect(found.made).toEqual(['update teams/docs']);
  });

  test('a block that concerns the whole plan withholds nothing and keeps blocking', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
    const found = await partsOf({
      dialect,
      live: { teams: Object.fromEntries(keys.map((key) => [key, { title: `Team ${key}` }])) },
      desired: 'teams: { a: { title: Other } }\n',
    });
    expect(found.withheld).toEqual([]);
    expect(found.plan.guards.map(({ code }) => code)).toContain('B-DELETE-SHARE');
    expect(found.made).toContain('update teams/a');
  });
});
