/** Puts objects into an empty state one after the other, with ids, places and times of their own. */
import type { Context } from '../context.ts';
import { idAt } from '../ids.ts';
import type { Store } from '../objects.ts';
import type { Kind, Records } from '../records.ts';

/** A later time at each call. */
export function contextOf({ store, tick, newId, users }: Bed, email = ''): Context {
  const now = tick();
  return { store, now, nowMs: Date.parse(now), newId, origin: '', callerId: users.get(email) ?? '' };
}

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
  readonly store: Store;
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
    store,
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

/** An object of the world that is about to be planted. */
export interface Seedling<K extends string = string> {
  readonly kind: K;
  /** As its world has it. */
  readonly id: string;
  /** The last part of its id: what it is called where it says nothing of it. */
  readonly key: string;
  readonly parent: string | null;
  readonly pin: string | undefined;
  /** Those that can be planted. Null is there only where it is a value like others. */
  readonly fields: (K extends Kind ? Partial<Records[K]> : object) & { readonly [field: string]: unknown };
}

/** An organization while it is planted. */
export interface Bed extends Planter {
  readonly organization: string;
  /** By e-mail, through all organizations: a user keeps one id. */
  readonly users: Map<string, string>;
  all<K extends string>(kind: K): readonly Seedling<K>[];
  /** What stands in an object of the world, in its order. */
  within<K extends string>(id: string, ...kinds: readonly K[]): readonly Seedling<K>[];
  /** Puts it at the end of its container, under its pin where it has one; answers with its id. */
  plant<K extends Kind>(seedling: Pick<Seedling<K>, 'kind' | 'id' | 'pin'>, placing: Placing, data: Records[K]): string;
  /** From now on others mean this object of the platform by it. */
  name(seedling: Pick<Seedling, 'kind' | 'id'>, id: string): string;
  /** What an object of the world has become; undefined: there is none, or it is not planted yet. */
  idOf(kind: string, id: unknown): string | undefined;
}

/** A site while it is planted. */
export interface SiteBed extends Bed {
  /** Its id. */
  readonly site: string;
  readonly of: Seedling<'site'>;
  /** Paths of sections that are taken. */
  readonly paths: Set<string>;
}

/** What is stated, in the order in which it is, and what a new one has where nothing is. */
export function withUsual<Fields extends object, Usual extends object>(fields: Fields, usual: Usual): Fields & Usual {
  const whole: Fields & Partial<Usual> = { ...fields };
  for (const name in usual) if (!(name in fields)) whole[name] = usual[name] as never;
  return whole as Fields & Usual;
}

export function userIdOf({ users, newId }: Bed, email: string, given?: string): string {
  const id = users.get(email) ?? given ?? newId();
  users.set(email, id);
  return id;
}
