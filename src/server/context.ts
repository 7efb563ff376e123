/** What a route works with: the state, the time, fresh ids, and who is calling. */
import { idAt } from './ids.ts';
import type { Store } from './objects.ts';
import type { Kind, Row } from './records.ts';

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
  /** Of objects that were answered before. Missing: all is worked out. */
  readonly texts?: KeptTexts;
  /** This very request was answered before, though perhaps otherwise: the texts of what it lists are worth keeping. */
  readonly isAskedAgain?: boolean;
}

/** What an operation says of an object. It follows from these two alone: what it looks up, it looks up in this context. */
export type RowAnswer<K extends Kind, A> = (context: Context, row: Row<K>) => A;

export interface KeptTexts {
  /** The same as JSON. A write changes the texts of what it was about, and those of the others in a list stay. */
  textOf<K extends Kind>(context: Context, answer: RowAnswer<K, unknown>): (row: Row<K>) => string;
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

/** Runs `work` on a context of its own; ids given out are remembered in the transaction that used them. */
export function withContext<T>({ clock, ...given }: Given, work: (context: Context) => T): T {
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
      store.seePresent();
      presentMs ??= clock();
      return presentMs;
    },
    get now() {
      return new Date(this.nowMs).toISOString();
    },
  });
  if (sequence !== undefined) store.writeFact(sequenceFact, String(sequence));
  return result;
}
