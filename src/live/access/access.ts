/** Reads who can access what: the organization, members with their spaces, collections, permissions, and sites with their share links. */
import type {
  AccessFacts,
  MemberFact,
  OrganizationFact,
  PermissionFact,
  PermissionPlace,
  SiteFact,
  Unknown,
} from '../../access/facts.ts';
import { listCollections } from '../../contract/collections.ts';
import { call } from '../../contract/endpoint.ts';
import { listMembers } from '../../contract/organization-members.ts';
import { getOrganization } from '../../contract/organizations.ts';
import { listShareLinks } from '../../contract/share-links.ts';
import { listSections } from '../../contract/site-sections.ts';
import { listSiteSpaces } from '../../contract/site-spaces.ts';
import { listSites } from '../../contract/sites.ts';
import { definitionIn } from '../gathering.ts';
import type { Definitions } from '../mentions.ts';
import { createReader, type LiveClient, type Progress } from '../reader.ts';
import { isAdmin } from '../visibility.ts';
import {
  collectionFact,
  isActiveLink,
  memberFact,
  organizationFact,
  permissionFact,
  sectionCondition,
  shownSpace,
  siteFact,
} from './decode.ts';
import { type AccessReading, readListed, readMemberSpaces } from './members.ts';

export interface AccessScope {
  /** An e-mail address; `null`: only public content. Missing: all members. */
  readonly who?: string | null;
  /** Whether to read the content of sites, and their share links. */
  readonly hasSiteParts: boolean;
}

/** Throws the client's error on a 401, or if the organization is refused or missing. All other failures become *unknown*. */
export async function readAccess(
  client: LiveClient,
  organization: string,
  scope: AccessScope,
  onProgress?: (progress: Progress) => void,
): Promise<AccessFacts> {
  const reading: AccessReading = { reader: createReader(client, onProgress), organization, unknown: [] };
  // Before everything else, because with a wrong organization all lists look empty.
  const { isAdmin, ...about } = await readOrganization(reading);
  const [people, collections, sites] = await Promise.all([
    readPeople(reading, scope),
    readCollections(reading, scope, isAdmin),
    readSites(reading, scope),
  ]);
  const { unknown } = reading;
  return { organization: about, ...people, collections, sites, unknown: [...unknown].sort(byPlace) };
}

/** The order of responses varies. */
function byPlace(a: Unknown, b: Unknown): number {
  const [left, right] = [a, b].map(({ what, of = '', why }) => `${what} ${of} ${why}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

async function readOrganization(reading: AccessReading): Promise<OrganizationFact & { isAdmin: boolean }> {
  const { reader, organization, unknown } = reading;
  const finding = await reader.find(call(getOrganization, { path: { organizationId: organization } }));
  if ('reply' in finding) return { ...organizationFact(organization, finding.reply), isAdmin: isAdmin(finding) };
  if ([403, 404].includes(finding.failure.status ?? 0)) throw finding.failure;
  unknown.push({ what: 'organization', why: 'unknown' in finding ? finding.unknown : 'not found' });
  return { id: organization, isAdmin: false };
}

async function readPeople(reading: AccessReading, { who }: AccessScope) {
  // The list of one admin has all spaces.
  const query = who === null ? { role: 'admin' as const } : who === undefined ? {} : { search: who };
  const members = await readMembers(reading, query);
  const isWanted = ({ email }: MemberFact) => who === undefined || email?.toLowerCase() === who?.toLowerCase();
  const wanted = who === null ? members.slice(0, 1) : members.filter(isWanted);
  const { members: read, spaces } = await readMemberSpaces(reading, wanted);
  const unread = new Set(
    reading.unknown.flatMap(({ what, of }) => (what === 'member-spaces' && of !== undefined ? [of] : [])),
  );
  const hasAll = read.some(({ id, role, reached }) => role === 'admin' && reached !== undefined && !unread.has(id));
  if (typeof who !== 'string' && !hasAll)
    reading.unknown.push({
      what: 'spaces',
      why: 'only the list of an admin contains all spaces, and no such list could be read',
    });
  return { members: who === null ? [] : read, spaces };
}

async function readMembers(reading: AccessReading, query: { role?: 'admin'; search?: string }): Promise<MemberFact[]> {
  const target = call(listMembers, { path: { organizationId: reading.organization }, query });
  return [...(await readListed(reading, target, { what: 'members' }, memberFact)).items];
}

async function readCollections(reading: AccessReading, { who }: AccessScope, isAll: boolean) {
  if (who === null) return [];
  const target = call(listCollections, { path: { organizationId: reading.organization } });
  const { items, isWhole } = await readListed(reading, target, { what: 'collections' }, collectionFact);
  // The spaces of one person do not depend on collections.
  if (isWhole && !isAll && typeof who !== 'string')
    reading.unknown.push({ what: 'collections', why: 'only an admin can see all collections' });
  return items;
}

async function readSites(reading: AccessReading, { hasSiteParts }: AccessScope): Promise<readonly SiteFact[]> {
  const target = call(listSites, { path: { organizationId: reading.organization } });
  const { items } = await readListed(reading, target, { what: 'sites' }, siteFact);
  return hasSiteParts ? Promise.all(items.map((site) => readSiteParts(reading, site))) : items;
}

export async function readSiteParts(reading: AccessReading, site: SiteFact): Promise<SiteFact> {
  const path = { organizationId: reading.organization, siteId: site.id };
  const of = site.id;
  const [sections, links] = await Promise.all([
    readListed(reading, call(listSections, { path }), { what: 'site-spaces', of }, sectionCondition),
    readListed(reading, call(listShareLinks, { path }), { what: 'share-links', of }, isActiveLink),
  ]);
  const conditions = new Map(sections.items.map(({ id, condition }) => [id, condition]));
  const decode = (item: unknown) => shownSpace(item, (section) => conditions.get(section));
  const shown = await readListed(reading, call(listSiteSpaces, { path }), { what: 'site-spaces', of }, decode);
  const active = links.items.filter((isActive) => isActive).length;
  return {
    ...site,
    ...(shown.isWhole && sections.isWhole ? { spaces: shown.items } : {}),
    ...(links.isWhole ? { shareLinks: { active, all: links.items.length } } : {}),
  };
}

interface Where {
  organization: string;
  places: readonly PermissionPlace[];
  members: readonly MemberFact[];
  definitions: Definitions;
}

export async function readPermissions(
  client: LiveClient,
  { organization, places, members, definitions }: Where,
): Promise<{ permissions: readonly PermissionFact[]; unknown: readonly Unknown[] }> {
  const reading: AccessReading = { reader: createReader(client), organization, unknown: [] };
  const emails = new Map(members.map(({ id, email }) => [id, email]));
  const read = async (place: PermissionPlace, to: PermissionFact['to']) => {
    const { reading: by, parents } = definitionIn({ definitions }, `${to}-permission`);
    if (by.by !== 'list' || parents?.includes(place.kind) !== true) return [];
    const up = (kind: string) => (kind === place.kind ? place.id : '');
    const target = by.call({ organization, parentId: place.id, up });
    const decode = (item: unknown) => permissionFact(item, by.decode);
    const { items } = await readListed(reading, target, { what: 'permissions', of: place.id }, decode);
    return items.map(({ id, name, level }): PermissionFact => ({ place, to, id, name: emails.get(id) ?? name, level }));
  };
  const found = await Promise.all(places.flatMap((place) => [read(place, 'team'), read(place, 'member')]));
  return { permissions: found.flat(), unknown: reading.unknown };
}
