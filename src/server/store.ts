/** The state on SQLite, in memory or in a file: opening, transactions, and every statement prepared once. */
import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'libsql';
import { prepareFormat } from './format.ts';
import { facts, figures, lookUps, type Store, writes } from './objects.ts';
import type { Statements } from './statements.ts';
import { wholeState } from './whole-state.ts';

export type { Store } from './objects.ts';

/** How long a write waits for those of other processes on the same file. */
const busyTimeoutMs = 10_000;

/** True where the file itself is the reason: damaged, cut, full or gone. What two processes are in each other's way with is not. */
export function isStoreFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY)/.test(code);
}

/** Opens the state: `:memory:`, or a file. */
export function openStore(data: string): Store {
  const isFile = data !== ':memory:';
  const database = openDatabase(data, isFile);
  const statements = prepared(database);
  let writeCount = 0;
  const counted: Statements = {
    ...statements,
    run: (sql, ...values) => {
      writeCount += 1;
      statements.run(sql, ...values);
    },
  };
  const stamp = (): string => `${writeCount}/${String(statements.one('PRAGMA data_version')?.[0])}`;
  return {
    ...lookUps(statements),
    ...figures(statements),
    ...writes(counted),
    ...facts(counted),
    ...wholeState(counted, stamp),
    stamp,
    transact: transactions(statements, () => {
      writeCount += 1;
    }),
    close: closing(database, isFile),
  };
}

function openDatabase(data: string, isFile: boolean): Database.Database {
  // Readable by its owner only from the first moment, since it will hold the token; SQLite gives its other files the same mode.
  if (isFile && !existsSync(data)) closeSync(openSync(data, 'a', 0o600));
  const database = new Database(data);
  try {
    prepareTables(database, data, isFile);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function prepareTables(database: Database.Database, data: string, isFile: boolean): void {
  // Every acknowledged write is on the disk: the log is synced at each commit.
  if (isFile) database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs};`);
  // Before any table is made: those for copies go with this setting.
  database.exec('PRAGMA temp_store = MEMORY;');
  prepareFormat({ one: prepared(database).one, exec: (sql) => database.exec(sql) }, data);
  // Only now is it known that the file is the platform's own, and may be written to.
  if (isFile) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
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

/** Tables of their own in memory, gone with whoever holds them: for what is made of the state and can be made again. */
export function openScratch(): Statements {
  return prepared(new Database(':memory:'));
}

/** `onUndone`: what was looked up between a write and its undoing holds no longer. */
function transactions({ run }: Statements, onUndone: () => void): Store['transact'] {
  return (mode, work) => {
    run(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
    try {
      const result = work();
      run('COMMIT');
      return result;
    } catch (error) {
      undo(run);
      if (mode === 'write') onUndone();
      throw error;
    }
  };
}

/** Some failures of SQLite have undone the transaction already; what failed first is what is told. */
function undo(run: Statements['run']): void {
  try {
    run('ROLLBACK');
  } catch {
    // Nothing is left to undo.
  }
}

/** The log of writes goes into the file, which is whole on its own then, unless another process has the file open. */
function closing(database: Database.Database, isFile: boolean): () => void {
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    if (isFile) database.exec('PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE);');
    database.close();
  };
}
