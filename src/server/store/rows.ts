/** Rows in memory, with indexes for the queries of the platform. */

import { compared } from './compare.ts';
import type { Kind, Row } from './records.ts';
import type { PageQuery, Reads } from './store.ts';

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

/** `load` returns the rows of a kind on first use. `refresh` is called before each read. */
export function createRows(load: (kind: Kind) => readonly Row[] = () => [], refresh: () => void = () => undefined) {
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
    /** Of the kinds in use. */
    allRows: (): readonly Row[] => [...tables.values()].flatMap(({ id }) => [...id.values()].flat()),
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
