/** Unique values: who takes one that is held is refused with 409. */
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';

/** Refuses when something other than `ownId` holds the key. */
export function requireFree(context: Context, uniqueKey: string, ownId: string, message: string): void {
  const holder = context.store.holderOf(uniqueKey);
  if (holder !== undefined && holder.id !== ownId) throw conflict(message);
}

/** True when something holds the key. */
export function isHeld({ store }: Context, uniqueKey: string): boolean {
  return store.holderOf(uniqueKey) !== undefined;
}
