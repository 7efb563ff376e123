/** Snapshots, which are stored in the data file. */
import type { Row } from '../store/records.ts';
import { firstSeedFactName, type SnapshotRow, tokenFactName } from '../store/store.ts';
import { columns, rowOf, type Statements } from './database.ts';

/** SQL for the objects and facts of the state. */
export const isObject = `kind <> 'token'`;
const isOfState = `name NOT IN ('${tokenFactName}', '${firstSeedFactName}')`;

export const removeOrphanTokens = `DELETE FROM objects WHERE kind = 'token' AND target NOT IN (SELECT id FROM objects WHERE kind = 'member')`;

export function createSnapshots({ all, one, run }: Statements) {
  const exists = (name: string) => one('SELECT 1 FROM snapshots WHERE name = ?', name) !== undefined;
  const remove = (name: string) => {
    if (!exists(name)) return false;
    run('DELETE FROM snapshot_objects WHERE snapshot = ?', name);
    run('DELETE FROM snapshot_facts WHERE snapshot = ?', name);
    run('DELETE FROM snapshots WHERE name = ?', name);
    return true;
  };
  const removeState = () => {
    run(`DELETE FROM objects WHERE ${isObject}`);
    run(`DELETE FROM facts WHERE ${isOfState}`);
  };
  return {
    removeState,
    rowsOf: (name: string): Row[] =>
      all(`SELECT ${columns} FROM snapshot_objects WHERE snapshot = ? AND ${isObject}`, name).map(rowOf),
    listSnapshots: () =>
      all('SELECT name, taken_at, objects FROM snapshots ORDER BY name').map(
        ([name, takenAt, objects]) => ({ name, takenAt, objects }) as SnapshotRow,
      ),
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
