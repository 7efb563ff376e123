/** Converts the `live` part of a case, written in the language of configurations, into a fixture of the reference platform. */

import { fixtureFields } from '../../src/library/fixture-form.ts';
import type { Fixture } from '../../src/server/fixture/fixture.ts';
import { load } from '../../src/server/fixture/load.ts';
import { type FixtureContent, type FixtureSections, objectsOf } from '../../src/server/fixture/objects.ts';
import type { FixtureObject } from '../../src/server/index.ts';
import type { Store } from '../../src/server/store/store.ts';

/** Contents of spaces and events of visitors are not part of configurations, so they have no address. */
const unspoken = ['content', 'visitor-event'];

/** Returns the ids of a fixture, which are always the same, without storing any object. */
export function plantedIds(world: Fixture): ReadonlyMap<string, string> {
  const nothing = { insert: () => undefined, find: () => undefined, replace: () => undefined };
  const spoken = withObjects(world, (objects) => objects.filter(({ kind }) => !unspoken.includes(kind)));
  const { idOf } = load(nothing as unknown as Store, spoken);
  const [organization] = spoken.organizations;
  const named = organization?.objects.filter(({ kind }) => kind !== 'organization' && kind !== 'field-values') ?? [];
  return new Map(
    named.map(({ kind, id: address, fields }) => {
      // Three kinds are identified by their key.
      const isCalledByKey = kind === 'custom-field' || kind === 'openapi-spec';
      if (kind === 'redirect') return [address, Buffer.from(String(fields.source)).toString('base64url')];
      const id = isCalledByKey ? address.slice(address.indexOf('/') + 1) : idOf(kind, address);
      if (id === undefined) throw new Error(`${address} was not planted`);
      return [address, id];
    }),
  );
}

type Fields = { readonly [key: string]: unknown };
type KeyedFields = { readonly [key: string]: Fields | null };

/** Missing fields have default values; the default title is the capitalized key. A deleted space has `trash: true`. */
export interface LiveDocument extends Omit<FixtureSections, 'members'> {
  /** ana@acme.dev is always a member, by default an admin, and the token belongs to her. A role can replace a block. */
  readonly members?: { readonly [email: string]: unknown };
  /** Number of additional members with the role `read`. */
  readonly crowd?: number;
}

export const organizationId = 'acme';
export const admin = 'ana@acme.dev';

export function worldOf({ members, crowd = 0, settings, sites, ...rest }: LiveDocument): Fixture {
  const others = Array.from({ length: crowd }, (_, at) => [
    `member-${at + 1}@acme.dev`,
    { displayName: `Member ${at + 1}`, role: 'read' },
  ]);
  const people = Object.entries({ [admin]: 'admin', ...members }).map(([email, block]) => [
    email,
    memberOf(email, block),
  ]);
  const objects = objectsOf({
    ...rest,
    settings: { title: 'Acme', ...settings },
    members: Object.fromEntries([...people, ...others]),
    sites: Object.fromEntries(
      Object.entries(sites ?? {}).map(([key, site]) => [key, { ...site, structure: filled(site?.structure) }]),
    ),
  });
  return { seedNumber: 1, organizations: [{ id: organizationId, objects: objects.map(plainest) }] };
}

/** Changes the objects of each organization. */
export function withObjects(
  { seedNumber, organizations }: Fixture,
  change: (objects: readonly FixtureObject[]) => readonly FixtureObject[],
): Fixture {
  return { seedNumber, organizations: organizations.map(({ id, objects }) => ({ id, objects: change(objects) })) };
}

/** Changes the contents of spaces. */
export function withContent(world: Fixture, change: (content: FixtureContent) => FixtureContent): Fixture {
  const changed = ({ kind, fields, ...rest }: FixtureObject): FixtureObject =>
    kind === 'content'
      ? { kind, ...rest, fields: { ...change(fields as unknown as FixtureContent) } }
      : { kind, ...rest, fields };
  return withObjects(world, (objects) => objects.map(changed));
}

function memberOf(displayName: string, block: unknown): Fields {
  return { displayName, role: null, ...(typeof block === 'object' ? block : { role: block }) };
}

/** A section without spaces contains a space with the key `home`. */
function filled(structure: unknown = []): readonly Fields[] {
  return (structure as readonly Fields[]).map((item) => ({
    ...('section' in item ? { spaces: [{ space: 'home' }] } : {}),
    ...item,
    ...('group' in item ? { sections: filled(item.sections) } : {}),
  }));
}

function plainest(object: FixtureObject): FixtureObject {
  const key = object.id.slice(object.id.lastIndexOf('/') + 1);
  const title = key.charAt(0).toUpperCase() + key.slice(1);
  const usual: KeyedFields = {
    ...{ team: { title }, 'custom-field': { title }, collection: { title }, translation: { title }, site: { title } },
    ...{ 'saml-provider': { label: title }, space: { title, emoji: '1f4d8' }, 'section-group': { title } },
    'external-link': { title, url: `https://${key}.example.com/` },
    ...{ section: { title, path: key }, 'site-space': { path: key }, 'share-link': { name: title } },
  };
  const { trash: _, ...fields } = fixtureFields(object);
  return { ...object, fields: { ...usual[object.kind], ...fields } };
}
