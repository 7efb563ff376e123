/** Opens the state, which is an SQLite database in memory or in a file, and checks the format of the file. */
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import Database from 'libsql';
import { shippedText } from '../disk/shipped-text.ts';
import { createObjects, type Store } from './objects.ts';
import type { Statements } from './records.ts';
import { Transactions } from './transactions.ts';
import { wholeState } from './whole-state.ts';

export type { Store } from './objects.ts';

const busyTimeoutMs = 10_000;

/** True if the data file is damaged or not usable. False for conflicts between two processes. */
export function isStoreFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY)/.test(code);
}

export function openStore(data: string): Store {
  const isFile = data !== ':memory:';
  const database = openDatabase(data, isFile);
  let isOpen = true;
  const statements = prepared(database);
  const forget = () => objects.forget();
  const transactions = new Transactions(statements, { isFile, forget });
  const objects = createObjects(statements, transactions);
  const run: Statements['run'] = (sql, ...values) => {
    forget();
    transactions.noteWrite();
    statements.run(sql, ...values);
  };
  return {
    ...objects,
    ...wholeState({ ...statements, run }),
    transact: (mode, work) => transactions.transact(mode, work),
    together: (mode, work) => transactions.together(mode, work),
    close: () => {
      transactions.flush();
      if (isOpen) closeDatabase(database, isFile);
      isOpen = false;
    },
  };
}

function openDatabase(data: string, isFile: boolean) {
  // Only the owner can read the file, because it contains the token. SQLite creates its other files with the same mode.
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

function prepareTables(database: Database.Database, data: string, isFile: boolean) {
  if (isFile) database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs};`);
  prepareFormat(prepared(database).one, (sql) => database.exec(sql), data);
  // Not earlier, because these settings write to the file, and `prepareFormat` refuses the files of other programs.
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

/**
 * Locks a data file for the one process that serves it, or returns the holder of the lock. The lock is a write lock on a second database
 * file, which the system releases when the process ends or crashes.
 */
export function lockData(data: string, holder: string): { release: () => void } | { holder: string } {
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
        // Closing does not end a transaction while statements are open.
        database.exec('ROLLBACK');
        database.close();
      },
    };
  } catch (error) {
    const isKeyUsed = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    const found = isKeyUsed
      ? (database.prepare('SELECT text FROM holder').raw().get() as readonly unknown[] | undefined)
      : undefined;
    database.close();
    if (!isKeyUsed) throw error;
    return { holder: String(found?.[0] ?? 'another process') };
  }
}

export function openScratch(): Statements {
  return prepared(new Database(':memory:'));
}

/** Merges the write-ahead log into the file, unless another process has the file open. */
function closeDatabase(database: Database.Database, isFile: boolean) {
  if (isFile) database.exec('PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE);');
  database.close();
}

/** `docf` in ASCII, stored in the header of the file. */
const applicationId = 0x646f6366;

/** Each entry migrates a file from the format with its number, counted from 1, to the next format. */
const migrations: readonly (readonly string[])[] = [
  // Files of format 1 have no application id.
  [`PRAGMA application_id = ${applicationId}`],
];

const formatVersion = migrations.length + 1;

/**
 * Refuses files of other programs and of newer formats, migrates older files, and creates the tables of new files.
 * One transaction, because several processes can open a file at the same time.
 */
function prepareFormat(one: Statements['one'], exec: (sql: string) => void, data: string): void {
  const number = (sql: string) => Number(one(sql)?.[0] ?? 0);
  exec('BEGIN IMMEDIATE');
  try {
    const damage = one('PRAGMA quick_check(1)')?.[0];
    if (damage !== 'ok') throw new Error(`${data} is damaged: ${String(damage)}`);
    const version = number('PRAGMA user_version');
    const isNew = version === 0 && number('SELECT count(*) FROM sqlite_master') === 0;
    if (!isNew) requireOurs(data, version, number);
    if (version > formatVersion)
      throw new Error(`${data} has format ${version}; this platform supports formats up to ${formatVersion}`);
    for (const statements of isNew ? migrations : migrations.slice(version - 1))
      for (const statement of statements) exec(statement);
    exec(shippedText('server/assets/tables.sql'));
    if (version !== formatVersion) exec(`PRAGMA user_version = ${formatVersion}`);
    exec('COMMIT');
  } catch (error) {
    exec('ROLLBACK');
    throw error;
  }
}

function requireOurs(data: string, version: number, number: (sql: string) => number) {
  const owner = number('PRAGMA application_id');
  const hasTables =
    number(`SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('facts', 'objects')`) === 2;
  const isOurs = version > 0 && hasTables && (owner === applicationId || (version === 1 && owner === 0));
  if (!isOurs) throw new Error(`${data} is the database of another program`);
}
