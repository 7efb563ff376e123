/** The state: objects and facts. Writes go to SQLite and to the objects in memory. */
import { columns, type Kind, type Records, type Row, rowOf, type Statements } from './records.ts';
import { type Counts, createRows, type Lookups } from './rows.ts';
import type { Transactions } from './transactions.ts';
import type { WholeState } from './whole-state.ts';

interface Writes {
  insert<K extends Kind>(row: Row<K>): void;
  /** Replaces everything except the id. */
  replace<K extends Kind>(previous: Row<K>, row: Row<K>): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
}

interface Facts {
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;
}

interface Objects extends Lookups, Counts, Writes, Facts {
  /** Reads everything again from SQLite on next use. */
  forget(): void;
}

export interface Store extends Omit<Objects, 'forget'>, WholeState, Pick<Transactions, 'transact' | 'together'> {
  close(): void;
}

const key = 'kind = ? AND id = ? AND parent = ?';
const placeholders = columns.replace(/\w+/g, '?');

function valuesOf({ kind, id, parent, scope, position, target, uniqueKey, data }: Row) {
  return [kind, id, parent, scope, position, target, uniqueKey, JSON.stringify(data)] as const;
}

/** The row as SQLite returns it: undefined members are not stored. */
function asRead<K extends Kind>(row: Row<K>) {
  const { kind, id, parent, scope, position, target, uniqueKey, data } = row;
  return { kind, id, parent, scope, position, target, uniqueKey, data: JSON.parse(JSON.stringify(data)) as Records[K] };
}

export function createObjects(
  { all, one, run: write }: Statements,
  transactions: Pick<Transactions, 'refresh' | 'noteWrite'>,
): Objects {
  const refresh = () => transactions.refresh();
  const run: Statements['run'] = (sql, ...values) => {
    write(sql, ...values);
    transactions.noteWrite();
  };
  const readKind = (kind: Kind) =>
    all(`SELECT ${columns} FROM objects WHERE kind = ? ORDER BY id, parent`, kind).map(rowOf);
  const { add, swap, drop, dropScope, forget, ...reads } = createRows(readKind, refresh);
  const { forgetFacts, ...facts } = createFacts(one, run, refresh);
  return {
    ...reads,
    ...facts,
    insert: (given) => {
      const row = asRead(given);
      run(`INSERT INTO objects (${columns}) VALUES (${placeholders})`, ...valuesOf(row));
      add(row);
    },
    replace: ({ kind, id, parent }, given) => {
      const previous = reads.find(kind, id, parent);
      if (previous === undefined) return;
      const row = asRead({ ...given, id });
      const values = valuesOf(row);
      if (hasSameKeys(previous, row)) {
        run(`UPDATE objects SET data = ? WHERE ${key}`, values[7], kind, id, parent);
        swap(previous, row);
      } else {
        run(`UPDATE objects SET (${columns}) = (${placeholders}) WHERE ${key}`, ...values, kind, id, parent);
        drop(previous);
        add(row);
      }
    },
    remove: (row) => {
      run(`DELETE FROM objects WHERE ${key}`, row.kind, row.id, row.parent);
      drop(row);
    },
    removeScope: (scope) => {
      run('DELETE FROM objects WHERE scope = ?', scope);
      dropScope(scope);
    },
    forget: () => {
      forget();
      forgetFacts();
    },
  };
}

function createFacts(one: Statements['one'], run: Statements['run'], refresh: () => void) {
  const values = new Map<string, string | undefined>();
  return {
    readFact: (name: string) => {
      refresh();
      if (!values.has(name))
        values.set(name, one('SELECT value FROM facts WHERE name = ?', name)?.[0] as string | undefined);
      return values.get(name);
    },
    writeFact: (name: string, value: string) => {
      run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value);
      values.set(name, value);
    },
    forgetFacts: () => values.clear(),
  };
}

function hasSameKeys(previous: Row, row: Row) {
  const keys = ['kind', 'parent', 'scope', 'position', 'target', 'uniqueKey'] as const;
  return keys.every((name) => previous[name] === row[name]);
}
