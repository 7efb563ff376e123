/** Objects in one table: how they are read by id, by container, by scope and by link, and written. */
import type { Kind, Records, Row } from './records.ts';
import type { Bindable, Statements } from './statements.ts';
import type { WholeState } from './whole-state.ts';

export interface PageQuery {
  /** Only rows past this position. */
  readonly after?: number;
  readonly limit: number;
  readonly descending?: boolean;
  /** Only rows whose data has this value under this name. */
  readonly where?: { readonly name: string; readonly is: string | null };
}

/** Objects as they are stored. */
interface LookUps {
  /** The object with this id; `parent` where one id stands for several (a user in several teams). */
  find<K extends Kind>(kind: K, id: string, parent?: string): Row<K> | undefined;
  /** All objects with this id: the memberships of a user. */
  all<K extends Kind>(kind: K, id: string): Row<K>[];
  /** In sibling order. */
  children<K extends Kind>(kind: K, parent: string): Row<K>[];
  page<K extends Kind>(kind: K, parent: string, query: PageQuery): Row<K>[];
  /** All objects of a site or organization, by parent, each in sibling order. */
  inScope<K extends Kind>(kind: K, scope: string): Row<K>[];
  /** Objects that link to this id. */
  linkingTo<K extends Kind>(kind: K, target: string): Row<K>[];
  /** All objects but tokens, in sibling order; with a name those of a snapshot, of which there must be one. */
  everything(snapshot?: string): Row[];
  holderOf(uniqueKey: string): { readonly kind: string; readonly id: string } | undefined;
}

/** Counts and positions. */
interface Figures {
  count(kind: Kind, parent: string, where?: PageQuery['where']): number;
  countInScope(kind: Kind, scope: string): number;
  /** How many objects with this id link to `target`: the teams of a user in one organization. */
  countWithTarget(kind: Kind, id: string, target: string): number;
  /** Nearest position before or after the given one; undefined: at the end. */
  neighbour(kinds: readonly Kind[], parent: string, position: number, direction: 'before' | 'after'): number | undefined;
  lastPosition(kinds: readonly Kind[], parent: string): number | undefined;
}

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

export interface Store extends LookUps, Figures, Writes, Facts, WholeState {
  /** Changes whenever anything may have changed, through this connection or another. */
  stamp(): string;
  /** Runs `work` in one transaction; a throw undoes all of it. */
  transact<T>(mode: 'read' | 'write', work: () => T): T;
  close(): void;
}

const columns = 'kind, id, parent, scope, position, target, unique_key, data';

function rowOf<K extends Kind>([kind, id, parent, scope, position, target, uniqueKey, data]: unknown[]): Row<K> {
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

export function lookUps({ all, one }: Statements): LookUps {
  const select = `SELECT ${columns} FROM objects WHERE`;
  const rows = <K extends Kind>(sql: string, ...values: Bindable[]): Row<K>[] => all(`${select} ${sql}`, ...values).map(rowOf<K>);
  const row = <K extends Kind>(sql: string, ...values: Bindable[]): Row<K> | undefined => {
    const found = one(`${select} ${sql}`, ...values);
    return found && rowOf<K>(found);
  };
  return {
    find: (kind, id, parent) =>
      parent === undefined
        ? row<typeof kind>('kind = ? AND id = ? LIMIT 1', kind, id)
        : row<typeof kind>('kind = ? AND id = ? AND parent = ?', kind, id, parent),
    all: (kind, id) => rows('kind = ? AND id = ?', kind, id),
    children: (kind, parent) => rows('parent = ? AND kind = ? ORDER BY position', parent, kind),
    page: (kind, parent, query) => {
      const { sql, values } = condition(query.where);
      const after = query.after === undefined ? '' : ` AND position ${query.descending ? '<' : '>'} ?`;
      const order = query.descending ? 'DESC' : 'ASC';
      return rows(
        `parent = ? AND kind = ?${sql}${after} ORDER BY position ${order} LIMIT ?`,
        ...[parent, kind, ...values],
        ...(query.after === undefined ? [query.limit] : [query.after, query.limit]),
      );
    },
    inScope: (kind, scope) => rows('scope = ? AND kind = ? ORDER BY parent, position', scope, kind),
    linkingTo: (kind, target) => rows(`target = ? AND target <> '' AND kind = ?`, target, kind),
    everything: (snapshot) => {
      const [table, where, values] = snapshot === undefined ? ['objects', 'TRUE', []] : ['snapshot_objects', 'snapshot = ?', [snapshot]];
      return all(`SELECT ${columns} FROM ${table} WHERE ${where} AND kind <> 'token' ORDER BY kind, parent, position`, ...values).map(
        rowOf<Kind>,
      );
    },
    holderOf: (uniqueKey) => {
      const found = one('SELECT kind, id FROM objects WHERE unique_key = ?', uniqueKey);
      return found && { kind: found[0] as string, id: found[1] as string };
    },
  };
}

export function figures({ one }: Statements): Figures {
  const number = (sql: string, ...values: Bindable[]): number | undefined => (one(sql, ...values)?.[0] ?? undefined) as number | undefined;
  const count = (sql: string, ...values: Bindable[]): number => number(`SELECT count(*) FROM objects WHERE ${sql}`, ...values) ?? 0;
  return {
    count: (kind, parent, where) => {
      const { sql, values } = condition(where);
      return count(`parent = ? AND kind = ?${sql}`, parent, kind, ...values);
    },
    countInScope: (kind, scope) => count('scope = ? AND kind = ?', scope, kind),
    countWithTarget: (kind, id, target) => count('kind = ? AND id = ? AND target = ?', kind, id, target),
    neighbour: (kinds, parent, position, direction) => {
      const [pick, compare] = direction === 'before' ? (['max', '<'] as const) : (['min', '>'] as const);
      const sql = `SELECT ${pick}(position) FROM objects WHERE parent = ? AND kind = ? AND position ${compare} ?`;
      return best(
        pick,
        kinds.map((kind) => number(sql, parent, kind, position)),
      );
    },
    lastPosition: (kinds, parent) =>
      best(
        'max',
        kinds.map((kind) => number('SELECT max(position) FROM objects WHERE parent = ? AND kind = ?', parent, kind)),
      ),
  };
}

function condition(where: PageQuery['where']): { readonly sql: string; readonly values: Bindable[] } {
  return where === undefined ? { sql: '', values: [] } : { sql: ' AND data ->> ? IS ?', values: [where.name, where.is] };
}

function best(pick: 'max' | 'min', found: readonly (number | undefined)[]): number | undefined {
  const numbers = found.filter((one) => one !== undefined);
  return numbers.length === 0 ? undefined : Math[pick](...numbers);
}

export function writes({ run }: Statements): Writes {
  return {
    insert: (row) =>
      run(
        `INSERT INTO objects (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[row.kind, row.id, row.parent, row.scope, row.position, row.target, row.uniqueKey, JSON.stringify(row.data)],
      ),
    replace: (was, row) =>
      run(
        'UPDATE objects SET kind = ?, parent = ?, scope = ?, position = ?, target = ?, unique_key = ?, data = ? WHERE kind = ? AND id = ? AND parent = ?',
        ...[row.kind, row.parent, row.scope, row.position, row.target, row.uniqueKey, JSON.stringify(row.data)],
        ...[was.kind, was.id, was.parent],
      ),
    remove: (row) => run('DELETE FROM objects WHERE kind = ? AND id = ? AND parent = ?', row.kind, row.id, row.parent),
    removeScope: (scope) => run('DELETE FROM objects WHERE scope = ?', scope),
  };
}

export function facts({ one, run }: Statements): Facts {
  return {
    readFact: (name) => one('SELECT value FROM facts WHERE name = ?', name)?.[0] as string | undefined,
    writeFact: (name, value) =>
      run('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', name, value),
  };
}
