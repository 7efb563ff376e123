/** The context of a request: the state, the time, new ids, and the caller. */
import type { Store } from '../store/store.ts';

export interface Context {
  store: Store;
  nowMs: number;
  now: string;
  newId(): string;
  origin: string;
  callerId: string;
}

export function calledBy(context: Context, callerId: string): Context {
  return Object.create(context, { callerId: { value: callerId, enumerable: true } }) as Context;
}

const seedFact = 'seedNumber';
const sequenceFact = 'sequence';

export function writeIdSeed(store: Store, seedNumber: number, sequence: number): void {
  store.writeFact(seedFact, String(seedNumber));
  store.writeFact(sequenceFact, String(sequence));
}

interface ContextOptions extends Pick<Context, 'store' | 'origin' | 'callerId'> {
  clock: () => number;
}

/** Runs `work` in a context of its own. The transaction that used new ids also stores the last one. */
export function withContext<T>({ clock, ...given }: ContextOptions, work: (context: Context) => T): T {
  const { store } = given;
  let nowMs: number | undefined;
  let sequence: number | undefined;
  const result = work({
    ...given,
    get nowMs() {
      nowMs ??= clock();
      return nowMs;
    },
    get now() {
      return new Date(this.nowMs).toISOString();
    },
    newId: () => {
      sequence = (sequence ?? Number(store.readFact(sequenceFact) ?? 0)) + 1;
      return idAt(Number(store.readFact(seedFact) ?? 0), sequence);
    },
  });
  if (sequence !== undefined) store.writeFact(sequenceFact, String(sequence));
  return result;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lanes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
/** Six characters of 62 hold 32 bits, so the first lane alone makes ids unique. */
const charactersPerLane = 6;
const length = 20;

function mixed(value: number) {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export function idAt(seed: number, counter: number): string {
  let text = '';
  for (const lane of lanes) {
    let bits = mixed(mixed(counter + lane) ^ mixed(seed ^ lane));
    for (let at = 0; at < charactersPerLane && text.length < length; at += 1) {
      text += alphabet[bits % alphabet.length];
      bits = Math.floor(bits / alphabet.length);
    }
  }
  return text;
}
