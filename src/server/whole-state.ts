/** The state as a whole: counted, digested, emptied, and copied into snapshots that live in the same file. */
import { createHash } from 'node:crypto';
import type { Statements } from './statements.ts';

export interface SnapshotRow {
  readonly name: string;
  /** Date-time of the platform's clock. */
  readonly takenAt: string;
  readonly objects: number;
}

/** Tokens are no part of it: they outlive every change of the state, as long as their user is a member somewhere. */
export interface WholeState {
  countObjects(): number;
  /** sha256 in hexadecimal over all objects in the order of kind, id and parent. */
  digest(): string;
  /** Removes all objects and the facts about them. */
  removeState(): void;
  /** Removes the tokens of users who are members nowhere. */
  removeTokensOfNobody(): void;
  /** By name. */
  listSnapshots(): readonly SnapshotRow[];
  /** Copies objects and facts; a snapshot of the same name is replaced. */
  takeSnapshot(name: string, takenAt: string): void;
  /** Puts a snapshot's objects and facts in the place of the present ones. False when there is none of this name. */
  restoreSnapshot(name: string): boolean;
  /** False when there is none of this name. */
  removeSnapshot(name: string): boolean;
  /** The same for worlds that were just planted: kept with this connection, not in the file, since copying is quicker than planting. */
  keepPlanted(name: string): void;
  restorePlanted(name: string): boolean;
}

/** Facts about the file rather than its state: the main token, and the seed it began with. */
const tokenFactName = 'token';
export const firstSeedFactName = 'firstSeed';

const columns = 'kind, id, parent, scope, position, target, unique_key, data';
const isObject = `kind <> 'token'`;
const isOfState = `name NOT IN ('${tokenFactName}', '${firstSeedFactName}')`;

/** A set of tables that holds copies of the state by name. */
interface Copies {
  readonly names: string;
  readonly facts: string;
  readonly objects: string;
}

const kept: Copies = { names: 'snapshots', facts: 'snapshot_facts', objects: 'snapshot_objects' };
const planted: Copies = { names: 'temp.planted', facts: 'temp.planted_facts', objects: 'temp.planted_objects' };

const tablesOf = ({ names, facts, objects }: Copies): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${names} (name TEXT PRIMARY KEY, taken_at TEXT NOT NULL, objects INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS ${facts} (
  snapshot TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (snapshot, name)
) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS ${objects} (
  snapshot TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT NOT NULL, scope TEXT NOT NULL, position REAL NOT NULL,
  target TEXT NOT NULL, unique_key TEXT, data TEXT NOT NULL, PRIMARY KEY (snapshot, kind, id, parent)
) WITHOUT ROWID`,
];

/** Those of a file; what was planted gets its own when there is something to keep, as few platforms are ever reset. */
export const snapshotTables = tablesOf(kept).join(';\n');

/** `stamp`: changes whenever an object may have changed; the digest is made once per stamp. */
export function wholeState(statements: Statements, stamp: () => string): WholeState {
  const { all, one, run } = statements;
  const snapshots = copies(statements, kept);
  const worlds = copies(statements, planted);
  let known: { readonly stamp: string; readonly digest: string } | undefined;
  return {
    listSnapshots: () =>
      all('SELECT name, taken_at, objects FROM snapshots ORDER BY name').map(([name, takenAt, objects]) => ({
        name: name as string,
        takenAt: takenAt as string,
        objects: objects as number,
      })),
    takeSnapshot: snapshots.take,
    restoreSnapshot: snapshots.restore,
    removeSnapshot: snapshots.remove,
    keepPlanted: (name) => {
      for (const table of tablesOf(planted)) run(table);
      worlds.take(name, '');
    },
    restorePlanted: (name) => hasPlanted(statements) && worlds.restore(name),
    countObjects: () => one(`SELECT count(*) FROM objects WHERE ${isObject}`)?.[0] as number,
    digest: () => {
      const at = stamp();
      if (known?.stamp !== at) known = { stamp: at, digest: digestOf(statements) };
      return known.digest;
    },
    removeState: () => {
      run(`DELETE FROM objects WHERE ${isObject}`);
      run(`DELETE FROM facts WHERE ${isOfState}`);
    },
    removeTokensOfNobody: () => run(removeTokensOfNobody),
  };
}

function hasPlanted({ one }: Statements): boolean {
  return one(`SELECT 1 FROM temp.sqlite_master WHERE name = 'planted_objects'`) !== undefined;
}

const removeTokensOfNobody = `DELETE FROM objects WHERE kind = 'token' AND target NOT IN (SELECT id FROM objects WHERE kind = 'member')`;

/** The primary key gives the order, so nothing is sorted; SQLite writes each row as one text, which is faster than handing over its columns. */
function digestOf({ all }: Statements): string {
  const hash = createHash('sha256');
  const rows = all(`SELECT json_array(${columns}) FROM objects WHERE ${isObject} ORDER BY kind, id, parent`);
  for (const [row] of rows) hash.update(`${row as string}\n`);
  return hash.digest('hex');
}

interface CopyWork {
  take(name: string, takenAt: string): void;
  restore(name: string): boolean;
  remove(name: string): boolean;
}

function copies({ one, run }: Statements, { names, facts, objects }: Copies): CopyWork {
  const exists = (name: string): boolean => one(`SELECT 1 FROM ${names} WHERE name = ?`, name) !== undefined;
  const remove = (name: string): boolean => {
    if (!exists(name)) return false;
    run(`DELETE FROM ${objects} WHERE snapshot = ?`, name);
    run(`DELETE FROM ${facts} WHERE snapshot = ?`, name);
    run(`DELETE FROM ${names} WHERE name = ?`, name);
    return true;
  };
  return {
    remove,
    take: (name, takenAt) => {
      remove(name);
      run(
        `INSERT INTO ${objects} (snapshot, ${columns}) SELECT ?, ${columns} FROM main.objects WHERE ${isObject}`,
        name,
      );
      run(
        `INSERT INTO ${facts} (snapshot, name, value) SELECT ?, name, value FROM main.facts WHERE ${isOfState}`,
        name,
      );
      run(
        `INSERT INTO ${names} (name, taken_at, objects) VALUES (?, ?, (SELECT count(*) FROM ${objects} WHERE snapshot = ?))`,
        ...[name, takenAt, name],
      );
    },
    restore: (name) => {
      if (!exists(name)) return false;
      run(`DELETE FROM objects WHERE ${isObject}`);
      run(`INSERT INTO objects (${columns}) SELECT ${columns} FROM ${objects} WHERE snapshot = ?`, name);
      run(`DELETE FROM facts WHERE ${isOfState}`);
      run(`INSERT INTO facts (name, value) SELECT name, value FROM ${facts} WHERE snapshot = ?`, name);
      run(removeTokensOfNobody);
      return true;
    },
  };
}
