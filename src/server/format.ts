/** The format of a data file: what tells it from other SQLite files, its tables, and how a file of an older format becomes one of this. */
import type { Statements } from './tables.ts';
import { snapshotTables } from './whole-state.ts';

/** `docf` in ASCII: SQLite keeps it in the head of the file. */
const applicationId = 0x646f6366;

/** What brings a file from the format of its place in the list, counted from 1, to the next one. */
const migrations: readonly (readonly string[])[] = [
  // Files of format 1 do not say whose they are.
  [`PRAGMA application_id = ${applicationId}`],
];

/** Version of the tables that this platform reads and writes. */
export const formatVersion = migrations.length + 1;

const tables = `
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS objects (
  kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT NOT NULL, scope TEXT NOT NULL, position REAL NOT NULL,
  target TEXT NOT NULL, unique_key TEXT UNIQUE, data TEXT NOT NULL, PRIMARY KEY (kind, id, parent)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS objects_by_scope ON objects (scope, kind, parent, position);
${snapshotTables};
`;

/** What a database answers to, and runs as it is. */
export interface Formatted extends Pick<Statements, 'one'> {
  exec(sql: string): void;
}

/**
 * Refuses files of other programs and of newer formats, brings older ones up to date, and makes the tables of new ones: in one
 * transaction, so that of several processes that open a file at once each sees all of it or nothing.
 */
export function prepareFormat({ one, exec }: Formatted, data: string): void {
  const number = (sql: string): number => Number(one(sql)?.[0] ?? 0);
  exec('BEGIN IMMEDIATE');
  try {
    const damage = one('PRAGMA quick_check(1)')?.[0];
    if (damage !== 'ok') throw new Error(`${data} is damaged: ${String(damage)}`);
    const version = number('PRAGMA user_version');
    const isNew = version === 0 && number('SELECT count(*) FROM sqlite_master') === 0;
    if (!isNew) requireOurs(data, version, number);
    if (version > formatVersion)
      throw new Error(`${data} holds a state of format ${version}; this platform reads up to format ${formatVersion}`);
    for (const statements of isNew ? migrations : migrations.slice(version - 1))
      for (const statement of statements) exec(statement);
    exec(tables);
    if (version !== formatVersion) exec(`PRAGMA user_version = ${formatVersion}`);
    exec('COMMIT');
  } catch (error) {
    exec('ROLLBACK');
    throw error;
  }
}

function requireOurs(data: string, version: number, number: (sql: string) => number): void {
  const owner = number('PRAGMA application_id');
  const hasTables =
    number(`SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('facts', 'objects')`) === 2;
  const isOurs = version > 0 && hasTables && (owner === applicationId || (version === 1 && owner === 0));
  if (!isOurs) throw new Error(`${data} is a database of another program`);
}
