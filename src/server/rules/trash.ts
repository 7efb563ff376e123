/** The trash: what has been in it for longer than the contract says is removed for good, with the next write. */
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { trashMs } from './require.ts';

/** When the next one is due, in milliseconds since 1970; missing: nobody has looked yet. */
const dueFact = 'trashDue';
const never = Number.MAX_SAFE_INTEGER;

/** Remembers that something was put into the trash. */
export function noteTrashed({ store }: Context, deletedAt: string): void {
  const dueMs = Date.parse(deletedAt) + trashMs;
  const known = store.readFact(dueFact);
  if (known !== undefined && dueMs < Number(known)) store.writeFact(dueFact, String(dueMs));
}

/** Looks through the trash only when something is due, so that every write can ask. */
export function emptyTrash(context: Context): void {
  const { store, nowMs } = context;
  const known = store.readFact(dueFact);
  if (known !== undefined && nowMs <= Number(known)) return;
  let nextMs = never;
  for (const organization of store.children('organization', '')) {
    for (const space of store.inScope('trashed-space', organization.id)) {
      const dueMs = Date.parse(space.data.deletedAt ?? '') + trashMs;
      if (nowMs > dueMs) removeForGood(context, space);
      else nextMs = Math.min(nextMs, dueMs);
    }
  }
  if (known !== String(nextMs)) store.writeFact(dueFact, String(nextMs));
}

/** With its discussions, change requests and revisions. */
function removeForGood({ store }: Context, space: Row<'trashed-space'>): void {
  store.removeScope(space.id);
  store.remove(space);
}
