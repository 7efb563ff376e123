/** The state on SQLite, in memory or in a file: opening, transactions, and every statement prepared once. */
import { chmodSync, existsSync } from 'node:fs';
import Database from 'libsql';
import { facts, figures, lookUps, type Statements, type Store, writes } from './objects.ts';

export type { Store } from './objects.ts';

/** Version of the tables; a file with another one is refused. */
const formatVersion = 1;

const schema = `
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS objects (
  kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT NOT NULL, scope TEXT NOT NULL, position REAL NOT NULL,
  target TEXT NOT NULL, unique_key TEXT UNIQUE, data TEXT NOT NULL, PRIMARY KEY (kind, id, parent)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (parent, kind, position);
CREATE INDEX IF NOT EXISTS objects_by_scope ON objects (scope, kind, parent, position);
CREATE INDEX IF NOT EXISTS objects_by_target ON objects (target, kind) WHERE target <> '';
PRAGMA user_version = ${formatVersion};
`;

/** Opens the state: `:memory:`, or a file. */
export function openStore(data: string): Store {
  const database = openDatabase(data);
  const statements = prepared(database);
  let writeCount = 0;
  const counted: Statements = {
    ...statements,
    run: (sql, ...values) => {
      writeCount += 1;
      statements.run(sql, ...values);
    },
  };
  return {
    ...lookUps(statements),
    ...figures(statements),
    ...writes(counted),
    ...facts(statements),
    stamp: () => `${writeCount}/${String(statements.one('PRAGMA data_version')?.[0])}`,
    transact: transactions(statements),
    close: () => void database.close(),
  };
}

/** A new file is made readable by its owner only, since it will hold the token. */
function openDatabase(data: string): Database.Database {
  const isFile = data !== ':memory:';
  const isNew = isFile && !existsSync(data);
  const database = new Database(data);
  if (isNew) chmodSync(data, 0o600);
  // Every acknowledged write is on the disk: the log is synced at each commit.
  if (isFile) database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  requireFormat(database, data);
  database.exec(schema);
  return database;
}

function requireFormat(database: Database.Database, data: string): void {
  const [version] = database.prepare('PRAGMA user_version').raw().get() as [number];
  if (version !== 0 && version !== formatVersion) {
    throw new Error(`${data} holds a state of format ${version}; this platform reads format ${formatVersion}`);
  }
}

function prepared(database: Database.Database): Statements {
  const known = new Map<string, Database.Statement>();
  const statement = (sql: string): Database.Statement => {
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
