/** An organization with objects that no configuration can create: duplicates, too long, empty, unknown or broken. */
import type { Fixture } from '../../src/server/index.ts';
import { worldOf } from '../support/live-world.ts';

const long = (count: number): string => 'x'.repeat(count);

/** Titles that are hard to quote or to turn into keys. */
const oddTitles = [
  'null',
  'true',
  '123',
  'a/b: c',
  '日本語',
  'Ünïcode Straße',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the title must not be read as a variable.
  '${vars.token}',
  ' space ',
  'tab\tand\u0007bell',
  '#',
  '- x',
  '🦊',
  '"',
];

const people = {
  'Bo.Big@ACME.dev': { role: 'edit' },
  'no address': 'read',
  'with/slash@acme.dev': 'read',
  'eve@acme.dev': { role: 'overlord', sso: true },
  'guest@acme.dev': { role: null },
};

const teams = {
  ...Object.fromEntries(oddTitles.map((title, at) => [`odd-${at}`, { title }])),
  first: {
    title: 'Same',
    members: { 'Bo.Big@ACME.dev': 'owner', 'with/slash@acme.dev': 'member', 'eve@acme.dev': 'captain' },
  },
  second: { title: 'Same', members: { 'guest@acme.dev': 'member' } },
  empty: { title: '' },
  long: { title: long(65) },
};

const collections = {
  a: { title: 'A' },
  b: { title: 'B' },
  'a-old': { title: 'Old', parent: 'a' },
  'b-old': { title: 'Old', parent: 'b' },
  'top-old': { title: 'Old' },
  'top-old-2': { title: 'Old' },
  long: { title: long(51) },
  nameless: { title: '' },
};

const spaces = {
  home: { title: 'Home' },
  notes: { title: 'Notes', collection: 'a', fields: { state: 'live', size: 3, day: 'monday', chosen: 'odd' } },
  'notes-2': { title: 'Notes', collection: 'b' },
  'notes-3': { title: 'Notes' },
  twin: { title: 'Twin' },
  'twin-2': { title: 'Twin' },
  nameless: { title: '', emoji: '' },
  long: { title: long(60), collection: 'long' },
  z: { title: 'Z', collection: 'a' },
  gone: { title: 'Gone', trash: true },
};

const sections = [
  { section: 'bare', title: 'Bare', spaces: [] },
  { section: 'broken', title: 'Broken', condition: 'this is (not' },
  { section: 'unknown', title: 'Unknown', condition: 'visitor.claims.nobody == true' },
  {
    section: 'fine',
    title: 'Fine',
    condition: 'visitor.claims.partner',
    spaces: [{ space: 'home' }, { space: 'home', path: 'again' }, { space: 'long' }],
  },
  { section: 'short', title: 'S' },
  { section: 'same-1', title: 'Same' },
  { section: 'same-2', title: 'Same' },
  { group: 'long', title: long(101), sections: [{ section: 'lost', title: 'Lost' }] },
  { group: 'hollow', title: 'Hollow', sections: [] },
];

const sites = {
  docs: {
    title: 'Docs',
    basename: 'docs',
    visitor: {
      claims: { partner: { type: 'boolean', description: 'P' } },
      unsigned: { age: { type: 'number', description: 'A' } },
    },
    structure: sections,
    shareLinks: { a: { name: 'Same' }, b: { name: 'Same', active: false }, c: { name: '' }, d: { name: long(51) } },
  },
  'twin-1': {
    title: 'Twin',
    visibility: 'members-only',
    structure: [
      { space: 'home', condition: 'also (not' },
      { space: 'nameless', default: true },
    ],
  },
  'twin-2': { title: 'Twin', type: 'galactic', structure: [] },
  x: { title: 'X', basename: long(101), proxy: 'no proxy', structure: [{ space: 'home' }] },
};

export function oddWorld(): Fixture {
  return worldOf({
    settings: { title: 'A', hostname: 'x', defaultRole: 'overlord', defaultContent: 'x' },
    members: people,
    teams,
    saml: { long: { label: long(31) }, fine: { label: 'Fine', ssoURL: 'not an address', defaultTeam: 'long' } },
    customFields: {
      state: { type: 'select:single', options: ['live'] },
      size: { type: 'text' },
      day: { type: 'day' },
      chosen: { type: 'select:multi', options: [] },
    },
    collections,
    spaces,
    translations: { none: { title: '' } },
    openapi: {
      pay: { url: 'https://acme.dev/pay.json' },
      'Bad Slug': { url: 'https://acme.dev/x.json' },
      'no-url': { url: 'nowhere' },
    },
    sites,
  });
}
