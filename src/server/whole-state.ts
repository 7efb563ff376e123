/** Operations on the state as a whole: counts, digest, and snapshots, which are stored in the same file. */
import { createHash } from 'node:crypto';
import { columns, type Row, rowOf, type Statements } from './records.ts';

export interface SnapshotRow {
  readonly name: string;
  readonly takenAt: string;
  readonly objects: number;
}

/** Tokens are not part of the state. A token remains valid until its user is no longer a member of any organization. */
export interface WholeState {
  countObjects(): number;
  digest(): string;
  /** All objects in sibling order; with a name, those of an existing snapshot. */
  everything(snapshot?: string): Row[];
  removeState(): void;
  removeOrphanTokens(): void;
  listSnapshots(): readonly SnapshotRow[];
  /** Copies objects and facts, and replaces a snapshot of the same name. */
  takeSnapshot(name: string, takenAt: string): void;
  /** Replaces objects and facts by those of a snapshot. False if there is no such snapshot. */
  restoreSnapshot(name: string): boolean;
  removeSnapshot(name: string): boolean;
}

/** Facts about the file, which are not part of the state. */
const tokenFactName = 'token';
export const firstSeedFactName = 'firstSeed';

const isObject = `kind <> 'token'`;
const isOfState = `name NOT IN ('${tokenFactName}', '${firstSeedFactName}')`;

export function wholeState(statements: Statements): WholeState {
  const { all, one, run } = statements;
  const removeState = () => {
    run(`DELETE FROM objects WHERE ${isObject}`);
    run(`DELETE FROM facts WHERE ${isOfState}`);
  };
  return {
    ...createSnapshotTables(statements, removeState),
    listSnapshots: () =>
      all('SELECT name, taken_at, objects FROM snapshots ORDER BY name').map(
        ([name, takenAt, objects]) => ({ name, takenAt, objects }) as SnapshotRow,
      ),
    countObjects: () => one(`SELECT count(*) FROM objects WHERE ${isObject}`)?.[0] as number,
    digest: () => digestOf(statements),
    everything: (snapshot) => {
      const [table, where, values] =
        snapshot === undefined ? ['objects', 'TRUE', []] : ['snapshot_objects', 'snapshot = ?', [snapshot]];
      const sql = `SELECT ${columns} FROM ${table} WHERE ${where} AND ${isObject} ORDER BY kind, parent, position`;
      return all(sql, ...values).map(rowOf);
    },
    removeState,
    removeOrphanTokens: () => run(removeOrphanTokens),
  };
}

const removeOrphanTokens = `DELETE FROM objects WHERE kind = 'token' AND target NOT IN (SELECT id FROM objects WHERE kind = 'member')`;

function digestOf({ all }: Statements) {
  const hash = createHash('sha256');
  const rows = all(`SELECT json_array(${columns}) FROM objects WHERE ${isObject} ORDER BY kind, id, parent`);
  for (const [row] of rows) hash.update(`${row as string}\n`);
  return hash.digest('hex');
}

function createSnapshotTables({ one, run }: Statements, removeState: () => void) {
  const exists = (name: string) => one('SELECT 1 FROM snapshots WHERE name = ?', name) !== undefined;
  const remove = (name: string) => {
    if (!exists(name)) return false;
    run('DELETE FROM snapshot_objects WHERE snapshot = ?', name);
    run('DELETE FROM snapshot_facts WHERE snapshot = ?', name);
    run('DELETE FROM snapshots WHERE name = ?', name);
    return true;
  };
  return {
    removeSnapshot: remove,
    takeSnapshot: (name: string, takenAt: string) => {
      remove(name);
      const objects = `SELECT ?, ${columns} FROM objects WHERE ${isObject}`;
      run(`INSERT INTO snapshot_objects (snapshot, ${columns}) ${objects}`, name);
      const facts = `SELECT ?, name, value FROM facts WHERE ${isOfState}`;
      run(`INSERT INTO snapshot_facts (snapshot, name, value) ${facts}`, name);
      const count = '(SELECT count(*) FROM snapshot_objects WHERE snapshot = ?)';
      run(`INSERT INTO snapshots (name, taken_at, objects) VALUES (?, ?, ${count})`, name, takenAt, name);
    },
    restoreSnapshot: (name: string) => {
      if (!exists(name)) return false;
      removeState();
      run(`INSERT INTO objects (${columns}) SELECT ${columns} FROM snapshot_objects WHERE snapshot = ?`, name);
      run('INSERT INTO facts (name, value) SELECT name, value FROM snapshot_facts WHERE snapshot = ?', name);
      run(removeOrphanTokens);
      return true;
    },
  };
}
