/** Measures that undo and accepting drift take time proportional to the number of changes. */
import { expect, test } from 'vitest';
import { type Desired, isReference, type Live, type LiveObject } from '../../src/core/state.ts';
import { inverse } from '../../src/edit/inverse/inverse.ts';
import type { DoneChange } from '../../src/edit/inverse/undo-record.ts';
import type { AsDeclared } from '../../src/kinds/declaration/as-declared.ts';
import { shapes } from '../../src/kinds/index.ts';
import { acceptDrift } from '../../src/review/drift/accept.ts';
import type { DriftEntry } from '../../src/review/drift/entry.ts';
import { head, loadDesired } from '../config/memory-files.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';

/** Teams with one person each, spaces with one value each, and a site with one section for each space. */
function textOf(size: number): string {
  const lines = (of: (at: number) => string) => Array.from({ length: size }, (_, at) => of(at)).join('');
  return [
    head,
    'members: { ana@acme.dev: {} }\n',
    `customFields:\n${lines((at) => `  f${at}: { title: F, type: text }\n`)}`,
    `collections:\n${lines((at) => `  c${at}: { title: C${at} }\n`)}`,
    `teams:\n${lines((at) => `  t${at}: { title: T${at}, members: { ana@acme.dev: owner } }\n`)}`,
    `spaces:\n${lines((at) => `  s${at}: { title: S${at}, collection: c${at}, fields: { f${at}: x } }\n`)}`,
    `sites:\n  docs:\n    title: Docs\n    structure:\n${lines((at) => `      - { section: n${at}, title: Section ${at}, spaces: [{ space: s${at}, path: p }] }\n`)}`,
  ].join('');
}

interface World {
  readonly full: Desired;
  readonly none: Desired;
  readonly live: Live;
  readonly asDeclared: AsDeclared;
}

const worlds = new Map<number, World>();

function worldOf(size: number): World {
  const known = worlds.get(size);
  if (known !== undefined) return known;
  const full = loadDesired(textOf(size));
  const objects = full.resources.map(
    ({ kind, address, parent, fields }): LiveObject => ({
      kind,
      id: address,
      parentId: parent,
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, isReference(value) ? value.ref : value]),
      ) as LiveObject['fields'],
    }),
  );
  const none = loadDesired(`${head}members: { ana@acme.dev: {} }\nteams: {}\nspaces: {}\nsites: {}\ncollections: {}\n`);
  const lists = full.lists.map(({ list }) => list);
  const ids = new Map(full.resources.map(({ address }) => [address, address]));
  const world = {
    full,
    none,
    live: { objects, lists: [], orders: {} },
    asDeclared: { ...full, lists, ids, leftOut: [] },
  };
  worlds.set(size, world);
  return world;
}

test.each(['delete', 'create', 'update'] as const)('undo of an apply grows linearly: %s', async (action) => {
  const work = (size: number) => {
    const { full, none, live, asDeclared } = worldOf(size);
    const done = full.resources.map(
      ({ address, kind, fields }): DoneChange => ({
        ...{ address, kind, action, id: address },
        fields: action === 'update' ? Object.keys(fields).map((field) => ({ field, after: 'y' })) : [],
      }),
    );
    return inverse({ desired: action === 'delete' ? none : full, done, live, former: asDeclared, shapes });
  };
  expect(work(3).restored.length).toBeGreaterThan(3);
  const growth = await growthOf(work, 100);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test.each(['missing', 'unmanaged', 'changed'] as const)('accepting drift grows linearly: %s', async (of) => {
  const work = (size: number) => {
    const { full, none, asDeclared } = worldOf(size);
    const entries = full.resources.map(
      ({ address, kind, fields }): DriftEntry =>
        ({
          ...{ class: of, address, kind, id: address, marks: [] },
          ...(of === 'changed' ? { fields: Object.keys(fields).map((field) => ({ field, after: 'x' })) } : {}),
        }) as DriftEntry,
    );
    return acceptDrift({
      desired: of === 'unmanaged' ? none : full,
      entries,
      live: asDeclared,
      shapes,
      addresses: [],
      withUnmanaged: true,
    });
  };
  expect(work(3).chosen.length).toBeGreaterThan(3);
  const growth = await growthOf(work, 100);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
