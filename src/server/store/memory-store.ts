/** A state in memory. */

import { createMemoryTransaction, type MemoryTransaction } from './memory-transaction.ts';
import { type Row, storedCopy } from './records.ts';
import { createRows } from './rows.ts';
import { inSiblingOrder, stateDigest } from './state-digest.ts';
import { isFactOfState, isOfState, type SnapshotRow, type Store } from './store.ts';

export function createMemoryStore(): Store {
  const transaction = createMemoryTransaction();
  const { reads, writes, allRows, addRow, dropRow, countChanges } = createObjects(transaction);
  const facts = new Map<string, string>();
  const writeFact = (name: string, value: string | undefined) => transaction.put(facts, name, value);
  const stateRows = () => allRows().filter(isOfState);
  // Open pages request the digest continually.
  let digested: { readonly changes: number; readonly digest: string } | undefined;
  const removeState = () => {
    stateRows().forEach(dropRow);
    for (const name of [...facts.keys()].filter(isFactOfState)) writeFact(name, undefined);
  };
  const removeOrphanTokens = () => {
    for (const row of allRows()) if (row.kind === 'token' && reads.all('member', row.target).length === 0) dropRow(row);
  };
  const snapshots = createSnapshots(transaction);
  return {
    ...reads,
    ...writes,
    readFact: (name) => facts.get(name),
    writeFact,
    countObjects: () => stateRows().length,
    digest: () => {
      const changes = countChanges();
      if (digested?.changes !== changes) digested = { changes, digest: stateDigest(stateRows()) };
      return digested.digest;
    },
    everything: (snapshot) =>
      inSiblingOrder(snapshot === undefined ? stateRows() : (snapshots.find(snapshot)?.rows ?? [])),
    removeState,
    removeOrphanTokens,
    listSnapshots: snapshots.list,
    removeSnapshot: snapshots.remove,
    takeSnapshot: (name, takenAt) =>
      snapshots.take({ name, takenAt, rows: stateRows(), facts: [...facts].filter(([fact]) => isFactOfState(fact)) }),
    restoreSnapshot: (name) => {
      const snapshot = snapshots.find(name);
      if (snapshot === undefined) return false;
      removeState();
      snapshot.rows.forEach(addRow);
      for (const [fact, value] of snapshot.facts) writeFact(fact, value);
      removeOrphanTokens();
      return true;
    },
    transact: (mode, work) => (mode === 'read' ? work() : transaction.run(work)),
    together: async (mode, work) => (mode === 'read' ? work() : transaction.run(work)),
    close: () => undefined,
  };
}

function createObjects(transaction: MemoryTransaction) {
  const { add: keep, drop: lose, dropScope: _, forget: __, allRows, ...reads } = createRows();
  let changes = 0;
  const add = (row: Row) => {
    changes += 1;
    keep(row);
  };
  const drop = (row: Row) => {
    changes += 1;
    lose(row);
  };
  const addRow = (row: Row) => {
    const { kind, id, parent, uniqueKey } = row;
    if (reads.find(kind, id, parent) !== undefined) throw new Error(`the platform already has a ${kind} ${id}`);
    if (uniqueKey !== null && reads.findByKey(uniqueKey) !== undefined)
      throw new Error(`the key ${uniqueKey} is already used`);
    add(row);
    transaction.onRevert(() => drop(row));
  };
  const dropRow = (row: Row) => {
    drop(row);
    transaction.onRevert(() => add(row));
  };
  const writes: Pick<Store, 'insert' | 'replace' | 'remove' | 'removeScope'> = {
    insert: (row) => addRow(storedCopy(row)),
    replace: ({ kind, id, parent }, given) => {
      const previous = reads.find(kind, id, parent);
      if (previous === undefined) return;
      dropRow(previous);
      try {
        addRow(storedCopy({ ...given, id }));
      } catch (error) {
        addRow(previous);
        throw error;
      }
    },
    remove: ({ kind, id, parent }) => {
      const row = reads.find(kind, id, parent);
      if (row !== undefined) dropRow(row);
    },
    removeScope: (scope) => {
      for (const row of allRows()) if (row.scope === scope) dropRow(row);
    },
  };
  return { reads, writes, allRows, addRow, dropRow, countChanges: () => changes };
}

interface Snapshot extends Pick<SnapshotRow, 'name' | 'takenAt'> {
  readonly rows: readonly Row[];
  readonly facts: readonly (readonly [name: string, value: string])[];
}

function createSnapshots(transaction: MemoryTransaction) {
  const snapshots = new Map<string, Snapshot>();
  return {
    find: (name: string) => snapshots.get(name),
    list: (): readonly SnapshotRow[] =>
      [...snapshots.values()]
        .map(({ name, takenAt, rows }) => ({ name, takenAt, objects: rows.length }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    take: (snapshot: Snapshot) => transaction.put(snapshots, snapshot.name, snapshot),
    remove: (name: string) => {
      const isThere = snapshots.has(name);
      if (isThere) transaction.put(snapshots, name, undefined);
      return isThere;
    },
  };
}
