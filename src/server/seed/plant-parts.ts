/** Parts of an organization. */

import { defined } from '../answers/defined.ts';
import type { CustomFieldRecord, FieldValue, OrganizationRecord, SpaceRecord } from '../records.ts';
import { errorOf } from '../rules/openapi.ts';
import { uniqueKey } from '../rules/require.ts';
import { type Bed, containerOf, userIdOf } from './planter.ts';
import type {
  WorldCollection,
  WorldCustomField,
  WorldLinkInvite,
  WorldMember,
  WorldSamlProvider,
  WorldSettings,
  WorldSpace,
  WorldSpec,
  WorldTeam,
  WorldTranslation,
  WorldTrashedSpace,
} from './world.ts';

export function plantOrganization({ put, tick, organization: id }: Bed, world: WorldSettings): void {
  const { title, logo, emailDomains, hostname, defaultRole, sso, ai, inviteLinks, shown } = world;
  const record: OrganizationRecord = {
    ...{ title, ...defined({ logo }), emailDomains, defaultRole, sso, ai, inviteLinks },
    ...{ type: 'business', plan: 'pro_2024', createdAt: tick() },
    ...defined({ shown, hostname }),
  };
  const key = hostname === undefined ? {} : { uniqueKey: uniqueKey('hostname', '', hostname.toLowerCase()) };
  put('organization', { parent: '', id, scope: '', ...key }, record);
}

/** Sites refer to their organization, and it to one of them. */
export function setDefaultSite({ store, organization, sites }: Bed, { defaultContent = '' }: WorldSettings): void {
  const row = store.find('organization', organization);
  const defaultSite = sites.get(defaultContent);
  if (row && defaultSite !== undefined) store.replace(row, { ...row, data: { ...row.data, defaultSite } });
}

export function plantLinkInvites({ put, organization }: Bed, invites: readonly WorldLinkInvite[]): void {
  for (const { id, role } of invites) put('link-invite', { parent: organization, id }, { role });
}

export function plantMembers(bed: Bed, members: readonly WorldMember[]): void {
  for (const { email, id, displayName, role, sso = false, shown } of members) {
    const key = uniqueKey('member', bed.organization, email.toLowerCase());
    const joinedAt = bed.tick();
    const seen = defined({ lastSeenAt: role === null ? undefined : joinedAt, shown });
    const placing = { parent: bed.organization, id: userIdOf(bed, email, id), uniqueKey: key };
    bed.put('member', placing, { email, displayName, role, joinedAt, sso, ...seen });
  }
}

export function plantTeams(bed: Bed, teams: readonly WorldTeam[]): void {
  for (const { key, id, title, members } of teams) {
    const team = bed.put('team', { parent: bed.organization, id }, { title, createdAt: bed.tick() });
    bed.teams.set(key, team);
    for (const { email, role } of members)
      bed.put('team-member', { parent: team, id: userIdOf(bed, email), target: bed.organization }, { role });
  }
}

export function plantSamlProviders({ put, tick, organization, teams }: Bed, providers: readonly WorldSamlProvider[]): void {
  for (const { key: _, id, defaultTeam: teamKey = '', ...provider } of providers) {
    const defaultTeam = teams.get(teamKey);
    const data = { ...provider, createdAt: tick(), ...defined({ defaultTeam }) };
    put('saml-provider', { parent: organization, id, target: defaultTeam ?? '' }, data);
  }
}

export function plantCustomFields({ put, tick, organization, fields }: Bed, customFields: readonly WorldCustomField[]): void {
  for (const field of customFields) {
    const key = uniqueKey('custom-field', organization, field.name);
    const data: CustomFieldRecord = { ...field, createdAt: tick(), updatedAt: tick() };
    fields.set(field.name, put('custom-field', { parent: organization, uniqueKey: key }, data));
  }
}

export function plantCollections(bed: Bed, collections: readonly WorldCollection[]): void {
  for (const { key, id, parent, title, description, defaultLevel } of collections) {
    const placing = { parent: containerOf(bed, parent), id, scope: bed.organization, order: 'content' };
    bed.collections.set(key, bed.put('collection', placing, { title, defaultLevel, ...defined({ description }) }));
  }
}

export function plantSpaces(bed: Bed, spaces: readonly WorldSpace[]): void {
  for (const space of spaces) {
    const { id, key, collection } = space;
    const placing = { parent: containerOf(bed, collection), id, scope: bed.organization, order: 'content' };
    bed.spaces.set(key, bed.put('space', placing, spaceRecord(bed, space)));
  }
}

export function plantTrash(bed: Bed, trash: readonly WorldTrashedSpace[]): void {
  for (const space of trash) {
    const { id, collection, deletedAt } = space;
    const placing = { parent: containerOf(bed, collection), id, scope: bed.organization, order: 'content' };
    bed.put('trashed-space', placing, { ...spaceRecord(bed, space), deletedAt });
  }
}

function spaceRecord({ fields, tick, newId }: Bed, world: WorldSpace): SpaceRecord {
  const { title, emoji, defaultLevel, editMode = 'live', fields: named = {}, shown } = world;
  const values: { [fieldId: string]: FieldValue } = {};
  for (const [name, value] of Object.entries(named)) values[fields.get(name) ?? name] = value;
  const times = { createdAt: tick(), updatedAt: tick() };
  return { title, emoji, defaultLevel, editMode, values, ...times, revision: newId(), ...defined({ shown }) };
}

export function plantSpecs({ put, tick, newId, organization }: Bed, specs: readonly WorldSpec[]): void {
  for (const { slug, ...source } of specs) {
    const lastVersion = newId();
    const createdAt = tick();
    const fetched = 'url' in source ? { sourceURL: source.url } : {};
    const data = { slug, createdAt, updatedAt: createdAt, ...fetched, lastVersion, ...defined({ errorCode: errorOf(source) }) };
    const spec = put('openapi-spec', { parent: organization, uniqueKey: uniqueKey('openapi-spec', organization, slug) }, data);
    put('openapi-version', { parent: spec, id: lastVersion }, { createdAt, ...source });
  }
}

export function plantTranslations({ put, tick, organization }: Bed, translations: readonly WorldTranslation[]): void {
  for (const { id, title, languages } of translations)
    put('translation', { parent: organization, id }, { title, languages, createdAt: tick(), updatedAt: tick() });
}
