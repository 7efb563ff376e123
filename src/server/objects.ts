/** The state: objects and facts. Writes go to SQLite and to the objects in memory, which the first access to a kind reads. */

import { compared } from './compare.ts';
import { columns, type Kind, type Records, type Row, rowOf, type Statements } from './records.ts';
import type { Transactions } from './transactions.ts';
import type { WholeState } from './whole-state.ts';

export type Place = Pick<Row, 'position' | 'id'>;

export interface PageQuery {
  /** Only rows after this place, which need not contain a row. Siblings at the same position are ordered by id. */
  after?: Place;
  limit: number;
  descending?: boolean;
  where?: { name: string; is: string | null };
}

interface Reads {
  /** The object with this id. `parent` is required where several objects have one id, such as a user in several teams. */
  find<K extends Kind>(kind: K, id: string, parent?: string): Row<K> | undefined;
  /** All objects with this id, such as the memberships of a user. */
  all<K extends Kind>(kind: K, id: string): Row<K>[];
  children<K extends Kind>(kind: K, parent: string): Row<K>[];
  page<K extends Kind>(kind: K, parent: string, query: PageQuery): Row<K>[];
  /** All objects of a site or organization, by parent, each in sibling order. */
  inScope<K extends Kind>(kind: K, scope: string): Row<K>[];
  linkingTo<K extends Kind>(kind: K, target: string): Row<K>[];
  findByKey(uniqueKey: string): { kind: string; id: string } | undefined;
  count(kind: Kind, parent: string, where?: PageQuery['where']): number;
  countInScope(kind: Kind, scope: string): number;
  /** The number of objects with this id that link to `target`, such as the teams of a user in one organization. */
  countWithTarget(kind: Kind, id: string, target: string): number;
  neighbour(
    kinds: readonly Kind[],
    parent: string,
    position: number,
    direction: 'before' | 'after',
  ): number | undefined;
  lastPosition(kinds: readonly Kind[], parent: string): number | undefined;
}

interface Objects extends Reads {
  insert<K extends Kind>(row: Row<K>): void;
  /** Replaces everything except the id. */
  replace<K extends Kind>(previous: Row<K>, row: Row<K>): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;
  /** Reads everything again from SQLite on next use. */
  forget(): void;
}

export interface Store extends Omit<Objects, 'forget'>, WholeState, Pick<Transactions, 'transact' | 'together'> {
  close(): void;
}

const key = 'kind = ? AND id = ? AND parent = ?';
const placeholders = columns.replace(/\w+/g, '?');

function valuesOf({ kind, id, parent, scope, position, target, uniqueKey, data }: Row) {
  return [kind, id, parent, scope, position, target, uniqueKey, JSON.stringify(data)] as const;
}

/** The row as SQLite returns it: undefined members are not stored. */
function asRead<K extends Kind>(row: Row<K>) {
  const { kind, id, parent, scope, position, target, uniqueKey, data } = row;
  return { kind, id, parent, scope, position, target, uniqueKey, data: JSON.parse(JSON.stringify(data)) as Records[K] };
}

export function createObjects(
  { all, one, run: write }: Statements,
  transactions: Pick<Transactions, 'refresh' | 'noteWrite'>,
): Objects {
  const refresh = () => transactions.refresh();
  const run: Statements['run'] = (sql, ...values) => {
    write(sql, ...values);
    transactions.noteWrite();
  };
  const readKind = (kind: Kind) =>
    all(`SELECT ${columns} FROM objects WHERE kind = ? ORDER BY id, parent`, kind).map(rowOf);
  const { add, drop, dropScope, forget, ...reads } = createRows(readKind, refresh);
  const { forgetFacts, ...facts } = createFacts(one, run, refresh);
  return {
    ...reads,
    ...facts,
    insert: (given) => {
      const row = asRead(given);
      run(`INSERT INTO objects (${columns}) VALUES (${placeholders})`, ...valuesOf(row));
      add(row);
    },
    replace: ({ kind, id, parent }, given) => {
      const previous = reads.find(kind, id, parent);
      if (previous === undefined) return;
      const row = asRead({ ...given, id });
      run(`UPDATE objects SET (${columns}) = (${placeholders}) WHERE ${key}`, ...valuesOf(row), kind, id, parent);
      drop(previous);
      add(row);
    },
    remove: (row) => {
      run(`DELETE FROM objects WHERE ${key}`, row.kind, row.id, row.parent);
      drop(row);
    },
    removeScope: (scope) => {
      run('DELETE FROM objects WHERE scope = ?', scope);
      dropScope(scope);
    },
    forget: () => {
      forget();
      forgetFacts();
    },
  };
}

function createFacts(one: Statements['one'], run: Statements['run'], refresh: () => void) {
  const values = new Map<string, string | undefined>();
  return {
    readFact: (name: string) => {
      refresh();
      if (!values.has(name))
        values.set(name, one('SELECT value FROM facts WHERE name = ?', name)?.[0] as string | undefined);
      return values.get(name);
    },
    writeFact: (name: string, value: string) => {
      run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value);
      values.set(name, value);
    },
    forgetFacts: () => values.clear(),
  };
}

/** The indexes, and the order of the objects with the same key. No two objects of a kind are equal in this order. */
const orders = {
  id: ['parent'],
  parent: ['position', 'id'],
  scope: ['parent', 'position', 'id'],
  target: ['id', 'parent'],
  uniqueKey: ['id', 'parent'],
} as const satisfies { [index: string]: readonly ('id' | 'parent' | 'position')[] };

type IndexName = keyof typeof orders;
type OrderFields<N extends IndexName> = Pick<Row, (typeof orders)[N][number]>;
type Index = Map<string, Row[]>;
type Table = { id: Index } & { [Name in IndexName]?: Index };

/** Calls `refresh` before each read. */
function createRows(load: (kind: Kind) => readonly Row[], refresh: () => void) {
  const tables = new Map<Kind, Table>();
  const tableOf = (kind: Kind): Table => {
    const found = tables.get(kind) ?? { id: indexed('id', load(kind)) };
    tables.set(kind, found);
    return found;
  };
  const rowsAt = <K extends Kind>(kind: K, name: IndexName, key: string): readonly Row<K>[] => {
    refresh();
    const table = tableOf(kind);
    table[name] ??= indexed(name, [...table.id.values()].flat());
    return (table[name].get(key) ?? []) as Row<K>[];
  };
  const indexesOf = (kind: Kind) => Object.entries(tables.get(kind) ?? {}) as [IndexName, Index][];
  const drop = ({ kind, id, parent }: Pick<Row, 'kind' | 'id' | 'parent'>) => {
    const row = (tables.get(kind)?.id.get(id) ?? []).find((one) => one.parent === parent);
    if (row !== undefined) for (const [name, index] of indexesOf(kind)) remove(index, name, row);
  };
  return {
    ...readsOf(rowsAt),
    add: (row: Row) => {
      for (const [name, index] of indexesOf(row.kind)) insert(index, name, row);
    },
    drop,
    dropScope: (scope: string) => [...tables.keys()].flatMap((kind) => rowsAt(kind, 'scope', scope)).forEach(drop),
    forget: () => tables.clear(),
  };
}

type RowsAt = <K extends Kind>(kind: K, name: IndexName, key: string) => readonly Row<K>[];

/** Returns copies of lists, because a caller can write while it iterates. */
function readsOf(rowsAt: RowsAt): Reads {
  return {
    find: (kind, id, parent) => {
      const found = rowsAt(kind, 'id', id);
      return parent === undefined ? found[0] : found.find((row) => row.parent === parent);
    },
    all: (kind, id) => [...rowsAt(kind, 'id', id)],
    children: (kind, parent) => [...rowsAt(kind, 'parent', parent)],
    page: (kind, parent, { after, limit, descending = false, where }) => {
      const all = fitting(rowsAt(kind, 'parent', parent), where);
      if (!descending) {
        const start = after === undefined ? 0 : firstWhere(all, (row) => compare('parent', row, after) > 0);
        return all.slice(start, start + limit);
      }
      const end = after === undefined ? all.length : firstWhere(all, (row) => compare('parent', row, after) >= 0);
      return all.slice(Math.max(0, end - limit), end).reverse();
    },
    inScope: (kind, scope) => [...rowsAt(kind, 'scope', scope)],
    linkingTo: (kind, target) => [...rowsAt(kind, 'target', target)],
    findByKey: (uniqueKey) => rowsAt(kindOf(uniqueKey), 'uniqueKey', uniqueKey)[0],
    count: (kind, parent, where) => fitting(rowsAt(kind, 'parent', parent), where).length,
    countInScope: (kind, scope) => rowsAt(kind, 'scope', scope).length,
    countWithTarget: (kind, id, target) => rowsAt(kind, 'id', id).filter((row) => row.target === target).length,
    neighbour: (kinds, parent, position, direction) => {
      const found = kinds.flatMap((kind) => {
        const all = rowsAt(kind, 'parent', parent);
        const next =
          direction === 'before'
            ? firstWhere(all, (row) => row.position >= position) - 1
            : firstWhere(all, (row) => row.position > position);
        return all[next]?.position ?? [];
      });
      return found.length === 0 ? undefined : Math[direction === 'before' ? 'max' : 'min'](...found);
    },
    lastPosition: (kinds, parent) => {
      const found = kinds.flatMap((kind) => rowsAt(kind, 'parent', parent).at(-1)?.position ?? []);
      return found.length === 0 ? undefined : Math.max(...found);
    },
  };
}

/** A unique key starts with the kind of its object. */
function kindOf(uniqueKey: string): Kind {
  const word = uniqueKey.slice(0, uniqueKey.indexOf('/'));
  return word === 'hostname' ? 'organization' : (word as Kind);
}

function fitting<K extends Kind>(rows: readonly Row<K>[], where: PageQuery['where']): readonly Row<K>[] {
  if (where === undefined) return rows;
  const { name, is } = where;
  return rows.filter(({ data }) => ((data as { [name: string]: unknown })[name] ?? null) === is);
}

function indexed(name: IndexName, rows: readonly Row[]) {
  const index: Index = new Map();
  for (const row of rows.toSorted((a, b) => compare(name, a, b))) insert(index, name, row);
  return index;
}

/** Objects without a target or unique key are not in these indexes. */
function insert(index: Index, name: IndexName, row: Row) {
  const key = row[name];
  if (key === null || (name === 'target' && key === '')) return;
  const list = index.get(key) ?? [];
  index.set(key, list);
  const at = firstWhere(list, (one) => compare(name, one, row) >= 0);
  list.splice(at, 0, row);
}

function remove(index: Index, name: IndexName, row: Row): void {
  const key = row[name] ?? '';
  const list = index.get(key);
  if (list?.length === 1) index.delete(key);
  else list?.splice(list.indexOf(row), 1);
}

function compare<N extends IndexName>(name: N, a: OrderFields<N>, b: OrderFields<N>): number {
  for (const field of orders[name] as readonly (keyof OrderFields<N>)[])
    if (a[field] !== b[field]) return compared(a[field], b[field]);
  return 0;
}

/** Binary search for the first item for which `isReached` is true; it must be true for all later items. */
function firstWhere<T>(list: readonly T[], isReached: (one: T) => boolean) {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isReached(list[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
