/** Snapshots of the state. */
import { invalid, notFound } from '../errors.ts';
import type { Store } from '../objects.ts';
import type { SnapshotRow } from '../whole-state.ts';
import type { Clock } from './clock.ts';

export type Snapshot = SnapshotRow;

/** Snapshots are stored in the data file. They contain objects, the generator of ids and the clock, but no tokens, faults and log. */
export interface Snapshots {
  list(): readonly Snapshot[];
  /** Replaces a snapshot of the same name. Refuses with 400 names with characters other than letters, digits, `_`, `.` and `-`. */
  take(name: string): Snapshot;
  /** Refuses an unknown name with 404. */
  restore(name: string): void;
  /** Refuses an unknown name with 404. */
  remove(name: string): void;
}

export function createSnapshots(store: Store, clock: Clock): Snapshots {
  const requireIt = (isThere: boolean, name: string) => {
    if (!isThere) throw notFound('snapshot', name);
  };
  return {
    list: () => store.listSnapshots(),
    take: (name) => {
      if (!/^[A-Za-z0-9_.-]{1,100}$/.test(name))
        throw invalid('path: the name of a snapshot has up to 100 letters, digits, "_", "." and "-"');
      return store.transact('write', () => {
        const takenAt = clock.read().now;
        store.takeSnapshot(name, takenAt);
        return { name, takenAt, objects: store.countObjects() };
      });
    },
    restore: (name) => store.transact('write', () => requireIt(store.restoreSnapshot(name), name)),
    remove: (name) => store.transact('write', () => requireIt(store.removeSnapshot(name), name)),
  };
}
