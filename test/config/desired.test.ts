/** The desired state of valid configurations. */
import { expect, test } from 'vitest';
import type { Desired, DesiredResource } from '../../src/core/state.ts';
import { load, loadDesired } from './memory-files.ts';

const head = 'version: 1\norganization: acme\n';

function at({ resources }: Desired, address: string): DesiredResource {
  const found = resources.find((resource) => resource.address === address);
  if (found === undefined)
    throw new Error(`no ${address} in ${resources.map((resource) => resource.address).join(', ')}`);
  return found;
}

function listsOf({ lists }: Desired): readonly string[] {
  return lists.map(({ list, prune, pruneIsNamed }) => `${list} ${prune}${pruneIsNamed ? ' named' : ''}`);
}

const site = (structure: string) =>
  loadDesired(`${head}spaces: { home: {}, other: {} }\nsites:\n  docs:\n    structure:\n${structure}`);

test('only written keys become fields, and null is a field', () => {
  const desired = loadDesired(
    `${head}collections:\n  product: { title: Product, defaultLevel: null, parent: null }\n  other: { title: Other }\n`,
  );
  expect(at(desired, 'collections/product').fields).toEqual({ title: 'Product', defaultLevel: null, parent: null });
  expect(at(desired, 'collections/other').fields).toEqual({ title: 'Other' });
  expect(at(desired, 'collections/product').fieldSpans.defaultLevel).toEqual({
    file: 'docform.yaml',
    line: 4,
    column: 44,
    length: 4,
  });
});

test('keys that are values become fields, and e-mail addresses become lower case', () => {
  const desired = loadDesired(
    `${head}members: { Ana@Acme.dev: admin }\nteams: { docs: { title: Docs, members: { ANA@acme.dev: owner } } }\ncustomFields: { owner: { type: text } }\n`,
  );
  expect(at(desired, 'members/ana@acme.dev')).toMatchObject({
    key: 'ana@acme.dev',
    fields: { email: 'ana@acme.dev', role: 'admin' },
  });
  expect(at(desired, 'teams/docs/members/ana@acme.dev').fields).toEqual({
    member: { ref: 'members/ana@acme.dev' },
    role: 'owner',
  });
  expect(at(desired, 'customFields/owner').fields).toEqual({ name: 'owner', type: 'text' });
});

test('a scalar sets the shorthand field, and null is the role guest', () => {
  const desired = loadDesired(
    `${head}members: { a@acme.dev: null, b@acme.dev: {}, c@acme.dev: { sso: true } }\nlinkInvites: { inv_1: read }\n`,
  );
  expect(desired.resources.map(({ fields }) => fields)).toEqual([
    { email: 'a@acme.dev', role: null },
    { email: 'b@acme.dev' },
    { email: 'c@acme.dev', sso: true },
    { id: 'inv_1', role: 'read' },
  ]);
});

test('a site with sections has placement, orders, defaults and lists', () => {
  const desired =
    site(`      - { section: one, title: One, spaces: [{ space: home }, { space: other }], default: other }
      - { group: more, title: More, sections: [{ section: two, title: Two }] }
      - { section: three, title: Three, spaces: [] }\n`);
  expect(at(desired, 'sites/docs/sections/one').fields).toEqual({
    title: 'One',
    group: null,
    default: { ref: 'sites/docs/sections/one/spaces/other' },
  });
  expect(at(desired, 'sites/docs/sections/two')).toMatchObject({
    parent: 'sites/docs',
    fields: { group: { ref: 'sites/docs/groups/more' } },
  });
  expect(desired.orders).toEqual({
    'sites/docs': ['sites/docs/sections/one', 'sites/docs/groups/more', 'sites/docs/sections/three'],
    'sites/docs/groups/more': ['sites/docs/sections/two'],
    'sites/docs/sections/one': ['sites/docs/sections/one/spaces/home', 'sites/docs/sections/one/spaces/other'],
    'sites/docs/sections/three': [],
  });
  expect(listsOf(desired)).toEqual([
    'spaces owned',
    'sites owned',
    'sites/docs/sections owned',
    'sites/docs/groups owned',
    'sites/docs/links owned',
    'sites/docs/sections/one/spaces owned',
    'sites/docs/sections/three/spaces owned',
  ]);
});

test('a flat site and an empty site are declared', () => {
  const flat = site('      - { space: home }\n      - { space: other, default: true }\n');
  expect(at(flat, 'sites/docs').fields.default).toEqual({ ref: 'sites/docs/spaces/other' });
  expect(flat.orders).toEqual({ 'sites/docs': ['sites/docs/spaces/home', 'sites/docs/spaces/other'] });
  expect(listsOf(flat)).toEqual(['spaces owned', 'sites owned', 'sites/docs/spaces owned']);
  expect(listsOf(site('      []\n'))).toEqual([
    'spaces owned',
    'sites owned',
    'sites/docs/sections owned',
    'sites/docs/groups owned',
    'sites/docs/links owned',
    'sites/docs/spaces owned',
  ]);
});

test('an empty map declares an empty list, and a missing key declares none', () => {
  const desired = loadDesired(
    `${head}teams: { docs: { title: Docs, members: {} }, support: { title: Support } }\nsaml: {}\n`,
  );
  expect(listsOf(desired)).toEqual(['teams owned', 'teams/docs/members owned', 'saml owned']);
});

test('the nearest prune setting applies, and the list records whether the setting names its kind', () => {
  const desired = loadDesired(`${head}policy: { prune: { default: all, members: all, teams.members: never } }
members: {}
spaces: {}
teams:
  a: { title: A, members: {} }
  b: { title: B, prune: owned, members: {} }
sites:
  docs: { prune: { default: never, shareLinks: all }, structure: [{ section: x, title: Xx, spaces: [], prune: owned }], shareLinks: {} }\n`);
  expect(listsOf(desired)).toEqual([
    'members all named',
    'spaces all',
    'teams all',
    'teams/a/members never named',
    'teams/b/members owned named',
    'sites all',
    'sites/docs/sections never named',
    'sites/docs/groups never named',
    'sites/docs/links never named',
    'sites/docs/sections/x/spaces owned named',
    'sites/docs/shareLinks all named',
  ]);
  expect(['team', 'team-member', 'section'].map(desired.policy.prune)).toEqual(['all', 'never', 'all']);
});

test('policy has defaults, and written settings override them', () => {
  const silent = loadDesired(head).policy;
  expect({ ...silent, prune: silent.prune('team') }).toEqual({
    prune: 'owned',
    protect: ['saml-provider', 'space', 'site'],
    maxDeletes: 10,
  });
  const said = loadDesired(
    `${head}policy: { protect: [teams], unprotect: [sites, saml], maxDeletes: 0, self: Ci@Acme.dev, prune: never }\n`,
  ).policy;
  expect({ ...said, prune: said.prune('team') }).toEqual({
    prune: 'never',
    protect: ['team', 'space'],
    maxDeletes: 0,
    self: 'ci@acme.dev',
  });
});

test('drift rules are read, and there are none without the key', () => {
  expect(loadDesired(head)).not.toHaveProperty('drift');
  expect(loadDesired(`${head}drift: { ignore: [] }\n`)).not.toHaveProperty('drift');
  const { drift } = loadDesired(
    `${head}vars: { day: 2026-12-31 }\ndrift: { ignore: [{ address: "sites/**", fields: [title], class: changed, reason: Why, until: "$` +
      '{vars.day}" }] }\n',
  );
  expect(drift?.ignore).toMatchObject([
    { address: 'sites/**', fields: ['title'], class: 'changed', reason: 'Why', until: '2026-12-31' },
  ]);
  expect(drift?.ignore[0]?.span).toMatchObject({ line: 4 });
});

test('settings such as protect are next to the fields', () => {
  const { pin, protect, replace, fields } = at(
    loadDesired(`${head}sites: { docs: { id: site_1, protect: false, replace: true } }\n`),
    'sites/docs',
  );
  expect({ pin, protect, replace, fields }).toEqual({ pin: 'site_1', protect: false, replace: true, fields: {} });
});

test('the order of a collection names spaces and collections, by address if a key is ambiguous', () => {
  const desired = loadDesired(`${head}collections:
  product: { title: Product, order: [both, spaces/same, collections/same] }
  same: { title: Same, parent: product }
spaces: { both: { collection: product }, same: { collection: product } }\n`);
  expect(desired.orders).toEqual({ 'collections/product': ['spaces/both', 'spaces/same', 'collections/same'] });
});

test('the top-level order names collections without a parent', () => {
  const desired = loadDesired(`${head}order: [c, collections/a]
collections: { a: { title: A }, b: { title: B }, c: { title: C, parent: null }, d: { title: D, parent: a } }
spaces: { a: { title: A } }\n`);
  expect(desired.orders).toEqual({ organization: ['collections/c', 'collections/a'] });
  expect(at(desired, 'collections/a').fields).toEqual({ title: 'A' });
});

test('values of custom fields are one resource of the space', () => {
  const desired = loadDesired(
    `${head}spaces: { home: { fields: { owner: docs, weight: 3, tags: [a, b], __proto__: x } } }\n`,
  );
  expect(at(desired, 'spaces/home/fields')).toMatchObject({
    kind: 'field-values',
    key: 'fields',
    parent: 'spaces/home',
  });
  expect(Object.entries(at(desired, 'spaces/home/fields').fields.values as object)).toEqual([
    ['owner', 'docs'],
    ['weight', 3],
    ['tags', ['a', 'b']],
    ['__proto__', 'x'],
  ]);
});

test('the text of a file is the value of the field', () => {
  const files = {
    'docform.yaml': `${head}openapi: { payments: { file: specs/payments.json } }\n`,
    'specs/payments.json': '{"openapi":"3.1.0"}',
  };
  expect(at(loadDesired(files), 'openapi/payments').fields).toEqual({ slug: 'payments', text: '{"openapi":"3.1.0"}' });
});

test('aliases repeat values', () => {
  const desired = loadDesired(
    `${head}teams:\n  docs: { title: Docs, members: &all { ana@acme.dev: owner } }\n  more: { title: More, members: *all }\nmembers: { ana@acme.dev: admin }\n`,
  );
  expect(at(desired, 'teams/more/members/ana@acme.dev').fields.role).toBe('owner');
});

test('moved entries keep their addresses as written', () => {
  const desired = loadDesired(
    `${head}members: { ana@acme.dev: {} }\nmoved: [{ from: members/Old@acme.dev, to: members/Ana@Acme.dev }]\n`,
  );
  expect(desired.moved.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'members/old@acme.dev', to: 'members/ana@acme.dev' },
  ]);
});

test('DOCFORM_ORG replaces a missing organization, and can repeat it', () => {
  expect(loadDesired('version: 1\n', { organization: 'acme' }).organization).toBe('acme');
  expect(loadDesired(head, { organization: 'acme' }).organization).toBe('acme');
  expect(load('version: 1\n').problems.map(({ code }) => code)).toEqual(['E-ORGANIZATION']);
});
