/** Puts a world into an empty state, by direct inserts in one transaction. */
import type { Store } from '../objects.ts';
import type { FieldValue, OrganizationRecord, SpaceRecord } from '../records.ts';
import { errorOf } from '../rules/openapi.ts';
import { uniqueKey } from '../rules/require.ts';
import { plantContents } from './plant-contents.ts';
import { plantSite } from './plant-site.ts';
import { plantVisits } from './plant-visits.ts';
import { createPlanter, type Planter } from './planter.ts';
import type { World, WorldMember, WorldOrganization, WorldSpace, WorldSpec } from './world.ts';

/** Plants all organizations. `sequence`: how many ids were given out. `caller`: id of the first organization's first admin. */
export function plant(store: Store, world: World): { readonly sequence: number; readonly caller: string } {
  const planter = createPlanter(store, world.seedNumber, world.organizations.length);
  const users = new Map<string, string>();
  const planted = world.organizations.map((organization) => plantOrganization(store, planter, organization, users));
  // Last of all, so that the ids of everything else are the same with and without content.
  for (const [at, { contents = [], visits = [] }] of world.organizations.entries()) {
    const { spaces, sites } = planted[at] ?? { spaces: new Map(), sites: new Map() };
    for (const content of contents) plantContents({ store, planter, users }, spaces.get(content.space) ?? '', content);
    plantVisits(store, sites, visits);
  }
  const admin = world.organizations[0]?.members.find((member) => member.role === 'admin');
  return { sequence: planter.sequence(), caller: users.get(admin?.email ?? '') ?? '' };
}

/** Ids by key. */
interface Planted {
  readonly spaces: ReadonlyMap<string, string>;
  readonly sites: ReadonlyMap<string, string>;
}

function plantOrganization(store: Store, planter: Planter, world: WorldOrganization, users: Map<string, string>): Planted {
  const { put, tick } = planter;
  const { title, logo, emailDomains, hostname, defaultRole, sso, ai, inviteLinks, shown } = world;
  const organization = world.id;
  const picture = logo === undefined ? {} : { logo };
  const settings = {
    ...{ title, ...picture, emailDomains, defaultRole, sso, ai, inviteLinks },
    ...{ type: 'business', plan: 'pro_2024', createdAt: tick() },
    ...(shown === undefined ? {} : { shown }),
  };
  const record: OrganizationRecord = hostname === undefined ? settings : { ...settings, hostname };
  const hostKey = hostname === undefined ? {} : { uniqueKey: uniqueKey('hostname', '', hostname.toLowerCase()) };
  put('organization', { parent: '', id: organization, scope: '', ...hostKey }, record);
  for (const { id, role } of world.linkInvites) put('link-invite', { parent: organization, id }, { role });
  plantPeople(planter, world, users);
  const fields = new Map<string, string>();
  for (const field of world.customFields) {
    const key = uniqueKey('custom-field', organization, field.name);
    fields.set(
      field.name,
      put('custom-field', { parent: organization, uniqueKey: key }, { ...field, createdAt: tick(), updatedAt: tick() }),
    );
  }
  const spaces = plantContent(planter, world, fields);
  for (const spec of world.openApiSpecs) plantSpec(planter, organization, spec);
  for (const { id, title: name, languages } of world.translations) {
    put('translation', { parent: organization, id }, { title: name, languages, createdAt: tick(), updatedAt: tick() });
  }
  const sites = new Map(world.sites.map((site) => [site.key, plantSite(planter, { organization, spaces }, site)]));
  const home = store.find('organization', organization);
  const defaultSite = sites.get(world.defaultContent ?? '');
  if (home && defaultSite !== undefined) store.replace(home, { ...home, data: { ...record, defaultSite } });
  return { spaces, sites };
}

/** A user keeps one id through all organizations. */
function plantPeople({ put, tick, newId }: Planter, world: WorldOrganization, users: Map<string, string>): void {
  const organization = world.id;
  const idOf = (email: string, given?: string): string => {
    const id = users.get(email) ?? given ?? newId();
    users.set(email, id);
    return id;
  };
  for (const { email, id, displayName, role, sso = false, shown } of world.members satisfies readonly WorldMember[]) {
    const key = uniqueKey('member', organization, email.toLowerCase());
    const joinedAt = tick();
    const seen = { ...(role === null ? {} : { lastSeenAt: joinedAt }), ...(shown === undefined ? {} : { shown }) };
    put('member', { parent: organization, id: idOf(email, id), uniqueKey: key }, { email, displayName, role, joinedAt, sso, ...seen });
  }
  const teams = new Map<string, string>();
  for (const { key, id, title, members } of world.teams) {
    const team = put('team', { parent: organization, id }, { title, createdAt: tick() });
    teams.set(key, team);
    for (const { email, role } of members) put('team-member', { parent: team, id: idOf(email), target: organization }, { role });
  }
  for (const { key: _, id, defaultTeam, ...provider } of world.samlProviders) {
    const team = teams.get(defaultTeam ?? '');
    const data = { ...provider, createdAt: tick() };
    put('saml-provider', { parent: organization, id, target: team ?? '' }, team === undefined ? data : { ...data, defaultTeam: team });
  }
}

/** Collections and spaces; answers with the ids of the spaces by key. */
function plantContent({ put, tick, newId }: Planter, world: WorldOrganization, fields: ReadonlyMap<string, string>): Map<string, string> {
  const scope = world.id;
  const collections = new Map<string, string>();
  const parentOf = (key: string | null): string => (key === null ? undefined : collections.get(key)) ?? scope;
  for (const { key, id, parent, title, description, defaultLevel } of world.collections) {
    const data = { title, defaultLevel, ...(description === undefined ? {} : { description }) };
    collections.set(key, put('collection', { parent: parentOf(parent), id, scope, order: 'content' }, data));
  }
  const spaces = new Map<string, string>();
  const dataOf = ({ title, emoji, defaultLevel, editMode = 'live', fields: named = {}, shown }: WorldSpace): SpaceRecord => {
    const values: { [fieldId: string]: FieldValue } = {};
    for (const [name, value] of Object.entries(named)) values[fields.get(name) ?? name] = value;
    const more = shown === undefined ? {} : { shown };
    return { title, emoji, defaultLevel, editMode, values, createdAt: tick(), updatedAt: tick(), revision: newId(), ...more };
  };
  for (const space of world.spaces) {
    const { id, key, collection } = space;
    spaces.set(key, put('space', { parent: parentOf(collection), id, scope, order: 'content' }, dataOf(space)));
  }
  for (const space of world.trash ?? []) {
    const { id, collection, deletedAt } = space;
    put('trashed-space', { parent: parentOf(collection), id, scope, order: 'content' }, { ...dataOf(space), deletedAt });
  }
  return spaces;
}

function plantSpec({ put, tick, newId }: Planter, organization: string, { slug, ...source }: WorldSpec): void {
  const lastVersion = newId();
  const createdAt = tick();
  const fetched = 'url' in source ? { sourceURL: source.url } : {};
  const errorCode = errorOf(source);
  const data = { slug, createdAt, updatedAt: createdAt, ...fetched, lastVersion, ...(errorCode === undefined ? {} : { errorCode }) };
  const spec = put('openapi-spec', { parent: organization, uniqueKey: uniqueKey('openapi-spec', organization, slug) }, data);
  put('openapi-version', { parent: spec, id: lastVersion }, { createdAt, ...source });
}
