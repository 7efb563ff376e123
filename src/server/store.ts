/** The state on SQLite, in memory or in a file: opened, every statement prepared once, and what is read kept. */
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import Database from 'libsql';
import { prepareFormat } from './format.ts';
import { facts, type Store, writes } from './objects.ts';
import { keptRows, type Remembering } from './rows.ts';
import type { Statements } from './statements.ts';
import { readEverything, type Tables, tablesOf } from './tables.ts';
import { Transactions } from './transactions.ts';
import { Versions, type Watched } from './versions.ts';
import { waitingTables } from './waiting-tables.ts';
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
  const { isFile, database, isMade, close } = databaseAt(data);
  const { transactions, statements, ...kept } = keep(prepared(database), { isFile, isMade });
  return {
    ...kept,
    everything: (snapshot) => readEverything(statements, snapshot),
    transact: (mode, work) => transactions.transact(mode, work),
    together: (mode, work) => transactions.together(mode, work),
    settled: () => transactions.settled(),
    close: () => {
      transactions.flush();
      close();
    },
  };
}

/** What is read stays in memory, and follows what is written. */
function keep(prepared: Statements, { isFile, isMade }: Pick<Opened, 'isFile' | 'isMade'>) {
  let changes = 0;
  const change = (): void => {
    changes += 1;
  };
  const versions = new Versions();
  const forget = (): void => {
    change();
    versions.changeAll();
    rows.forget();
    ownFacts.forget();
    transactions.note(() => versions.changeAll());
  };
  const transactions = new Transactions(prepared, { isFile, onForeignWrite: forget, onUndone: change });
  const note: Transactions['note'] = (undo) => transactions.note(undo);
  const direct = tablesOf(transactions.statements);
  const tables = isFile ? direct : waitingTables(direct, { isMade, note, rows: () => rows });
  const remembering: Remembering = {
    note,
    refresh: () => transactions.refresh(),
    parts: () => versions.parts(),
  };
  const rows = keptRows(tables.readKind, remembering);
  const counted = changing(tables, change);
  const ownFacts = facts(counted, remembering);
  const stamp = (): string => {
    transactions.refresh();
    return String(changes);
  };
  return {
    ...rows,
    ...ownFacts,
    ...writes(counted, rows),
    ...wholeState(followed(tables.statements, forget), stamp),
    ...{ transactions, statements: tables.statements, stamp },
    seePresent: (): void => versions.seePresent(),
    watch: <T>(work: () => T): Watched<T> => versions.watch(work),
    holds: (watched: Watched<unknown>): boolean => {
      transactions.refresh();
      return versions.holds(watched);
    },
  };
}

/** Tables of which each write is counted. */
function changing(tables: Tables, change: () => void): Tables {
  const { insert, replace, remove, removeScope, writeFact } = tables;
  const counted = <A extends unknown[]>(write: (...given: A) => void) => {
    return (...given: A): void => {
      change();
      write(...given);
    };
  };
  return {
    ...tables,
    insert: counted(insert),
    replace: counted(replace),
    remove: counted(remove),
    removeScope: counted(removeScope),
    writeFact: counted(writeFact),
  };
}

/** Statements of which each write is followed by what has to be known of it. */
function followed(statements: Statements, follow: () => void): Statements {
  return {
    ...statements,
    run: (sql, ...values) => {
      follow();
      statements.run(sql, ...values);
    },
  };
}

interface Opened {
  /** A state in memory makes one only when somebody asks. */
  readonly database: () => Database.Database;
  readonly isMade: () => boolean;
  readonly isFile: boolean;
  readonly close: () => void;
}

function databaseAt(data: string): Opened {
  const isFile = data !== ':memory:';
  let made = isFile ? openDatabase(data, isFile) : undefined;
  let isOpen = true;
  return {
    isFile,
    isMade: () => made !== undefined,
    database: () => {
      if (!isOpen) throw new Error('the state is closed');
      made ??= openDatabase(data, isFile);
      return made;
    },
    close: () => {
      if (isOpen && made !== undefined) closeDatabase(made, isFile);
      isOpen = false;
    },
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
  prepareFormat({ one: prepared(() => database).one, exec: (sql) => database.exec(sql) }, data);
  // Only now is it known that the file is the platform's own, and may be written to.
  if (isFile) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
}

function prepared(database: () => Database.Database): Statements {
  const known = new Map<string, Database.Statement>();
  const statement = (sql: string): Database.Statement => {
    const found = known.get(sql);
    if (found) return found;
    const made = database().prepare(sql);
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

/**
 * Locks a data file for the one process that serves it, or tells who has locked it. What is held is a write lock on a database beside the file: the system releases
 * it when the process ends, however that ends.
 */
export function lockData(data: string, holder: string): { readonly release: () => void } | { readonly holder: string } {
  const path = `${existsSync(data) ? realpathSync(data) : data}.lock`;
  closeSync(openSync(path, 'a', 0o600));
  const database = new Database(path);
  try {
    database.exec(
      'PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (text TEXT NOT NULL); DELETE FROM holder;',
    );
    database.prepare('INSERT INTO holder VALUES (?)').run(holder);
    database.exec('COMMIT; BEGIN IMMEDIATE;');
    return {
      release: () => {
        // Closing alone does not end what statements are still open for.
        database.exec('ROLLBACK');
        database.close();
      },
    };
  } catch (error) {
    const isHeld = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    const found = isHeld
      ? (database.prepare('SELECT text FROM holder').raw().get() as readonly unknown[] | undefined)
      : undefined;
    database.close();
    if (!isHeld) throw error;
    return { holder: String(found?.[0] ?? 'another process') };
  }
}

/** Tables of their own in memory, gone with whoever holds them: for what is made of the state and can be made again. */
export function openScratch(): Statements {
  const database = new Database(':memory:');
  return prepared(() => database);
}

/** The log of writes goes into the file, which is whole on its own then, unless another process has the file open. */
function closeDatabase(database: Database.Database, isFile: boolean): void {
  if (isFile) database.exec('PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE);');
  database.close();
}
