/** What resources use to load the objects of a fixture. */

import type { Kind, Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { type Context, idAt } from './context.ts';

const startMs = Date.UTC(2026, 0, 5, 9);

const minuteMs = 60_000;

interface Placing {
  parent: string;
  scope?: string;
  id?: string | undefined;
  target?: string;
  uniqueKey?: string;
  /** Name of the sibling order that several kinds share. Default: the kind. */
  order?: string;
}

export interface Writer {
  store: Store;
  put<K extends Kind>(kind: K, placing: Placing, data: Records[K]): string;
  newId(): string;
  tick(): string;
  sequence(): number;
}

export function createWriter(store: Store, seedNumber: number, sequence: number): Writer {
  let ids = sequence;
  let minutes = 0;
  const positions = new Map<string, number>();
  const newId = () => idAt(seedNumber, ++ids);
  return {
    store,
    newId,
    sequence: () => ids,
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

export interface FixtureResource<K extends string = string> {
  kind: K;
  id: string;
  key: string;
  parent: string | null;
  pin: string | undefined;
  /** The supported fields. Null only where null is a value. */
  fields: (K extends Kind ? Partial<Records[K]> : object) & { [field: string]: unknown };
}

export interface FixtureContext extends Writer {
  organization: string;
  /** Ids of users by e-mail. A user has the same id in all organizations. */
  users: Map<string, string>;
  all<K extends string>(kind: K): readonly FixtureResource<K>[];
  within<K extends string>(id: string, ...kinds: readonly K[]): readonly FixtureResource<K>[];
  /** Inserts a resource at the end of its container, under its pin if it has one. Returns its id. */
  add<K extends Kind>(
    resource: Pick<FixtureResource<K>, 'kind' | 'id' | 'pin'>,
    placing: Placing,
    data: Records[K],
  ): string;
  /** Sets the id that `idOf` returns for a resource. */
  name(resource: Pick<FixtureResource, 'kind' | 'id'>, id: string): string;
  idOf(kind: string, address: unknown): string | undefined;
}

export interface SiteFixtureContext extends FixtureContext {
  site: string;
  of: FixtureResource<'site'>;
  paths: Set<string>;
}

/** A request context at a later time, on behalf of the user with this e-mail. */
export function requestContext({ store, tick, newId, users }: FixtureContext, email = ''): Context {
  const now = tick();
  return { store, now, nowMs: Date.parse(now), newId, origin: '', callerId: users.get(email) ?? '' };
}

export function withDefaults<Fields extends object, Defaults extends object>(
  fields: Fields,
  defaults: Defaults,
): Fields & Defaults {
  return { ...defaults, ...fields };
}

export function userIdOf({ users, newId }: FixtureContext, email: string, pin?: string): string {
  const id = users.get(email) ?? pin ?? newId();
  users.set(email, id);
  return id;
}

export type SeedName = 'empty' | 'small' | 'medium' | 'large';
