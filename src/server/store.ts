/** The state on SQLite: one table of objects, in memory or in a file, with every statement prepared once. */
import { chmodSync, existsSync } from 'node:fs';
import Database from 'libsql';
import type { Kind, Records, Row } from './records.ts';

type Bindable = string | number | null;

export interface PageQuery {
  /** Only rows past this position. */
  readonly after?: number;
  readonly limit: number;
  readonly descending?: boolean;
  /** Only rows whose data has this value under this name. */
  readonly where?: { readonly name: string; readonly is: string | null };
}

export interface Store {
  /** The object with this id; `parent` where one id stands for several (a user in several teams). */
  find<K extends Kind>(kind: K, id: string, parent?: string): Row<K> | undefined;
  /** All objects with this id: the memberships of a user. */
  all<K extends Kind>(kind: K, id: string): Row<K>[];
  /** In sibling order. */
  children<K extends Kind>(kind: K, parent: string): Row<K>[];
  page<K extends Kind>(kind: K, parent: string, query: PageQuery): Row<K>[];
  count(kind: Kind, parent: string, where?: PageQuery['where']): number;
  /** All objects of a site or organization, by parent, each in sibling order. */
  inScope<K extends Kind>(kind: K, scope: string): Row<K>[];
  countInScope(kind: Kind, scope: string): number;
  /** How many objects with this id link to `target`: the teams of a user in one organization. */
  countWithTarget(kind: Kind, id: string, target: string): number;
  /** Objects that link to this id. */
  linkingTo<K extends Kind>(kind: K, target: string): Row<K>[];
  holderOf(uniqueKey: string): { readonly kind: string; readonly id: string } | undefined;
  /** Nearest position before or after the given one; undefined: at the end. */
  neighbour(kinds: readonly Kind[], parent: string, position: number, direction: 'before' | 'after'): number | undefined;
  lastPosition(kinds: readonly Kind[], parent: string): number | undefined;
  insert<K extends Kind>(row: Row<K>): void;
  /** Replaces everything but kind, id and `was.parent`. */
  replace<K extends Kind>(was: Row<K>, row: Row<K>): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;
  /** Runs `work` in one transaction; a throw undoes all of it. */
  transact<T>(mode: 'read' | 'write', work: () => T): T;
  close(): void;
}

const schema = `
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS objects (
  kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT NOT NULL, scope TEXT NOT NULL, position REAL NOT NULL,
  target TEXT NOT NULL, unique_key TEXT UNIQUE, data TEXT NOT NULL, PRIMARY KEY (kind, id, parent)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (parent, kind, position);
CREATE INDEX IF NOT EXISTS objects_by_scope ON objects (scope, kind, parent, position);
CREATE INDEX IF NOT EXISTS objects_by_target ON objects (target, kind) WHERE target <> '';
`;
const columns = 'kind, id, parent, scope, position, target, unique_key, data';

/** Opens the state. A file is made readable by its owner only, since it holds the token. */
export function openStore(data: string): Store {
  const isFile = data !== ':memory:';
  const isNew = isFile && !existsSync(data);
  const database = new Database(data);
  if (isNew) chmodSync(data, 0o600);
  if (isFile) {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
  }
  database.exec(schema);
  const statements = preparedStatements(database);
  return { ...reads(statements), ...writes(statements), ...facts(statements), transact: transactions(statements), close: () => void database.close() };
}

interface Statements {
  all(sql: string, ...values: Bindable[]): unknown[][];
  run(sql: string, ...values: Bindable[]): void;
}

function preparedStatements(database: Database.Database): Statements {
  const prepared = new Map<string, Database.Statement>();
  const statement = (sql: string, isQuery: boolean): Database.Statement => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = isQuery ? database.prepare(sql).raw() : database.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
  return {
    all: (sql, ...values) => statement(sql, true).all(...values) as unknown[][],
    run: (sql, ...values) => void statement(sql, false).run(...values),
  };
}

function rowOf<K extends Kind>([kind, id, parent, scope, position, target, uniqueKey, data]: unknown[]): Row<K> {
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

type Reads = Pick<
  Store,
  'find' | 'all' | 'children' | 'page' | 'count' | 'inScope' | 'countInScope' | 'countWithTarget' | 'linkingTo' | 'holderOf' | 'neighbour' | 'lastPosition'
>;

function reads({ all }: Statements): Reads {
  const select = `SELECT ${columns} FROM objects WHERE`;
  const rows = <K extends Kind>(sql: string, ...values: Bindable[]): Row<K>[] => all(`${select} ${sql}`, ...values).map(rowOf<K>);
  const number = (sql: string, ...values: Bindable[]): number | undefined => (all(sql, ...values)[0]?.[0] ?? undefined) as number | undefined;
  return {
    find: (kind, id, parent) =>
      parent === undefined ? rows<typeof kind>('kind = ? AND id = ? LIMIT 1', kind, id)[0] : rows<typeof kind>('kind = ? AND id = ? AND parent = ?', kind, id, parent)[0],
    all: (kind, id) => rows('kind = ? AND id = ?', kind, id),
    children: (kind, parent) => rows('parent = ? AND kind = ? ORDER BY position', parent, kind),
    page: (kind, parent, query) => {
      const { sql, values } = condition(query.where);
      const after = query.after === undefined ? '' : ` AND position ${query.descending ? '<' : '>'} ?`;
      const order = query.descending ? 'DESC' : 'ASC';
      return rows(
        `parent = ? AND kind = ?${sql}${after} ORDER BY position ${order} LIMIT ?`,
        ...[parent, kind, ...values],
        ...(query.after === undefined ? [query.limit] : [query.after, query.limit]),
      );
    },
    count: (kind, parent, where) => {
      const { sql, values } = condition(where);
      return number(`SELECT count(*) FROM objects WHERE parent = ? AND kind = ?${sql}`, parent, kind, ...values) ?? 0;
    },
    inScope: (kind, scope) => rows('scope = ? AND kind = ? ORDER BY parent, position', scope, kind),
    countInScope: (kind, scope) => number('SELECT count(*) FROM objects WHERE scope = ? AND kind = ?', scope, kind) ?? 0,
    countWithTarget: (kind, id, target) => number('SELECT count(*) FROM objects WHERE kind = ? AND id = ? AND target = ?', kind, id, target) ?? 0,
    linkingTo: (kind, target) => rows(`target = ? AND target <> '' AND kind = ?`, target, kind),
    holderOf: (uniqueKey) => {
      const found = all('SELECT kind, id FROM objects WHERE unique_key = ?', uniqueKey)[0];
      return found && { kind: found[0] as string, id: found[1] as string };
    },
    neighbour: (kinds, parent, position, direction) => {
      const [pick, compare] = direction === 'before' ? (['max', '<'] as const) : (['min', '>'] as const);
      const sql = `SELECT ${pick}(position) FROM objects WHERE parent = ? AND kind = ? AND position ${compare} ?`;
      return best(pick, kinds.map((kind) => number(sql, parent, kind, position)));
    },
    lastPosition: (kinds, parent) =>
      best('max', kinds.map((kind) => number('SELECT max(position) FROM objects WHERE parent = ? AND kind = ?', parent, kind))),
  };
}

function condition(where: PageQuery['where']): { readonly sql: string; readonly values: Bindable[] } {
  return where === undefined ? { sql: '', values: [] } : { sql: ' AND data ->> ? IS ?', values: [where.name, where.is] };
}

function best(pick: 'max' | 'min', found: readonly (number | undefined)[]): number | undefined {
  const numbers = found.filter((one) => one !== undefined);
  return numbers.length === 0 ? undefined : Math[pick](...numbers);
}

function writes({ run }: Statements): Pick<Store, 'insert' | 'replace' | 'remove' | 'removeScope'> {
  return {
    insert: (row) =>
      run(
        `INSERT INTO objects (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[row.kind, row.id, row.parent, row.scope, row.position, row.target, row.uniqueKey, JSON.stringify(row.data)],
      ),
    replace: (was, row) =>
      run(
        'UPDATE objects SET kind = ?, parent = ?, scope = ?, position = ?, target = ?, unique_key = ?, data = ? WHERE kind = ? AND id = ? AND parent = ?',
        ...[row.kind, row.parent, row.scope, row.position, row.target, row.uniqueKey, JSON.stringify(row.data)],
        ...[was.kind, was.id, was.parent],
      ),
    remove: (row) => run('DELETE FROM objects WHERE kind = ? AND id = ? AND parent = ?', row.kind, row.id, row.parent),
    removeScope: (scope) => run('DELETE FROM objects WHERE scope = ?', scope),
  };
}

function facts({ all, run }: Statements): Pick<Store, 'readFact' | 'writeFact'> {
  return {
    readFact: (name) => all('SELECT value FROM facts WHERE name = ?', name)[0]?.[0] as string | undefined,
    writeFact: (name, value) => run('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', name, value),
  };
}

function transactions({ run }: Statements): Store['transact'] {
  return (mode, work) => {
    run(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
    try {
      const result = work();
      run('COMMIT');
      return result;
    } catch (error) {
      run('ROLLBACK');
      throw error;
    }
  };
}
