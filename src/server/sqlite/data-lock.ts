/** Locks a data file for the one process that serves it. */
import { existsSync, realpathSync } from 'node:fs';
import { openDatabase } from './open-database.ts';

/** Or returns the holder of the lock. The lock is a write lock on a second database file, which the system releases when the process ends or crashes. */
export function lockData(data: string, holder: string): { release: () => void } | { holder: string } {
  const path = `${existsSync(data) ? realpathSync(data) : data}.lock`;
  const database = openDatabase(path);
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
