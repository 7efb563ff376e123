/** What a route works with: the state, the time, fresh ids, and who is calling. */
import { idAt } from './ids.ts';
import type { Store } from './objects.ts';

export interface Context {
  readonly store: Store;
  /** The present as milliseconds since 1970. */
  readonly nowMs: number;
  /** The present as a date-time. */
  readonly now: string;
  newId(): string;
  /** Scheme and host the request was sent to, for addresses in answers. */
  readonly origin: string;
  /** Id of the user whose token it is. */
  readonly callerId: string;
}

const seedFact = 'seedNumber';
const sequenceFact = 'sequence';

/** Remembers where the generator of ids starts. */
export function writeIdSeed(store: Store, seedNumber: number, sequence: number): void {
  store.writeFact(seedFact, String(seedNumber));
  store.writeFact(sequenceFact, String(sequence));
}

/** Runs `work` on a context of its own; ids given out are remembered in the transaction that used them. */
export function withContext<T>(given: Omit<Context, 'newId' | 'now'>, work: (context: Context) => T): T {
  const { store } = given;
  let sequence: number | undefined;
  const seedNumber = (): number => Number(store.readFact(seedFact) ?? 0);
  const newId = (): string => {
    sequence = (sequence ?? Number(store.readFact(sequenceFact) ?? 0)) + 1;
    return idAt(seedNumber(), sequence);
  };
  const result = work({ ...given, now: new Date(given.nowMs).toISOString(), newId });
  if (sequence !== undefined) store.writeFact(sequenceFact, String(sequence));
  return result;
}
