/** The format of data files: refuses files of other programs and of newer formats, and migrates older files. */
import { readShippedText } from '../../disk/shipped-text.ts';
import type { Statements } from './database.ts';

/** `docf` in ASCII, stored in the header of the file. */
const applicationId = 0x646f6366;

/** Each entry migrates a file from the format with its number, counted from 1, to the next format. */
const migrations: readonly (readonly string[])[] = [
  // Files of format 1 have no application id.
  [`PRAGMA application_id = ${applicationId}`],
];

const formatVersion = migrations.length + 1;

/** Also creates the tables of new files. One transaction, because several processes can open a file at the same time. */
export function prepareFormat(one: Statements['one'], exec: (sql: string) => void, data: string): void {
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
    exec(readShippedText('server/assets/tables.sql'));
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
