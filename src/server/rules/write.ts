/** Writes objects. */
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { lastPlace } from '../order.ts';
import type { Kind, Records, Row } from '../records.ts';

type Changes<T> = { [K in keyof T]?: T[K] | null | undefined };

export function changed<T extends object>(data: Readonly<T>, changes: Changes<T>): T {
  const result: T = { ...data };
  for (const name of Object.keys(changes) as (keyof T)[]) {
    const value = changes[name];
    if (value === undefined) continue;
    if (value === null) delete result[name];
    else result[name] = value as T[keyof T];
  }
  return result;
}

export function requireUniqueKey(context: Context, uniqueKey: string, ownId: string, message: string): void {
  const holder = context.store.findByKey(uniqueKey);
  if (holder !== undefined && holder.id !== ownId) throw conflict(message);
}

export function isKeyUsed({ store }: Context, uniqueKey: string): boolean {
  return store.findByKey(uniqueKey) !== undefined;
}

interface RowPlace {
  parent: string;
  /** Default: `parent`. */
  scope?: string;
  id?: string;
  target?: string;
  uniqueKey?: string;
  /** Kinds that share the sibling order. Default: only this kind. */
  among?: readonly Kind[];
}

export function addObject<K extends Kind>(context: Context, kind: K, place: RowPlace, data: Records[K]): Row<K> {
  const row: Row<K> = {
    kind,
    id: place.id ?? context.newId(),
    parent: place.parent,
    scope: place.scope ?? place.parent,
    position: lastPlace(context.store, place.among ?? [kind], place.parent),
    target: place.target ?? '',
    uniqueKey: place.uniqueKey ?? null,
    data,
  };
  context.store.insert(row);
  return row;
}

export function rewrite<K extends Kind>(
  context: Context,
  was: Row<K>,
  data: Records[K],
  others: Partial<Omit<Row<K>, 'data'>> = {},
): Row<K> {
  const row: Row<K> = { ...was, ...others, data };
  context.store.replace(was, row);
  return row;
}
