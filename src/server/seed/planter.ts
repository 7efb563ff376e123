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

export interface SiteBed extends Bed {
  /** Id of the site that is planted. */
  readonly site: string;
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

/** An organization while it is planted: the ids of what is there, by key, for what refers to it. */
export interface Bed extends Planter {
  readonly organization: string;
  /** By e-mail, through all organizations: a user keeps one id. */
  readonly users: Map<string, string>;
  readonly teams: Map<string, string>;
  /** By name. */
  readonly fields: Map<string, string>;
  readonly collections: Map<string, string>;
  readonly spaces: Map<string, string>;
  readonly sites: Map<string, string>;
}

export function emptyBed(planter: Planter, organization: string, users: Map<string, string>): Bed {
  const ids = { teams: new Map(), fields: new Map(), collections: new Map(), spaces: new Map(), sites: new Map() };
  return { ...planter, organization, users, ...ids };
}

export function userIdOf({ users, newId }: Bed, email: string, given?: string): string {
  const id = users.get(email) ?? given ?? newId();
  users.set(email, id);
  return id;
}

/** The id of a collection by its key; null: the organization, as the top level. */
export function containerOf({ collections, organization }: Bed, key: string | null): string {
  return (key === null ? undefined : collections.get(key)) ?? organization;
}

/** Also that of a person or of a link, where a world is a copy of another platform. */
export interface WithId {
  /** Default: the next one that the seed number gives. */
  readonly id?: string;
}
