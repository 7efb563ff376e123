/** Reads and writes the SQLite tables of objects and facts. */
import type { Kind, Records, Row } from './records.ts';

export type Bindable = string | number | null;

export interface Statements {
  all(sql: string, ...values: Bindable[]): unknown[][];
  one(sql: string, ...values: Bindable[]): unknown[] | undefined;
  run(sql: string, ...values: Bindable[]): void;
}

export interface Tables {
  readKind(kind: Kind): readonly Row[];
  insert(row: Row): void;
  replace(previous: Row, row: Row, isInPlace: boolean): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;
}

export const columns = 'kind, id, parent, scope, position, target, unique_key, data';
const key = 'kind = ? AND id = ? AND parent = ?';
const placeholders = '?, ?, ?, ?, ?, ?, ?, ?';

export function rowOf([kind, id, parent, scope, position, target, uniqueKey, data]: readonly unknown[]): Row {
  return { kind, id, parent, scope, position, target, uniqueKey, data: JSON.parse(data as string) } as Row;
}

function valuesOf({ kind, id, parent, scope, position, target, uniqueKey, data }: Row) {
  return [kind, id, parent, scope, position, target, uniqueKey, JSON.stringify(data)] as const;
}

export function asRead<K extends Kind>(row: Row<K>): Row<K> {
  const { kind, id, parent, scope, position, target, uniqueKey, data } = row;
  return { kind, id, parent, scope, position, target, uniqueKey, data: JSON.parse(JSON.stringify(data)) as Records[K] };
}

export function createTables({ all, one, run }: Statements): Tables {
  return {
    readKind: (kind) => all(`SELECT ${columns} FROM objects WHERE kind = ? ORDER BY id, parent`, kind).map(rowOf),
    insert: (row) => run(`INSERT INTO objects (${columns}) VALUES (${placeholders})`, ...valuesOf(row)),
    replace: ({ kind, id, parent }, row, isInPlace) => {
      const values = valuesOf(row);
      if (isInPlace) run(`UPDATE objects SET data = ? WHERE ${key}`, values[7], kind, id, parent);
      else run(`UPDATE objects SET (${columns}) = (${placeholders}) WHERE ${key}`, ...values, kind, id, parent);
    },
    remove: ({ kind, id, parent }) => run(`DELETE FROM objects WHERE ${key}`, kind, id, parent),
    removeScope: (scope) => run('DELETE FROM objects WHERE scope = ?', scope),
    readFact: (name) => one('SELECT value FROM facts WHERE name = ?', name)?.[0] as string | undefined,
    writeFact: (name, value) =>
      run(
        'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        value,
      ),
  };
}
