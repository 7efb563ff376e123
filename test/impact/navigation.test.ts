/** The navigation of a site before and after a plan, with the change of each entry. */
import { expect, test } from 'vitest';
import type { NavigationEntry, SiteNavigation } from '../../src/core/navigation.ts';
import { plan } from '../../src/index.ts';
import { planJson } from '../../src/report/plan/json.ts';
import { readPlan } from '../../src/report/plan/read-plan.ts';
import { planRestructure } from '../report/restructure.ts';
import { type Case, caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { refusing } from '../support/local-platform.ts';

/** `  Payments /pay moved changed(path,condition)` */
function outline(entries: readonly NavigationEntry[] | undefined, indent = ''): readonly string[] {
  return (entries ?? []).flatMap(
    ({ title, path = '', isDefault, marks, fields, isPlaceUnknown, isUnread, entries: inside }) => [
      [
        `${indent}${title}`,
        path,
        isDefault === true ? 'default' : '',
        ...marks.map((mark) => (mark === 'changed' ? `changed(${fields})` : mark)),
        isPlaceUnknown === true ? 'somewhere' : '',
        isUnread === true ? 'unread' : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
      ...outline(inside, `${indent}  `),
    ],
  );
}

test('a restructured site has both trees, with the change of each entry', async () => {
  const { plan: made } = await planRestructure();
  expect(made.navigation?.map(({ address }) => address)).toEqual(['sites/acme-docs']);
  const [site] = made.navigation ?? [];
  expect(outline(site?.before?.entries)).toEqual([
    'Start /start changed(default,address)',
    '  Home /start default changed(address)',
    'Guides / default moved changed(path,description,default)',
    '  Home / default changed(address)',
    'Products removed',
    '  Payments /payments moved changed(path,condition)',
    '    Payments EN /payments/en changed(default,address)',
    '    Payments FR /payments default removed',
    '    Payments JA /payments/ja removed',
    '  API /api moved renamed changed(path)',
    '    API Reference /api default changed(address)',
    'Changes /changes moved renamed changed(path)',
    '  Changelog /changes default changed(address)',
    'Past versions removed',
    '  Payments 2019 /payments-2019 moved',
    '    Payments 2019 /payments-2019 default',
  ]);
  expect(outline(site?.after?.entries)).toEqual([
    'Start / default changed(default,address)',
    '  Home / default changed(address)',
    'Developers added',
    '  Guides /how-to moved changed(path,description,default)',
    '    Home /how-to default changed(address)',
    '  Payments /pay moved changed(path,condition)',
    '    Payments EN /pay default changed(default,address)',
    '  API Reference /api-reference moved renamed changed(path)',
    '    API Reference /api-reference default changed(address)',
    '  Changelog /changelog moved renamed changed(path)',
    '    Changelog /changelog default changed(address)',
    '  Payments 2019 /payments-2019 moved',
    '    Payments 2019 /payments-2019 default',
  ]);
});

test('a saved plan contains the navigation', async () => {
  const { plan: made, requests, digest, host } = await planRestructure();
  const read = readPlan(planJson(made, { requests, digest, host }));
  expect('plan' in read ? read.plan.navigation : read).toEqual(made.navigation);
});

async function navigationOf(live: Case['live'], desired: string, unread?: string): Promise<readonly SiteNavigation[]> {
  const { reference, options } = await openCase(
    caseOf({ live, desired }),
    refusing((path) => unread !== undefined && path.endsWith(unread)),
  );
  const planned = await plan({ ...options, maxWaitMs: 0 });
  reference.close();
  return planned.plan.navigation ?? [];
}

const spaces = { home: { title: 'Home' }, notes: { title: 'Notes' } };
const declared = 'spaces: { home: { title: Home }, notes: { title: Notes } }\n';

test('a reordered entry is marked as moved, and an unchanged site has no navigation', async () => {
  const structure = [
    { space: 'home', path: 'a' },
    { space: 'notes', path: 'b' },
  ];
  const still = { title: 'Still', structure: [{ space: 'home', path: 'home' }] };
  const [site, ...others] = await navigationOf(
    { spaces, sites: { docs: { title: 'Docs', structure }, still } },
    `${declared}sites:
  docs: { title: Docs, structure: [{ space: notes, path: b }, { space: home, path: a, default: true }] }
  still: { title: Still, agentsContext: excluded, structure: [{ space: home, path: home }] }\n`,
  );
  expect(others).toEqual([]);
  expect(outline(site?.before?.entries)).toEqual(['Home / default', 'Notes /b moved']);
  expect(outline(site?.after?.entries)).toEqual(['Notes /b moved', 'Home / default']);
});

test('a group with an unknown position is marked, and a new site has no navigation before', async () => {
  const section = { section: 'one', title: 'One', path: 'one', spaces: [{ space: 'home', path: 'home' }] };
  const sites = await navigationOf(
    {
      spaces,
      sites: { docs: { title: 'Docs', structure: [{ group: 'empty', title: 'Empty', sections: [] }, section] } },
    },
    `${declared}sites:
  docs: { title: Docs, defaultSection: one, structure: [{ section: one, title: First, path: one, spaces: [{ space: home, path: home }] }, { group: empty, title: Empty, sections: [] }] }
  new: { title: New, structure: [{ space: notes }] }\n`,
  );
  const [docs, fresh] = sites;
  expect(outline(docs?.before?.entries)).toEqual(['One / default renamed', '  Home / default', 'Empty somewhere']);
  expect(outline(docs?.after?.entries)).toEqual(['First / default renamed', '  Home / default', 'Empty somewhere']);
  expect(fresh?.before).toBeNull();
  expect(outline(fresh?.after?.entries)).toEqual(['Notes / default added']);
});

test('an unread site is unknown and never shown as empty', async () => {
  const structure = [{ space: 'home', path: 'home' }];
  const [site] = await navigationOf(
    { spaces, sites: { docs: { title: 'Docs', structure } } },
    `${declared}sites: { docs: { title: Other, structure: [{ space: home, path: home }] } }\n`,
    '/site-spaces',
  );
  expect([site?.before, site?.after].map((side) => [side?.title, side?.isUnread])).toEqual([
    ['Docs', true],
    ['Other', true],
  ]);
});
