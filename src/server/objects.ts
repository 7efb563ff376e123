/** Objects in one table: what is asked of them, how they are read, and how they are written. */
import type { Kind, Records, Row } from './records.ts';
import type { Figures, LookUps, Remembering, Rows } from './rows.ts';
import type { Statements } from './statements.ts';
import type { Transactions } from './transactions.ts';
import type { Watching } from './versions.ts';
import type { WholeState } from './whole-state.ts';

interface Writes {
  insert<K extends Kind>(row: Row<K>): void;
  /** Replaces everything but the id. */
  replace<K extends Kind>(was: Row<K>, row: Row<K>): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
}

/** What the platform keeps about itself: its token, where its ids start. */
interface Facts {
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;
}

export interface Store
  extends LookUps,
    Figures,
    Writes,
    Facts,
    WholeState,
    Watching,
    Pick<Transactions, 'transact' | 'together' | 'settled'> {
  /** All objects but tokens, in sibling order; with a name those of a snapshot, of which there must be one. */
  everything(snapshot?: string): Row[];
  /** Changes whenever anything may have changed, through this connection or another. */
  stamp(): string;
  close(): void;
}

const columns = 'kind, id, parent, scope, position, target, unique_key, data';

function rowOf<K extends Kind>([kind, id, parent, scope, position, target, uniqueKey, data]: readonly unknown[]): Row<K> {
  return {
    kind: kind as K,
    id: id as string,
    parent: parent as string,
    scope: scope as string,
    position: position as number,
    target: target as string,
    uniqueKey: uniqueKey as string | null,
    data: JSON.parse(data as string) as Records[K],
  };
}

/** By id and parent. */
export function readKind<K extends Kind>({ all }: Statements, kind: K): Row<K>[] {
  return all(`SELECT ${columns} FROM objects WHERE kind = ? ORDER BY id, parent`, kind).map(rowOf<K>);
}

export function readEverything({ all }: Statements, snapshot?: string): Row[] {
  const [table, where, values] = snapshot === undefined ? ['objects', 'TRUE', []] : ['snapshot_objects', 'snapshot = ?', [snapshot]];
  const sql = `SELECT ${columns} FROM ${table} WHERE ${where} AND kind <> 'token' ORDER BY kind, parent, position`;
  return all(sql, ...values).map(rowOf<Kind>);
}

/** What a write says is kept as it would be read again. */
export function writes({ run }: Statements, rows: Pick<Rows, 'find' | 'add' | 'swap' | 'drop' | 'dropScope'>): Writes {
  return {
    insert: (row) => {
      const values = valuesOf(row);
      run(`INSERT INTO objects (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, ...values);
      rows.add(rowOf(values));
    },
    replace: ({ kind, id, parent }, row) => {
      const was = rows.find(kind, id, parent);
      if (was === undefined) return;
      const values = valuesOf({ ...row, id });
      if (standsWhere(was, row)) {
        run(`UPDATE objects SET data = ? WHERE ${key}`, values[7], kind, id, parent);
        rows.swap(was, rowOf(values));
        return;
      }
      run(`UPDATE objects SET (${columns}) = (?, ?, ?, ?, ?, ?, ?, ?) WHERE ${key}`, ...values, kind, id, parent);
      rows.drop(was);
      rows.add(rowOf(values));
    },
    remove: (row) => {
      run(`DELETE FROM objects WHERE ${key}`, row.kind, row.id, row.parent);
      rows.drop(row);
    },
    removeScope: (scope) => {
      run('DELETE FROM objects WHERE scope = ?', scope);
      rows.dropScope(scope);
    },
  };
}

const key = 'kind = ? AND id = ? AND parent = ?';

function valuesOf({ kind, id, parent, scope, position, target, uniqueKey, data }: Row) {
  return [kind, id, parent, scope, position, target, uniqueKey, JSON.stringify(data)] as const;
}

/** No index of the table has to change. */
function standsWhere(was: Row, row: Row): boolean {
  const { kind, parent, scope, position, target, uniqueKey } = row;
  const isPlaced = was.kind === kind && was.parent === parent && was.scope === scope && was.position === position;
  return isPlaced && was.target === target && was.uniqueKey === uniqueKey;
}

/** Each is read once. */
export function facts({ one, run }: Statements, { note, refresh, parts }: Remembering): Facts & { forget(): void } {
  const { see, change } = parts();
  const known = new Map<string, string | undefined>();
  const readFact = (name: string): string | undefined => {
    refresh();
    see(name);
    if (!known.has(name)) known.set(name, one('SELECT value FROM facts WHERE name = ?', name)?.[0] as string | undefined);
    return known.get(name);
  };
  return {
    readFact,
    writeFact: (name, value) => {
      run('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', name, value);
      known.set(name, value);
      change(name);
      note(() => {
        known.clear();
        change(name);
      });
    },
    forget: () => {
      known.clear();
      note(() => known.clear());
    },
  };
}
