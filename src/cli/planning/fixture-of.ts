/** Converts a configuration to a fixture. A plan of the configuration has no changes on that fixture. */

import { withoutUndefined } from '../../core/defined.ts';
import { type Desired, type DesiredResource, type DesiredValue, isReference } from '../../core/state.ts';
import { fixtureFields } from '../../library/fixture-form.ts';
import { type FixtureObject, fixtureWarnings } from '../../server/index.ts';

/** `seedNumber`: varies the ids of resources without a pin. */
export function fixtureOf(desired: Desired, seedNumber: number, copy?: { readonly trash: readonly FixtureObject[] }) {
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
      ...fixtureWarnings(declared),
    ],
  };
}

function plain({ kind, address, parent, fields, pin }: DesiredResource): FixtureObject {
  const named = ([field, value]: [string, DesiredValue]) => [field, isReference(value) ? value.ref : value];
  const own = Object.fromEntries(Object.entries(fields).map(named));
  return {
    kind,
    id: address,
    parent,
    fields: fixtureFields({ kind, fields: own }) as FixtureObject['fields'],
    ...withoutUndefined({ pin }),
  };
}

function inTheirOrder({ resources, orders }: Desired) {
  const places = new Map(
    Object.values(orders).flatMap((members) => members.map((address, at) => [address, at] as const)),
  );
  const placeOf = ({ address }: DesiredResource): number => places.get(address) ?? resources.length;
  return resources.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The token belongs to an admin, who comes first. Members that only appear in rosters get the default role. */
function membersOf({ resources, policy }: Desired) {
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

/** Custom fields that are only used. Their type is derived from the first value. */
function madeUpFields({ resources }: Desired): readonly FixtureObject[] {
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

/** States that the platform cannot return, or that cannot exist on the platform. */
function neverShown({ resources }: Desired) {
  const filled = new Set(resources.flatMap(({ kind, parent }) => (kind === 'site-space' ? [parent] : [])));
  return resources.flatMap(({ kind, address, fields }) => {
    if (kind === 'openapi-spec' && (fields.text ?? null) !== null)
      return [`${address}: the platform does not return the text, so the first plan sends it`];
    if (kind === 'section' && !filled.has(address))
      return [`${address} declares no space and is created without one; on the platform a section always has a space`];
    return [];
  });
}
