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
export function withContext<T>(given: Given, work: (context: Context) => T): T {
  const used = new Used(given);
  const result = work(new OwnContext(given, used));
  used.remember();
  return result;
}

/** What a request has seen of the clock, and taken of the ids. */
class Used {
  readonly #store: Store;
  readonly #clock: () => number;
  #presentMs: number | undefined;
  #sequence: number | undefined;

  constructor({ store, clock }: Pick<Given, 'store' | 'clock'>) {
    this.#store = store;
    this.#clock = clock;
  }

  presentMs(): number {
    this.#store.seePresent();
    this.#presentMs ??= this.#clock();
    return this.#presentMs;
  }

  newId(): string {
    this.#sequence = (this.#sequence ?? Number(this.#store.readFact(sequenceFact) ?? 0)) + 1;
    return idAt(Number(this.#store.readFact(seedFact) ?? 0), this.#sequence);
  }

  remember(): void {
    if (this.#sequence !== undefined) this.#store.writeFact(sequenceFact, String(this.#sequence));
  }
}

/** A class, so that the contexts of all requests are of one shape: what is read of them everywhere is found at one place then. */
class OwnContext implements Context {
  readonly store: Store;
  readonly origin: string;
  readonly callerId: string;
  readonly newId: () => string;
  declare readonly texts?: KeptTexts;
  declare readonly isAskedAgain?: boolean;
  private readonly used: Used;

  constructor({ store, origin, callerId, texts, isAskedAgain }: Given, used: Used) {
    this.store = store;
    this.origin = origin;
    this.callerId = callerId;
    if (texts !== undefined) this.texts = texts;
    if (isAskedAgain !== undefined) this.isAskedAgain = isAskedAgain;
    this.newId = () => used.newId();
    this.used = used;
  }

  get nowMs(): number {
    return this.used.presentMs();
  }

  get now(): string {
    return new Date(this.nowMs).toISOString();
  }
}
