/** Opens a data file with SQLite, an optional package with native code that only data files need. */
import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Database } from 'libsql';

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
