/** A state in a SQLite file. The first access to a kind reads its objects into memory; each write goes to the file and to memory. */
import type { Database } from 'libsql';
import { storedCopy } from '../store/records.ts';
import { createRows } from '../store/rows.ts';
import { inSiblingOrder, stateDigest } from '../store/state-digest.ts';
import type { Store } from '../store/store.ts';
import { columns, preparedIn, rowOf, type Statements, valuesOf } from './database.ts';
import { prepareFormat } from './file-format.ts';
import { openDatabase } from './open-database.ts';
import { createSnapshots, isObject, removeOrphanTokens } from './snapshots.ts';
import { Transactions } from './transactions.ts';

const busyTimeoutMs = 10_000;

/** True if the data file is damaged or not usable. False for conflicts between two processes. */
export function isStoreFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY)/.test(code);
}

export function openFileStore(data: string): Store {
  const database = openFile(data);
  const { all, one, run: send } = preparedIn(database);
  const forget = () => {
    objects.forget();
    facts.clear();
  };
  const transactions = new Transactions(send, one, forget);
  const run: Statements['run'] = (sql, ...values) => {
    send(sql, ...values);
    transactions.noteWrite();
  };
  /** For writes of many rows. */
  const runAndForget: Statements['run'] = (sql, ...values) => {
    run(sql, ...values);
    forget();
  };
  const refresh = () => transactions.refresh();
  const objects = createObjects({ all, one, run }, refresh);
  const facts = new Map<string, string | undefined>();
  const snapshots = createSnapshots({ all, one, run: runAndForget });
  const stateRows = () => all(`SELECT ${columns} FROM objects WHERE ${isObject}`).map(rowOf);
  let isOpen = true;
  return {
    ...objects.reads,
    ...objects.writes,
    ...snapshots,
    readFact: (name) => {
      refresh();
      if (!facts.has(name))
        facts.set(name, one('SELECT value FROM facts WHERE name = ?', name)?.[0] as string | undefined);
      return facts.get(name);
    },
    writeFact: (name, value) => {
      run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value);
      facts.set(name, value);
    },
    countObjects: () => one(`SELECT count(*) FROM objects WHERE ${isObject}`)?.[0] as number,
    digest: () => stateDigest(stateRows()),
    everything: (snapshot) => inSiblingOrder(snapshot === undefined ? stateRows() : snapshots.rowsOf(snapshot)),
    removeOrphanTokens: () => runAndForget(removeOrphanTokens),
    transact: (mode, work) => transactions.transact(mode, work),
    together: (mode, work) => transactions.together(mode, work),
    close: () => {
      transactions.flush();
      if (isOpen) closeFile(database);
      isOpen = false;
    },
  };
}

/** Writes go to the file and to the rows in memory. `refresh` is called before each read. */
function createObjects({ all, run }: Statements, refresh: () => void) {
  const {
    add,
    drop,
    dropScope,
    forget,
    allRows: _,
    ...reads
  } = createRows(
    (kind) => all(`SELECT ${columns} FROM objects WHERE kind = ? ORDER BY id, parent`, kind).map(rowOf),
    refresh,
  );
  const writes: Pick<Store, 'insert' | 'replace' | 'remove' | 'removeScope'> = {
    insert: (given) => {
      const row = storedCopy(given);
      run(`INSERT INTO objects (${columns}) VALUES (${placeholders})`, ...valuesOf(row));
      add(row);
    },
    replace: ({ kind, id, parent }, given) => {
      const previous = reads.find(kind, id, parent);
      if (previous === undefined) return;
      const row = storedCopy({ ...given, id });
      run(`UPDATE objects SET (${columns}) = (${placeholders}) WHERE ${key}`, ...valuesOf(row), kind, id, parent);
      drop(previous);
      add(row);
    },
    remove: (row) => {
      run(`DELETE FROM objects WHERE ${key}`, row.kind, row.id, row.parent);
      drop(row);
    },
    removeScope: (scope) => {
      run('DELETE FROM objects WHERE scope = ?', scope);
      dropScope(scope);
    },
  };
  return { reads, writes, forget };
}

const key = 'kind = ? AND id = ? AND parent = ?';
const placeholders = columns.replace(/\w+/g, '?');

function openFile(data: string) {
  const database = openDatabase(data);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs};`);
    prepareFormat(preparedIn(database).one, (sql) => database.exec(sql), data);
    // Not earlier, because these settings write to the file, and `prepareFormat` refuses the files of other programs.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Merges the write-ahead log into the file, unless another process has the file open. */
function closeFile(database: Database) {
  database.exec('PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE);');
  database.close();
}
