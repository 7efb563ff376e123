/** Adds objects at the end of their container, and rewrites their data. */
import type { Context } from '../context.ts';
import { lastPlace } from '../order.ts';
import type { Kind, Records, Row } from '../records.ts';

interface Place {
  readonly parent: string;
  /** Default: the parent. */
  readonly scope?: string;
  /** Default: a fresh one. */
  readonly id?: string;
  readonly target?: string;
  readonly uniqueKey?: string;
  /** Kinds that share the container's order; default: this kind alone. */
  readonly among?: readonly Kind[];
}

export function addObject<K extends Kind>(context: Context, kind: K, place: Place, data: Records[K]): Row<K> {
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

/** The row with this data, and with anything else that changes. */
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
