/** The objects, lists and orders of a reading. */
import { describe, expect, test } from 'vitest';
import { emptyLedger } from '../../src/core/state.ts';
import { kindsOfDialect } from '../../src/kinds/index.ts';
import { fetchLive } from '../../src/remote/live/fetch.ts';
import { asked, listOf, objectOf, platform, read, siteSpace, space, structure, unknowns } from './organization.ts';
import { desiredOf, scriptedClient, type World } from './scripted-client.ts';

const definitions = kindsOfDialect('2025-06');

describe('fetchLive', () => {
  test('the result contains the structure of a site: positions, defaults and orders', async () => {
    const live = await read(platform, structure);
    expect(objectOf(live, 'site', 's1')?.fields).toEqual({
      title: 'Docs',
      basename: 'docs',
      visibility: 'public',
      adaptiveContent: true,
      proxy: 'acme.dev/docs',
      hosted: 'https://x.io',
      defaultSection: 'sec-g',
    });
    expect(objectOf(live, 'section', 'sec-p')).toEqual({
      kind: 'section',
      id: 'sec-p',
      parentId: 's1',
      fields: { title: 'Payments', path: 'payments', group: 'grp-1', default: 'ss-3' },
    });
    expect(objectOf(live, 'section', 'sec-g')?.fields).toMatchObject({ group: null, default: 'ss-1' });
    expect(objectOf(live, 'site-space', 'ss-2')).toEqual({
      kind: 'site-space',
      id: 'ss-2',
      parentId: 'sec-p',
      fields: { path: 'ss-2', space: 'sp-api' },
    });
    expect(live.orders).toEqual({
      s1: [['sec-g', 'grp-1']],
      'grp-1': [['sec-p']],
      'sec-g': [['ss-1']],
      'sec-p': [['ss-2', 'ss-3']],
    });
    expect(unknowns(live)).toEqual([]);
    for (const parentId of ['s1', 'sec-g', 'sec-p']) expect(listOf(live, 'site-space', parentId)).toBeDefined();
  });

  test('the result contains a flat site', async () => {
    const script = {
      ...platform,
      'sites/s1/sections': [],
      'sites/s1/section-groups': [],
      'sites/s1/site-spaces': [siteSpace('ss-1', 'sp-home'), siteSpace('ss-2', 'sp-api', { default: true })],
    };
    const live = await read(script, structure);
    expect(objectOf(live, 'site', 's1')?.fields.default).toBe('ss-2');
    expect(objectOf(live, 'site-space', 'ss-1')?.parentId).toBe('s1');
    expect(live.orders).toEqual({ s1: [['ss-1', 'ss-2']] });
  });

  test('the result contains a collection with a declared order', async () => {
    const world: World = {
      resources: { 'collections/c': { title: 'C' }, 'collections/d': { title: 'D' }, 'spaces/api': { title: 'API' } },
      orders: { 'collections/c': ['spaces/api', 'collections/d'] },
    };
    const script = {
      ...platform,
      collections: [
        { id: 'col-1', title: 'C' },
        { id: 'col-2', title: 'D', parent: 'col-1' },
      ],
      'collections/col-1/spaces': [space('sp-api', 'API', { parent: 'col-1' })],
    };
    const live = await read(script, world);
    expect(live.orders).toEqual({ 'col-1': [['col-2'], ['sp-api']] });
    expect(objectOf(live, 'collection', 'col-2')?.fields.parent).toBe('col-1');
    expect(objectOf(live, 'space', 'sp-api')?.fields.collection).toBe('col-1');
    expect(await asked(script, { ...world, orders: { 'collections/c': ['collections/d'] } })).not.toContain(
      'collections/col-1/spaces',
    );
  });

  test('the result contains a space in the trash, but no deleted space', async () => {
    const script = { ...platform, 'spaces/sp-old': space('sp-old', 'Old', { deletedAt: '2026-01-01T00:00:00Z' }) };
    const world = {
      resources: {
        'spaces/old': { title: 'Old' },
        'spaces/old/fields': { values: { a: 'b' } },
        'spaces/gone': { title: 'Gone' },
      },
    };
    const ledger = { resources: { 'spaces/old': { id: 'sp-old' }, 'spaces/gone': { id: 'sp-gone' } } };
    const live = await read(script, world, ledger);
    expect(objectOf(live, 'space', 'sp-old')?.isDeleted).toBe(true);
    expect(objectOf(live, 'space', 'sp-gone')).toBeUndefined();
    expect(unknowns(live)).toEqual([]);
    // Objects in the trash have no children, so responses for them are ignored.
    for (const answer of [401, 403, 500, [{ customField: { name: 'a' }, value: 'b' }]])
      expect(await read({ ...script, 'spaces/sp-old/custom-fields': answer }, world, ledger)).toEqual(live);
    expect(await asked(script, world)).not.toContain('spaces/sp-old/custom-fields');
    expect(listOf(live, 'field-values', 'sp-old')).toBeDefined();
  });

  test('progress is reported after each response', async () => {
    const seen: number[] = [];
    await fetchLive(scriptedClient(platform), {
      organization: 'o1',
      definitions,
      desired: desiredOf(structure),
      ledger: emptyLedger,
      onProgress: ({ answered }) => seen.push(answered),
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
