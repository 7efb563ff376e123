/** Laws: objects in memory equal those of a newly opened file, and a state in memory equals a state in a file. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '../../src/server/store/open-store.ts';
import type { Kind, Row } from '../../src/server/store/records.ts';
import type { Store } from '../../src/server/store/store.ts';
import { settings } from '../laws/law.ts';
import { directoryWith } from '../support/directory.ts';

const kinds = ['team', 'team-member', 'space'] as const;
const words = ['a', 'b', 'c', 'd'];

const word = fc.constantFrom(...words);
const place = {
  kind: fc.constantFrom(...kinds),
  id: word,
  parent: word,
  scope: word,
  position: fc.integer({ min: 1, max: 5 }),
  target: fc.constantFrom('', ...words),
  key: fc.option(word),
  role: fc.constantFrom('owner', 'member', null),
};

const write = fc.oneof(
  fc.record({ what: fc.constant('put' as const), ...place }),
  fc.record({ what: fc.constant('remove' as const), kind: place.kind, id: word, parent: word }),
  fc.record({
    what: fc.constant('move' as const),
    kind: place.kind,
    id: word,
    parent: word,
    to: fc.record({ kind: place.kind, parent: word }),
  }),
  fc.record({ what: fc.constant('remove scope' as const), scope: word }),
);
/** The number of the process. */
const step = fc.record({
  by: fc.constantFrom(0, 1),
  isUndone: fc.boolean(),
  writes: fc.array(write, { minLength: 1, maxLength: 4 }),
});

type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

function rowOf({ kind, id, parent, scope, position, target, key, role }: Extract<Write, { what: 'put' }>): Row {
  // Undefined members are not written.
  const data = { title: id, role, nothing: undefined } as unknown as Row['data'];
  return { kind, id, parent, scope, position, target, uniqueKey: key === null ? null : `${kind}/${key}`, data };
}

function carryOut(store: Store, one: Write): void {
  if (one.what === 'remove scope') {
    store.removeScope(one.scope);
    return;
  }
  const was = store.find(one.kind, one.id, one.parent);
  if (one.what === 'remove') {
    if (was !== undefined) store.remove(was);
    return;
  }
  if (one.what === 'move') {
    const isFree = store.find(one.to.kind, one.id, one.to.parent) === undefined;
    if (was !== undefined && isFree) store.replace(was, { ...was, ...one.to, uniqueKey: null });
    return;
  }
  const row = rowOf(one);
  if (row.uniqueKey !== null && store.findByKey(row.uniqueKey) !== undefined) return;
  if (was === undefined) store.insert(row);
  else store.replace(was, row);
}

/** The results of all queries. */
function answersOf(store: Store) {
  const of = <T>(ask: (kind: Kind, word: string) => T): readonly T[] =>
    kinds.flatMap((kind) => words.map((each) => ask(kind, each)));
  const where = { name: 'role', is: null };
  return {
    rows: of((kind, id) => [
      store.find(kind, id),
      store.all(kind, id),
      words.map((parent) => store.find(kind, id, parent)),
    ]),
    lists: of((kind, id) => [store.children(kind, id), store.inScope(kind, id), store.linkingTo(kind, id)]),
    pages: of((kind, id) =>
      [true, false].map((descending) => [
        store.page(kind, id, { limit: 2, descending }),
        store.page(kind, id, { limit: 9, after: { position: 2, id: 'b' }, descending }),
        store.page(kind, id, { limit: 9, descending, where }),
      ]),
    ),
    counts: of((kind, id) => [
      store.count(kind, id),
      store.count(kind, id, where),
      store.countInScope(kind, id),
      store.countWithTarget(kind, id, 'a'),
    ]),
    places: words.map((id) => [
      store.lastPosition(kinds, id),
      store.neighbour(kinds, id, 3, 'before'),
      store.neighbour(kinds, id, 3, 'after'),
    ]),
    holders: of((kind, id) => store.findByKey(`${kind}/${id}`)?.id),
    fact: store.readFact('fact'),
  };
}

const refused = new Error('refused');

test('objects in memory equal those of a newly opened file', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      const data = join(directoryWith(), 'state.db');
      const stores = [openStore(data), openStore(data)] as const;
      for (const [at, { by, isUndone, writes }] of steps.entries()) {
        const store = stores[by as 0 | 1];
        const work = (): void => {
          store.writeFact('fact', String(at));
          for (const one of writes) carryOut(store, one);
          if (isUndone) throw refused;
        };
        if (isUndone) expect(() => store.transact('write', work)).toThrow(refused);
        else store.transact('write', work);
        // Reads before a third process opens the file, because that could make them read everything again.
        const given = [answersOf(store), ...stores.map(answersOf)];
        const fresh = openStore(data);
        expect(given).toEqual(given.map(() => answersOf(fresh)));
        fresh.close();
      }
      for (const store of stores) store.close();
    }),
    settings(12),
  );
});

/** Operations on the tables as a whole. */
const looks = {
  digest: (store: Store) => store.digest(),
  count: (store: Store) => store.countObjects(),
  everything: (store: Store) => store.everything(),
  'take a snapshot': (store: Store) => store.takeSnapshot('one', 'now'),
  restore: (store: Store) => store.restoreSnapshot('one'),
  empty: (store: Store) => store.removeState(),
} satisfies { readonly [name: string]: (store: Store) => unknown };
const look = fc.constantFrom(...(Object.keys(looks) as readonly (keyof typeof looks)[]));
const deed = fc.oneof({ weight: 4, arbitrary: write }, { weight: 1, arbitrary: look });
const work = fc.record({ isUndone: fc.boolean(), deeds: fc.array(deed, { minLength: 1, maxLength: 5 }) });

test('a state in memory equals a state in a file', () => {
  fc.assert(
    fc.property(fc.array(work, { minLength: 1, maxLength: 8 }), (works) => {
      const stores = [openStore(join(directoryWith(), 'state.db')), openStore(':memory:')] as const;
      for (const [at, { isUndone, deeds }] of works.entries()) {
        const seen = stores.map((store) => {
          const told: unknown[] = [];
          const doAll = (): void => {
            store.writeFact('fact', String(at));
            for (const one of deeds) told.push(typeof one === 'string' ? looks[one](store) : carryOut(store, one));
            if (isUndone) throw refused;
          };
          if (isUndone) expect(() => store.transact('write', doAll)).toThrow(refused);
          else store.transact('write', doAll);
          return [told, answersOf(store)];
        });
        expect(seen[1]).toEqual(seen[0]);
      }
      expect([stores[1].everything(), stores[1].digest()]).toEqual([stores[0].everything(), stores[0].digest()]);
      for (const store of stores) store.close();
    }),
    settings(60),
  );
});

test('two objects with one place or key are refused, in memory and in a file', () => {
  const row = rowOf({
    what: 'put',
    kind: 'team',
    id: 'a',
    parent: 'a',
    scope: 'a',
    position: 1,
    target: '',
    key: 'a',
    role: null,
  });
  for (const data of [join(directoryWith(), 'state.db'), ':memory:']) {
    const store = openStore(data);
    store.insert(row);
    store.insert({ ...row, id: 'b', uniqueKey: null });
    expect(() => store.insert({ ...row, uniqueKey: null })).toThrow();
    expect(() => store.insert({ ...row, id: 'c' })).toThrow();
    expect(() => store.replace({ ...row, id: 'b' }, row)).toThrow();
    expect(store.children('team', 'a').map(({ id }) => id)).toEqual(['a', 'b']);
    expect(store.countObjects()).toBe(2);
    store.close();
  }
});
