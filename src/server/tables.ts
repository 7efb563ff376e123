/** How objects and facts get into their tables, and out of them again. */
import type { Kind, Records, Row } from './records.ts';
import type { Statements } from './statements.ts';

export interface Tables {
  /** All objects of a kind, by id and parent. */
  readKind(kind: Kind): readonly Row[];
  insert(row: Row): void;
  /** `isInPlace`: nothing but its data is another. */
  replace(was: Row, row: Row, isInPlace: boolean): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;
  /** For what looks at the tables as a whole. */
  readonly statements: Statements;
}

const columns = 'kind, id, parent, scope, position, target, unique_key, data';
const key = 'kind = ? AND id = ? AND parent = ?';
const places = '?, ?, ?, ?, ?, ?, ?, ?';

function rowOf<K extends Kind>([
  kind,
  id,
  parent,
  scope,
  position,
  target,
  uniqueKey,
  data,
]: readonly unknown[]): Row<K> {
  return {
    kind: kind as K,
    id: id as string,
    parent: parent as string,
    scope: scope as string,
    position: position as number,
    target: target as string,
    uniqueKey: uniqueKey as string | null,
    data: JSON.parse(data as string) as Records[K],
  };
}

function valuesOf({ kind, id, parent, scope, position, target, uniqueKey, data }: Row) {
  return [kind, id, parent, scope, position, target, uniqueKey, JSON.stringify(data)] as const;
}

/** An object as it will be read again. */
export function asRead<K extends Kind>(row: Row<K>): Row<K> {
  const { kind, id, parent, scope, position, target, uniqueKey, data } = row;
  return { kind, id, parent, scope, position, target, uniqueKey, data: JSON.parse(JSON.stringify(data)) as Records[K] };
}

export function readEverything({ all }: Statements, snapshot?: string): Row[] {
  const [table, where, values] =
    snapshot === undefined ? ['objects', 'TRUE', []] : ['snapshot_objects', 'snapshot = ?', [snapshot]];
  const sql = `SELECT ${columns} FROM ${table} WHERE ${where} AND kind <> 'token' ORDER BY kind, parent, position`;
  return all(sql, ...values).map(rowOf<Kind>);
}

/** Each write is one statement, at once. */
export function tablesOf(statements: Statements): Tables {
  const { all, one, run } = statements;
  return {
    statements,
    readKind: (kind) => all(`SELECT ${columns} FROM objects WHERE kind = ? ORDER BY id, parent`, kind).map(rowOf<Kind>),
    insert: (row) => run(`INSERT INTO objects (${columns}) VALUES (${places})`, ...valuesOf(row)),
    replace: ({ kind, id, parent }, row, isInPlace) => {
      const values = valuesOf(row);
      if (isInPlace) run(`UPDATE objects SET data = ? WHERE ${key}`, values[7], kind, id, parent);
      else run(`UPDATE objects SET (${columns}) = (${places}) WHERE ${key}`, ...values, kind, id, parent);
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
