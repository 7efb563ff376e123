/** Loads SQLite, an optional package with native code that only data files need, and prepares statements. */
import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Database } from 'libsql';
import type { Row } from '../records.ts';

type Bindable = string | number | null;

export interface Statements {
  all(sql: string, ...values: Bindable[]): unknown[][];
  one(sql: string, ...values: Bindable[]): unknown[] | undefined;
  run(sql: string, ...values: Bindable[]): void;
}

/** SQLite is not installed. Other packages and the platform in memory do not need it. */
class SqliteMissing extends Error {
  readonly code = 'SQLITE_MISSING';

  constructor(cause: unknown) {
    super('data files need the optional package libsql, which is not installed or has no build for this system', {
      cause,
    });
  }
}

/** Only the owner can read a new file, because it contains tokens. SQLite creates its other files with the same mode. */
export function openDatabase(path: string): Database {
  const SqliteDatabase = loadSqlite();
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  return new SqliteDatabase(path);
}

function loadSqlite() {
  try {
    return createRequire(import.meta.url)('libsql') as typeof import('libsql');
  } catch (error) {
    throw new SqliteMissing(error);
  }
}

export function preparedIn(database: Database): Statements {
  const known = new Map<string, ReturnType<Database['prepare']>>();
  const statement = (sql: string) => {
    const found = known.get(sql);
    if (found) return found;
    const made = database.prepare(sql);
    if (made.reader) made.raw();
    known.set(sql, made);
    return made;
  };
  return {
    all: (sql, ...values) => statement(sql).all(...values) as unknown[][],
    one: (sql, ...values) => statement(sql).get(...values) as unknown[] | undefined,
    run: (sql, ...values) => void statement(sql).run(...values),
  };
}

/** Of the tables `objects` and `snapshot_objects`. */
export const columns = 'kind, id, parent, scope, position, target, unique_key, data';

export function valuesOf({ kind, id, parent, scope, position, target, uniqueKey, data }: Row) {
  return [kind, id, parent, scope, position, target, uniqueKey, JSON.stringify(data)] as const;
}

export function rowOf([kind, id, parent, scope, position, target, uniqueKey, data]: readonly unknown[]): Row {
  return { kind, id, parent, scope, position, target, uniqueKey, data: JSON.parse(data as string) } as Row;
}
