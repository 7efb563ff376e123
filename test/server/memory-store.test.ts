/** The state in memory: transactions, and the platform without SQLite. `rows.test.ts` compares it with a state in a file. */
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/server/store/memory-store.ts';
import type { Row } from '../../src/server/store/records.ts';

function team(id: string, title: string): Row<'team'> {
  const data = { title } as Row<'team'>['data'];
  return { kind: 'team', id, parent: 'acme', scope: 'acme', position: 1, target: '', uniqueKey: `team/${title}`, data };
}

test('a refused transaction reverts objects, facts and snapshots', () => {
  const store = createMemoryStore();
  store.insert(team('a', 'Docs'));
  store.writeFact('kept', 'before');
  store.takeSnapshot('first', 'now');
  const before = [store.digest(), store.everything(), store.listSnapshots()];
  const refuse = () => {
    store.replace(team('a', 'Docs'), team('a', 'Renamed'));
    store.insert(team('b', 'Docs'));
    store.removeScope('acme');
    store.writeFact('kept', 'after');
    store.writeFact('new', 'after');
    store.takeSnapshot('second', 'later');
    store.restoreSnapshot('first');
    store.removeSnapshot('first');
    throw new Error('refused');
  };
  expect(() => store.transact('write', refuse)).toThrow('refused');
  expect([store.digest(), store.everything(), store.listSnapshots()]).toEqual(before);
  expect([store.readFact('kept'), store.readFact('new')]).toEqual(['before', undefined]);
  expect(store.findByKey('team/Docs')?.id).toBe('a');
  expect(store.findByKey('team/Renamed')).toBeUndefined();
});

test('a stored object does not change with the object that was given', () => {
  const store = createMemoryStore();
  const data = { title: 'Docs' } as Row<'team'>['data'];
  store.insert({ ...team('a', 'Docs'), data });
  Object.assign(data, { title: 'Changed' });
  expect(store.find('team', 'a')?.data).toEqual({ title: 'Docs' });
});

test('a transaction in a transaction is refused and reverts both', () => {
  const store = createMemoryStore();
  const nested = () => {
    store.insert(team('a', 'Docs'));
    store.transact('write', () => store.insert(team('b', 'More')));
  };
  expect(() => store.transact('write', nested)).toThrow('a transaction is already open');
  expect(store.countObjects()).toBe(0);
});
