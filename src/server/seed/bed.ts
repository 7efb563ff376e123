/** The objects of a world as they are planted, and what of them no world can hold. */
import { seededFields } from '../resource.ts';
import type { Bed, Planter, Seedling } from './planter.ts';
import type { WorldObject, WorldOrganization } from './world.ts';

export function bedOf(
  planter: Planter,
  { id: organization, objects }: WorldOrganization,
  users: Map<string, string>,
): Bed {
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
    plant: (seedling, placing, data) =>
      name(seedling, planter.put(seedling.kind, { id: seedling.pin, ...placing }, data)),
    name,
    idOf: (kind, id) => found.get(`${kind} ${id}`),
  };
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
  return {
    kind: kind as never,
    id,
    key: id.slice(id.lastIndexOf('/') + 1),
    parent,
    pin,
    fields: own as Seedling<never>['fields'],
  };
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
