/** Puts objects into an empty state one after the other, with ids, places and times of their own. */
import { idAt } from '../ids.ts';
import type { Store } from '../objects.ts';
import type { Kind, Records } from '../records.ts';

const startMs = Date.UTC(2026, 0, 5, 9);
const minuteMs = 60_000;

interface Placing {
  readonly parent: string;
  readonly scope?: string;
  /** Default: the next one. */
  readonly id?: string | undefined;
  readonly target?: string;
  readonly uniqueKey?: string;
  /** Place in a container that kinds share; default: a list of this kind. */
  readonly order?: string;
}

export interface Planter {
  /** Puts an object at the end of its container; answers with its id. */
  put<K extends Kind>(kind: K, placing: Placing, data: Records[K]): string;
  newId(): string;
  /** A later time at each call. */
  tick(): string;
  /** How many ids were given out. */
  sequence(): number;
}

/** `sequence`: how many ids are given out already. */
export function createPlanter(store: Store, seedNumber: number, sequence: number): Planter {
  let given = sequence;
  let minutes = 0;
  const positions = new Map<string, number>();
  const newId = (): string => idAt(seedNumber, ++given);
  return {
    newId,
    sequence: () => given,
    tick: () => new Date(startMs + minutes++ * minuteMs).toISOString(),
    put: (kind, placing, data) => {
      const { parent, scope = parent, id = newId(), target = '', uniqueKey: key = null, order = kind } = placing;
      const position = (positions.get(`${order}/${parent}`) ?? 0) + 1;
      positions.set(`${order}/${parent}`, position);
      store.insert({ kind, id, parent, scope, position, target, uniqueKey: key, data });
      return id;
    },
  };
}
