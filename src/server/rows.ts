/** Objects in memory: a kind is read whole, by one query, when it is first asked for, and follows every write from then on. */
import { compared } from './compare.ts';
import type { Kind, Row } from './records.ts';
import type { Transactions } from './transactions.ts';
import type { Parts, Versions } from './versions.ts';

/** Among the objects of a kind with one parent. */
export type Place = Pick<Row, 'position' | 'id'>;

export interface PageQuery {
  /** Only rows past this place, whether a row stands there or not; siblings at one position are in the order of their ids. */
  readonly after?: Place;
  readonly limit: number;
  readonly descending?: boolean;
  /** Only rows whose data has this value under this name. */
  readonly where?: { readonly name: string; readonly is: string | null };
}

/** Objects as they are stored. */
export interface LookUps {
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
  holderOf(uniqueKey: string): { readonly kind: string; readonly id: string } | undefined;
}

/** Counts and positions. */
export interface Figures {
  count(kind: Kind, parent: string, where?: PageQuery['where']): number;
  countInScope(kind: Kind, scope: string): number;
  /** How many objects with this id link to `target`: the teams of a user in one organization. */
  countWithTarget(kind: Kind, id: string, target: string): number;
  /** Nearest position before or after the given one; undefined: at the end. */
  neighbour(
    kinds: readonly Kind[],
    parent: string,
    position: number,
    direction: 'before' | 'after',
  ): number | undefined;
  lastPosition(kinds: readonly Kind[], parent: string): number | undefined;
}

/** What an index finds objects by, and how those it finds stand to each other: as no two objects of a kind do. */
const orders = {
  id: ['parent'],
  parent: ['position', 'id'],
  scope: ['parent', 'position', 'id'],
  target: ['id', 'parent'],
  uniqueKey: ['id', 'parent'],
} as const satisfies { readonly [index: string]: readonly ('id' | 'parent' | 'position')[] };

type IndexName = keyof typeof orders;
type Standing<N extends IndexName> = Pick<Row, (typeof orders)[N][number]>;
const indexNames = Object.keys(orders) as readonly IndexName[];
type Index = Map<string, Row[]>;
type Change = (index: Index, name: IndexName, row: Row) => void;
/** Other indexes than `id` are made when they are first asked for. */
type Table = { id: Index } & { [Name in IndexName]?: Index };
/** Whoever finds rows by an index has looked at those with this key; a write changes those with each key of its row. */
type TableParts = { readonly [Name in IndexName]: Parts };

/** What is kept in memory looks for writes of others, is taken back with its transaction, and tells what is looked at and changed. */
export type Remembering = Pick<Transactions, 'note' | 'refresh'> & Pick<Versions, 'parts'>;

export interface Rows extends LookUps, Figures {
  /** Follows a write. */
  add(row: Row): void;
  /** The same object in the same place, with other data. */
  swap(was: Row, row: Row): void;
  drop(row: Pick<Row, 'kind' | 'id' | 'parent'>): void;
  dropScope(scope: string): void;
  /** All objects of a site or organization, of the kinds that were asked for. */
  within(scope: string): readonly Row[];
  /** Everything is read again. */
  forget(): void;
}

/** `load`: all objects of a kind, by id and parent. */
export function keptRows(load: (kind: Kind) => readonly Row[], { note, refresh, parts }: Remembering): Rows {
  const tables = new Map<Kind, Table>();
  const partsOf = tableParts(parts);
  const tableOf = (kind: Kind): Table => {
    const found = tables.get(kind) ?? { id: indexed('id', load(kind)) };
    tables.set(kind, found);
    return found;
  };
  const rowsAt = <K extends Kind>(kind: K, name: IndexName, key: string): readonly Row<K>[] => {
    refresh();
    partsOf(kind)[name].see(key);
    const table = tableOf(kind);
    table[name] ??= indexed(name, [...table.id.values()].flat());
    return (table[name].get(key) ?? []) as Row<K>[];
  };
  const apply = (row: Row, how: Change): void => {
    const changed = partsOf(row.kind);
    for (const name of indexNames) if (row[name] !== null) changed[name].change(row[name]);
    for (const [name, index] of Object.entries(tables.get(row.kind) ?? {})) how(index, name as IndexName, row);
  };
  const follow = (done: readonly [Row, Change], undone: readonly [Row, Change]): void => {
    apply(...done);
    note(() => apply(...undone));
  };
  const drop: Rows['drop'] = ({ kind, id, parent }) => {
    const row = tables
      .get(kind)
      ?.id.get(id)
      ?.find((one) => one.parent === parent);
    if (row !== undefined) follow([row, remove], [row, insert]);
  };
  const within = (scope: string): readonly Row[] => [...tables.keys()].flatMap((kind) => rowsAt(kind, 'scope', scope));
  return {
    ...lookUps(rowsAt),
    ...figures(rowsAt),
    add: (row) => follow([row, insert], [row, remove]),
    swap: (was, row) => follow([row, put], [was, put]),
    drop,
    dropScope: (scope) => within(scope).forEach(drop),
    within,
    forget: () => {
      tables.clear();
      note(() => tables.clear());
    },
  };
}

/** They stay when everything is read again: what was looked at is told by them. */
function tableParts(parts: () => Parts): (kind: Kind) => TableParts {
  const known = new Map<Kind, TableParts>();
  return (kind) => {
    const found = known.get(kind) ?? {
      id: parts(),
      parent: parts(),
      scope: parts(),
      target: parts(),
      uniqueKey: parts(),
    };
    known.set(kind, found);
    return found;
  };
}

type RowsAt = <K extends Kind>(kind: K, name: IndexName, key: string) => readonly Row<K>[];

/** Lists are handed out as copies: who goes through one may write meanwhile. */
function lookUps(rowsAt: RowsAt): LookUps {
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
    holderOf: (uniqueKey) => rowsAt(kindOf(uniqueKey), 'uniqueKey', uniqueKey)[0],
  };
}

/** A key begins with the kind of what holds it. */
function kindOf(uniqueKey: string): Kind {
  const word = uniqueKey.slice(0, uniqueKey.indexOf('/'));
  return word === 'hostname' ? 'organization' : (word as Kind);
}

function figures(rowsAt: RowsAt): Figures {
  return {
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

function fitting<K extends Kind>(rows: readonly Row<K>[], where: PageQuery['where']): readonly Row<K>[] {
  if (where === undefined) return rows;
  const { name, is } = where;
  return rows.filter(({ data }) => ((data as { readonly [name: string]: unknown })[name] ?? null) === is);
}

function indexed(name: IndexName, rows: readonly Row[]): Index {
  const index: Index = new Map();
  for (const row of rows) {
    const key = row[name];
    if (isNothing(name, key)) continue;
    const list = index.get(key);
    if (list === undefined) index.set(key, [row]);
    else list.push(row);
  }
  for (const list of index.values()) if (list.length > 1) list.sort((a, b) => compare(name, a, b));
  return index;
}

function insert(index: Index, name: IndexName, row: Row): void {
  const key = row[name];
  if (isNothing(name, key)) return;
  const list = index.get(key);
  if (list === undefined) index.set(key, [row]);
  else list.splice(placeOf(name, list, row), 0, row);
}

function put(index: Index, name: IndexName, row: Row): void {
  const list = isNothing(name, row[name]) ? undefined : index.get(row[name]);
  if (list !== undefined) list[placeOf(name, list, row)] = row;
}

function remove(index: Index, name: IndexName, row: Row): void {
  const key = row[name] ?? '';
  const list = index.get(key);
  if (list === undefined) return;
  if (list.length === 1) index.delete(key);
  else list.splice(placeOf(name, list, row), 1);
}

/** What links to nothing is not found by it, nor what has no key. */
function isNothing(name: IndexName, key: string | null): key is null {
  return key === null || (name === 'target' && key === '');
}

/** New objects mostly stand last. */
function placeOf(name: IndexName, list: readonly Row[], row: Row): number {
  const last = list.at(-1);
  return last !== undefined && compare(name, last, row) < 0
    ? list.length
    : firstWhere(list, (one) => compare(name, one, row) >= 0);
}

function compare<N extends IndexName>(name: N, a: Standing<N>, b: Standing<N>): number {
  for (const field of orders[name] as readonly (keyof Standing<N>)[])
    if (a[field] !== b[field]) return compared(a[field], b[field]);
  return 0;
}

/** Where the first one is of which it is true, as it is of all that follow. */
function firstWhere<T>(list: readonly T[], isReached: (one: T) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isReached(list[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
