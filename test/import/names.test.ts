/** Keys of imported objects: from titles, unique, and independent of the order of lists. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugify } from '../../src/core/slug.ts';
import { emptyLedger, type Live, type LiveObject } from '../../src/core/state.ts';
import { adopt } from '../../src/import/adopt.ts';
import { makeUniqueKey } from '../../src/kinds/declaration/key.ts';
import { shapes } from '../../src/kinds/index.ts';
import { importLive } from '../../src/library/import.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { createPlatform } from '../../src/server/index.ts';
import { settings } from '../laws/law.ts';
import { localPlatform } from '../support/local-platform.ts';
import { unicodeText } from '../support/unicode-text.ts';
import { oddWorld } from './odd-world.ts';

describe('a title becomes a slug', () => {
  test.each([
    ['Payments EN', 'payments-en'],
    ['  API  (v2.1) ', 'api-v2-1'],
    ['Ünïcode Straße', 'unicode-strasse'],
    ['Łódź & Øresund', 'lodz-oresund'],
    ['日本語', ''],
    ['🦊 Fox', 'fox'],
    ['', ''],
    ['a/b.c_d', 'a-b-c-d'],
  ])('%j is %j', (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  test('a long slug ends with a complete word', () => {
    const slug = slugify('A title that goes on and on until nobody would want to type it as a key any more');
    expect(slug).toBe('a-title-that-goes-on-and-on-until-nobody-would-want-to-type');
    expect(slugify('x'.repeat(200))).toBe('x'.repeat(60));
  });

  test('every title becomes a valid key', () => {
    fc.assert(
      fc.property(unicodeText(), (title) => {
        expect(slugify(title)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      }),
      settings(50),
    );
  });

  test('a key that is in use gets the lowest free number', () => {
    const taken = new Set(['docs', 'docs-2', 'docs-4']);
    expect(makeUniqueKey('docs', (key) => taken.has(key))).toBe('docs-3');
  });
});

const team = (id: string, title: string): LiveObject => ({ kind: 'team', id, parentId: null, fields: { title } });
const live = (objects: readonly LiveObject[]): Live => ({ objects, lists: [], orders: {} });
const idsOf = (adopted: ReturnType<typeof adopt>) => Object.fromEntries(adopted.ids);

test('titles with the same key are ordered by spelling, then by id, and get a pin only if they are ambiguous', () => {
  const adopted = adopt({
    live: live([team('z', 'docs!'), team('b', 'Docs'), team('a', 'Docs'), team('c', '語')]),
    ledger: emptyLedger,
    shapes,
  });
  expect(idsOf(adopted)).toEqual({ 'teams/docs': 'a', 'teams/docs-2': 'b', 'teams/docs-3': 'z', 'teams/team': 'c' });
  expect(adopted.resources.map(({ address, pin }) => [address, pin])).toEqual([
    ['teams/docs', 'a'],
    ['teams/docs-2', 'b'],
    ['teams/docs-3', undefined],
    ['teams/team', undefined],
  ]);
});

test('a known object keeps its key, and no other object gets the key', () => {
  const ledger = { ...emptyLedger, resources: { 'teams/writers': { id: 'a' }, 'teams/docs': { id: 'gone' } } };
  const adopted = adopt({ live: live([team('a', 'Docs'), team('b', 'Docs too'), team('c', 'docs')]), ledger, shapes });
  expect(idsOf(adopted)).toEqual({ 'teams/writers': 'a', 'teams/docs-too': 'b', 'teams/docs-2': 'c' });
});

test('of two links to one space in a section, the known one is declared', async () => {
  const reference = createPlatform({ seed: oddWorld(), token: 'token-of-ana' });
  const platform = await localPlatform(reference);
  const { live: read, adopted } = await importLive({
    organization: reference.organization,
    platform,
    ledger: memoryLedger(),
  });
  reference.close();
  const address = 'sites/docs/sections/fine/spaces/home';
  const first = read.objects.find(({ kind, id }) => kind === 'site-space' && id === adopted.ids.get(address));
  const second = read.objects.find(
    (each) => each.kind === 'site-space' && each.parentId === first?.parentId && each.fields.path === 'again',
  );
  expect([first?.fields.path, second?.fields.space]).toEqual(['home', first?.fields.space]);
  const known = { ...emptyLedger, resources: { [address]: { id: second?.id ?? '' } } };
  expect(adopt({ live: read, ledger: known, shapes }).ids.get(address)).toBe(second?.id);
});

test('the order of lists does not change the import', async () => {
  const reference = createPlatform({ seed: oddWorld(), token: 'token-of-ana' });
  const platform = await localPlatform(reference);
  const { live: read } = await importLive({ organization: reference.organization, platform, ledger: memoryLedger() });
  reference.close();
  const once = adopt({ live: read, ledger: emptyLedger, shapes });
  fc.assert(
    fc.property(fc.shuffledSubarray([...read.objects], { minLength: read.objects.length }), (objects) => {
      const other = adopt({ live: { ...read, objects }, ledger: emptyLedger, shapes });
      expect({ ...other, ids: idsOf(other) }).toEqual({ ...once, ids: idsOf(once) });
    }),
    { ...settings(20), endOnFailure: true },
  );
});

test('an object with a new address in the configuration is found there', () => {
  const span = { file: 'docform.yaml', line: 1, column: 1, length: 1 };
  const desired = {
    organization: 'acme',
    ...{ resources: [], lists: [], orders: {} },
    moved: [{ from: 'teams/docs', to: 'teams/writers', span }],
    policy: { prune: () => 'owned' as const, protect: [], maxDeletes: 10 },
  };
  const ledger = { ...emptyLedger, resources: { 'teams/docs': { id: 'a' } } };
  expect(idsOf(adopt({ live: live([team('a', 'Docs'), team('b', 'Other')]), ledger, shapes, desired }))).toEqual({
    'teams/writers': 'a',
    'teams/other': 'b',
  });
  const both = { ...emptyLedger, resources: { 'teams/docs': { id: 'a' }, 'teams/writers': { id: 'b' } } };
  expect(
    idsOf(adopt({ live: live([team('a', 'Docs'), team('b', 'Other')]), ledger: both, shapes, desired })),
  ).toMatchObject({
    'teams/writers': 'b',
  });
});
