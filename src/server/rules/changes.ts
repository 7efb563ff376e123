/** Changes members of an object. */

import type { Kind, Records, Row } from '../store/records.ts';
import type { Context } from './context.ts';

export type Changes<T> = { [K in keyof T]?: T[K] | null | undefined };

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

/** Rewrites the members that `changes` has. Null removes a member. */
export function change<K extends Kind>(
  context: Context,
  was: Row<K>,
  changes: Changes<Records[K]>,
  others: Partial<Omit<Row<K>, 'data'>> = {},
) {
  return rewrite(context, was, changed(was.data, changes), others);
}

export function rewrite<K extends Kind>(
  context: Context,
  was: Row<K>,
  data: Records[K],
  others: Partial<Omit<Row<K>, 'data'>> = {},
) {
  const row: Row<K> = { ...was, ...others, data };
  context.store.replace(was, row);
  return row;
}
