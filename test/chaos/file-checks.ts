/** Checks a data file without the platform: the integrity of the database, and the parents of objects. */
import { existsSync } from 'node:fs';
import Database from 'libsql';

type Row = readonly [kind: string, id: string, parent: string];

/** `known`: missing parents that the fixture itself references. */
export function fileProblems(data: string, known: ReadonlySet<string> = new Set()): readonly string[] {
  if (!existsSync(data)) return [];
  const database = new Database(data);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    const answers = database.prepare('PRAGMA integrity_check').raw().all() as unknown as readonly (readonly string[])[];
    const text = answers.map(([line]) => line).join('; ');
    return [...(text === 'ok' ? [] : [`integrity_check: ${text}`]), ...orphans(database, known)];
  } finally {
    database.close();
  }
}

/** Missing parents of objects in this file. */
export function missingParents(data: string): ReadonlySet<string> {
  const database = new Database(data);
  try {
    return new Set(orphanRows(database).map(([, , parent]) => parent));
  } finally {
    database.close();
  }
}

function orphans(database: Database.Database, known: ReadonlySet<string>): readonly string[] {
  return orphanRows(database)
    .filter(([, , parent]) => !known.has(parent))
    .map(([kind, id, parent]) => `${kind} ${id} stands in ${parent}, which does not exist`);
}

function orphanRows(database: Database.Database): readonly Row[] {
  // A file without a committed transaction has no tables.
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'objects'").raw().get() === undefined) return [];
  const rows = database.prepare('SELECT kind, id, parent FROM objects').raw().all() as unknown as readonly Row[];
  const ids = new Set(rows.map(([, id]) => id));
  return rows.filter(([, , parent]) => parent !== '' && !ids.has(parent));
}
