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
  /** True: the request writes nothing, so what was looked up once holds to its end. Missing: it may write. */
  readonly isReadOnly?: boolean;
}

/** The same request as another user would have sent it. */
export function calledBy(context: Context, callerId: string): Context {
  return Object.create(context, { callerId: { value: callerId, enumerable: true } }) as Context;
}

const seedFact = 'seedNumber';
const sequenceFact = 'sequence';

/** Remembers where the generator of ids starts. */
export function writeIdSeed(store: Store, seedNumber: number, sequence: number): void {
  store.writeFact(seedFact, String(seedNumber));
  store.writeFact(sequenceFact, String(sequence));
}

interface Given extends Omit<Context, 'newId' | 'now' | 'nowMs'> {
  /** Asked once at most: a request sees one present. */
  readonly clock: () => number;
}

interface Outcome<T> {
  readonly result: T;
  /** True: nobody asked for the time, so the result holds until something is written. */
  readonly isTimeless: boolean;
}

/** Runs `work` on a context of its own; ids given out are remembered in the transaction that used them. */
export function withContext<T>({ clock, ...given }: Given, work: (context: Context) => T): Outcome<T> {
  const { store } = given;
  let presentMs: number | undefined;
  let sequence: number | undefined;
  const seedNumber = (): number => Number(store.readFact(seedFact) ?? 0);
  const newId = (): string => {
    sequence = (sequence ?? Number(store.readFact(sequenceFact) ?? 0)) + 1;
    return idAt(seedNumber(), sequence);
  };
  const result = work({
    ...given,
    newId,
    get nowMs() {
      presentMs ??= clock();
      return presentMs;
    },
    get now() {
      return new Date(this.nowMs).toISOString();
    },
  });
  if (sequence !== undefined) store.writeFact(sequenceFact, String(sequence));
  return { result, isTimeless: presentMs === undefined };
}
