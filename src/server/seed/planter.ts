/** Puts objects into an empty state one after the other, with ids, places and times of their own. */
import type { Context } from '../context.ts';
import { idAt } from '../ids.ts';
import type { Store } from '../objects.ts';
import type { Kind, Records } from '../records.ts';
import { seededFields } from '../resource.ts';
import type { WorldObject, WorldOrganization } from './world.ts';

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

export function bedOf(planter: Planter, { id: organization, objects }: WorldOrganization, users: Map<string, string>): Bed {
  const places = new Map<string, Seedling<never>[]>();
  const put = (place: string, seedling: Seedling<never>): void => {
    const held = places.get(place);
    if (held === undefined) places.set(place, [seedling]);
    else held.push(seedling);
  };
  for (const object of objects) {
    const seedling = seedlingOf(object);
    put(object.kind, seedling);
    put(`in ${object.parent}`, seedling);
  }
  const found = new Map<string, string>();
  const name: Bed['name'] = ({ kind, id }, real) => {
    found.set(`${kind} ${id}`, real);
    return real;
  };
  return {
    ...planter,
    organization,
    users,
    all: (kind) => places.get(kind) ?? [],
    within: (id, ...kinds) => (places.get(`in ${id}`) ?? []).filter(({ kind }) => kinds.includes(kind)),
    plant: (seedling, placing, data) => name(seedling, planter.put(seedling.kind, { id: seedling.pin, ...placing }, data)),
    name,
    idOf: (kind, id) => found.get(`${kind} ${id}`),
  };
}

/** A site while it is planted. */
export interface SiteBed extends Bed {
  /** Its id. */
  readonly site: string;
  readonly of: Seedling<'site'>;
  /** Paths of sections that are taken. */
  readonly paths: Set<string>;
}

/** Fields in which null is a value: a guest's role, and what is open to nobody. */
const nullable = ['role', 'defaultRole', 'defaultLevel'];

function seedlingOf({ kind, id, parent, pin, fields }: WorldObject): Seedling<never> {
  const known = seededFields(kind);
  const own: { [field: string]: unknown } = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined && known.includes(name) && (value !== null || nullable.includes(name))) own[name] = value;
  }
  return { kind: kind as never, id, key: id.slice(id.lastIndexOf('/') + 1), parent, pin, fields: own as Seedling<never>['fields'] };
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

/** One sentence for each object, and each field, that no world can hold. */
export function leftOut(objects: readonly WorldObject[]): readonly string[] {
  return objects.flatMap(({ kind, id, fields }) => {
    const known = seededFields(kind);
    if (known.length === 0) return [`${id} cannot be part of a seed, and is left out`];
    const names = Object.keys(fields).filter((name) => !known.includes(name));
    return names.map((name) => `${id}: ${name} cannot be part of a seed, and is left out`);
  });
}
