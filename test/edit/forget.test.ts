/** The configuration and ledger after forget, dangling references, and objects that `prune: all` would delete. */

import { expect, test } from 'vitest';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import { orderMark } from '../../src/core/ledger-marks.ts';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { Intent } from '../../src/ledger/journal.ts';
import { forget, misnamed, prunedAfter, unfinishedAround } from '../../src/library/forget.ts';
import { filesInMemory } from '../config/memory-files.ts';

const text = `version: 1
organization: acme
members: { ana@acme.dev: admin, bo@acme.dev: edit }
teams:
  docs: { title: Docs, members: { ana@acme.dev: owner } }
  support: { title: Support, prune: all, members: { bo@acme.dev: member } }
saml: { okta: { label: Okta, entityID: 'urn:o', ssoURL: 'https://o.example/sso', defaultTeam: support } }
customFields: { owner: { type: text, title: Owner } }
collections: { product: { title: Product } }
spaces:
  home: { id: sp1, title: Home, collection: product, fields: { owner: docs } }
  api: { id: sp2, title: API }
sites:
  docs:
    title: Docs
    defaultSection: guides
    structure:
      - section: guides
        title: Guides
        path: guides
        spaces: [{ space: home }]
      - section: api
        title: API
        path: api
        spaces: [{ space: api }]
moved: [{ from: teams/documentation, to: teams/docs }]
`;

const ledgerOf = (...addresses: readonly string[]): Ledger => ({
  resources: Object.fromEntries(addresses.map((address) => [address, { id: `id-${address}` }])),
  lists: ['teams', 'teams/docs/members', 'teams/documentation/members'],
});

function declared(text: string): Desired {
  const { desired, problems } = loadConfiguration({
    file: 'docform.yaml',
    files: filesInMemory({ 'docform.yaml': text }),
    shapes,
  });
  if (desired === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
  return desired;
}

let desired: Desired;
const forgetIn = (ledger: Ledger, ...addresses: readonly string[]) => forget({ addresses, desired, ledger });
const addressesOf = (found: { readonly forgotten: readonly { readonly address: string }[] }) =>
  found.forgotten.map(({ address }) => address);

test('forget removes a resource and its children from resources, orders, lists and moves, also by its former address', () => {
  desired = declared(text);
  const found = forgetIn(
    ledgerOf('teams/documentation', 'teams/documentation/members/ana@acme.dev', 'teams/support'),
    'teams/docs',
  );
  expect(addressesOf(found)).toEqual([
    'teams/docs',
    'teams/docs/members/ana@acme.dev',
    'teams/documentation',
    'teams/documentation/members/ana@acme.dev',
  ]);
  expect(found.ledger).toEqual({ resources: { 'teams/support': { id: 'id-teams/support' } }, lists: ['teams'] });
  expect(found.after.moved).toEqual([]);
  expect(found.after.lists).not.toContain('teams/docs/members');
  expect(found.after.lists).toContain('teams');
  expect(found.dangling).toEqual([]);
});

test('an order in the ledger keeps the marks of other resources', () => {
  desired = declared(text);
  const ledger: Ledger = {
    ...ledgerOf('sites/docs/sections/api'),
    orders: {
      'sites/docs': orderMark(['x', 'id-sites/docs/sections/api', 'y']),
      'sites/docs/sections/api': 'dddddd.eeeeee',
    },
  };
  const found = forgetIn(ledger, 'sites/docs/sections/api');
  expect(found.ledger.orders).toEqual({ 'sites/docs': orderMark(['x', 'y']) });
  expect(found.after.orders['sites/docs']).toEqual(['sites/docs/sections/guides']);
  expect(found.after.orders).not.toHaveProperty('sites/docs/sections/api');
});

test('forget reports references from other resources, with their places', () => {
  desired = declared(text);
  const named = (...addresses: readonly string[]) =>
    forgetIn(ledgerOf(), ...addresses).dangling.map(({ address, field, span }) => `${address} ${field} ${span.line}`);
  expect(named('teams/support')).toEqual(['saml/okta defaultTeam 7']);
  expect(named('spaces/home')).toEqual(['sites/docs/sections/guides/spaces/home space 21']);
  expect(named('collections/product')).toEqual(['spaces/home collection 11']);
  expect(named('customFields/owner')).toEqual(['spaces/home/fields values 11']);
  expect(named('members/bo@acme.dev')).toEqual(['teams/support/members/bo@acme.dev member 6']);
  expect(named('sites/docs/sections/guides')).toEqual(['sites/docs defaultSection 16']);
  expect(named('sites/docs', 'spaces/home')).toEqual([]);
});

test('forget reports rosters that contain external people', () => {
  desired = declared(text.replace(/^members:.*\n/m, ''));
  const found = forgetIn(ledgerOf('members/ana@acme.dev'), 'members/ana@acme.dev');
  expect(addressesOf(found)).toEqual(['members/ana@acme.dev']);
  expect(found.dangling).toEqual([]);
  expect(found.after.resources.map(({ address }) => address)).toContain('members/ana@acme.dev');
});

test('forget reports objects that prune: all would delete, unless their list is forgotten too', () => {
  desired = declared(text);
  const roster = forgetIn(ledgerOf(), 'teams/support/members/bo@acme.dev');
  expect(prunedAfter(roster.forgotten, desired).map(({ address }) => address)).toEqual([
    'teams/support/members/bo@acme.dev',
  ]);
  const team = forgetIn(ledgerOf(), 'teams/support');
  const lists = desired.lists.filter(({ list }) => !list.startsWith('teams/support/'));
  expect(prunedAfter(team.forgotten, { ...desired, lists })).toEqual([]);
  const everywhere = declared(text.replace('members: { ana@', 'policy: { prune: all }\nmembers: { ana@'));
  const people = forgetIn(ledgerOf(), 'members/ana@acme.dev');
  expect(prunedAfter(people.forgotten, everywhere)).toEqual([]);
  const named = declared(
    text.replace('members: { ana@', 'policy: { prune: { default: owned, members: all } }\nmembers: { ana@'),
  );
  expect(prunedAfter(people.forgotten, named)).toHaveLength(1);
});

test('forget distinguishes unknown, renamed and mistyped addresses and lists', () => {
  desired = declared(text);
  const ledger = ledgerOf('teams/old');
  expect(misnamed('teams/old', desired, ledger)).toBeUndefined();
  expect(misnamed('teams/docs/members', desired, ledger)).toEqual({ reason: 'list' });
  expect(misnamed('nonsense', desired, ledger)).toEqual({ reason: 'no-address' });
  expect(misnamed('teams/documentation', desired, ledger)).toEqual({ reason: 'renamed', now: 'teams/docs' });
  expect(misnamed('teams/suport', desired, ledger)).toEqual({ reason: 'unknown', near: 'teams/support' });
});

test('forget finds pending objects of an interrupted run in and around the resource', () => {
  desired = declared(text);
  const intent = (address: string, creates: Partial<Intent['creates']> = {}) => ({
    type: 'intent' as const,
    step: `${address}#create`,
    address,
    operation: 'create',
    creates: { at: '2026-01-01T10:00:00Z', ...creates },
  });
  expect(unfinishedAround(['sites/docs'], [intent('sites/docs/sections/api')], desired)).toEqual([
    'sites/docs/sections/api',
  ]);
  expect(unfinishedAround(['sites/docs/sections/api'], [intent('sites/docs')], desired)).toEqual(['sites/docs']);
  const brings = { brings: [{ role: 'space', address: 'spaces/new' }] };
  expect(unfinishedAround(['spaces/new'], [intent('sites/new', brings)], desired)).toEqual(['spaces/new']);
  expect(unfinishedAround(['teams/docs'], [intent('teams/documentation')], desired)).toEqual(['teams/docs']);
  expect(unfinishedAround(['teams/docs'], [intent('teams/support')], desired)).toEqual([]);
});

test('a forgotten object lists its fields in the ledger', () => {
  desired = declared(text);
  const resources = { 'teams/support': { id: 's', applied: { title: '00', members: '11' } } };
  expect(forgetIn({ resources, lists: ['teams'] }, 'teams/support').forgotten[0]?.fields).toEqual(['members', 'title']);
});

test('a ledger without an address keeps the dialect of the platform', () => {
  const forgotten = forgetIn({ ...ledgerOf('teams/docs', 'teams/support'), dialect: 'gitbook' }, 'teams/docs');
  expect(forgotten.ledger.dialect).toBe('gitbook');
  expect(Object.keys(forgotten.ledger.resources)).toEqual(['teams/support']);
});
