/** Laws of what a platform keeps in memory of its file: it answers as a reader would who has just opened it, whoever wrote, and whatever was undone. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store } from '../../src/server/objects.ts';
import type { Kind, Row } from '../../src/server/records.ts';
import { openStore } from '../../src/server/store.ts';
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
  fc.record({ what: fc.constant('remove scope' as const), scope: word }),
);
/** `by`: this process, or another that has the file open. */
const step = fc.record({ by: fc.constantFrom(0, 1), isUndone: fc.boolean(), writes: fc.array(write, { minLength: 1, maxLength: 4 }) });

type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

function rowOf({ kind, id, parent, scope, position, target, key, role }: Extract<Write, { what: 'put' }>): Row {
  // What is undefined is not written.
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
  const row = rowOf(one);
  if (row.uniqueKey !== null && store.holderOf(row.uniqueKey) !== undefined) return;
  if (was === undefined) store.insert(row);
  else store.replace(was, row);
}

/** All that can be asked, of all that there may be. */
function answersOf(store: Store) {
  const of = <T>(ask: (kind: Kind, word: string) => T): readonly T[] => kinds.flatMap((kind) => words.map((each) => ask(kind, each)));
  const where = { name: 'role', is: null };
  return {
    rows: of((kind, id) => [store.find(kind, id), store.all(kind, id), words.map((parent) => store.find(kind, id, parent))]),
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
    holders: of((kind, id) => store.holderOf(`${kind}/${id}`)?.id),
    fact: store.readFact('fact'),
  };
}

const refused = new Error('refused');

test('what is kept answers as what is read', () => {
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
        // Before another one opens the file, which would be a reason to read everything again; the one that wrote has none.
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
