/** Builds the seed world in which planning a configuration changes nothing, and says what was declared and not planted. */

import type { Desired, DesiredResource } from '../core/state.ts';
import { type DesiredValue, isReference } from '../core/value.ts';
import { leftOut, type World, type WorldObject } from '../server/index.ts';

export interface FixtureOf {
  readonly world: World;
  /** One sentence for each thing that a world cannot hold, or that was made up. */
  readonly warnings: readonly string[];
}

/** What makes a world the copy of a platform: nothing is said of what no plan of it would send. */
export interface CopyOptions {
  /** Spaces in the trash. */
  readonly trash: readonly WorldObject[];
}

/** `seedNumber`: another number gives other ids where none is pinned. */
export function fixtureOf(desired: Desired, seedNumber: number, copy?: CopyOptions): FixtureOf {
  const members = membersOf(desired);
  const madeUp = madeUpFields(desired);
  const others = inTheirOrder(desired).filter(({ kind }) => kind !== 'member');
  const declared = [...members.people, ...others].map(plain);
  const objects = [...members.madeUp, ...declared, ...madeUp, ...(copy?.trash ?? [])];
  return {
    world: { seedNumber, organizations: [{ id: desired.organization, objects }] },
    warnings: [
      ...members.madeUp.map(({ fields }) => `no admin is declared; created the admin ${fields.email} for the token`),
      ...madeUp.map(
        ({ fields: { name, type } }) =>
          `the custom field ${name} is not declared; created with type ${type}, because spaces have values for it`,
      ),
      ...(copy === undefined ? neverShown(desired) : []),
      ...leftOut(declared),
    ],
  };
}

/** A reference becomes the address that it names. */
function plain({ kind, address, parent, fields, pin }: DesiredResource): WorldObject {
  const named = ([field, value]: [string, DesiredValue]) => [field, isReference(value) ? value.ref : value];
  const own = Object.fromEntries(Object.entries(fields).map(named)) as WorldObject['fields'];
  return { kind, id: address, parent, fields: own, ...(pin === undefined ? {} : { pin }) };
}

/** In each container first what its order names, then the others as they were declared. */
function inTheirOrder({ resources, orders }: Desired): readonly DesiredResource[] {
  const places = new Map(
    Object.values(orders).flatMap((members) => members.map((address, at) => [address, at] as const)),
  );
  const placeOf = ({ address }: DesiredResource): number => places.get(address) ?? resources.length;
  return resources.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Who is only in a roster joins with the role of everybody who joins; who applies the configuration has to be an admin for it, and comes first. */
function membersOf({ resources, policy }: Desired): {
  readonly people: readonly DesiredResource[];
  readonly madeUp: readonly WorldObject[];
} {
  const self = policy.self?.toLowerCase();
  const { defaultRole: joinsAs = 'read' } = resources.find(({ kind }) => kind === 'organization')?.fields ?? {};
  const people = resources
    .filter(({ kind }) => kind === 'member')
    .map((each) => ({ ...each, fields: { role: each.key === self ? 'admin' : joinsAs, ...each.fields } }));
  const admins = people.filter(({ fields }) => fields.role === 'admin');
  const holder = admins.find(({ key }) => key === self) ?? admins[0];
  if (holder !== undefined) return { people: [holder, ...people.filter((member) => member !== holder)], madeUp: [] };
  const candidates = [...(self?.includes('@') ? [self] : []), 'admin@example.com', 'admin@admin.example.com'];
  const email =
    candidates.find((each) => people.every(({ key }) => key !== each)) ?? `admin@${people.length}.example.com`;
  return {
    people,
    madeUp: [{ kind: 'member', id: `members/${email}`, parent: null, fields: { email, role: 'admin' } }],
  };
}

/** Fields that have values but are declared elsewhere, with a type that fits the first value. */
function madeUpFields({ resources }: Desired): readonly WorldObject[] {
  const names = new Set(resources.flatMap(({ kind, key }) => (kind === 'custom-field' ? [key] : [])));
  const values = resources.flatMap(({ kind, fields }) =>
    kind === 'field-values' ? Object.entries(fields.values ?? {}) : [],
  );
  return values.flatMap(([name, value]) => {
    if (names.has(name)) return [];
    names.add(name);
    const type = Array.isArray(value) ? 'tags' : typeof value === 'string' ? 'text' : typeof value;
    return [{ kind: 'custom-field', id: `customFields/${name}`, parent: null, fields: { name, type } }];
  });
}

/** What the platform does not show, or what its own people cannot leave so. */
function neverShown({ resources }: Desired): readonly string[] {
  const filled = new Set(resources.flatMap(({ kind, parent }) => (kind === 'site-space' ? [parent] : [])));
  return resources.flatMap(({ kind, address, fields }) => {
    if (kind === 'organization' && fields.logo !== undefined)
      return [`${address}: the platform does not return the logo, so the first plan sends it`];
    if (kind === 'openapi-spec' && (fields.text ?? null) !== null)
      return [`${address}: the platform does not return the text, so the first plan sends it`];
    if (kind === 'section' && !filled.has(address))
      return [`${address} declares no space and is created without one; on the platform a section always has a space`];
    return [];
  });
}
