/** Reads who can access what: the organization, members with their spaces, collections, permissions, and sites with their share links. */
import type {
  AccessFacts,
  Level,
  MemberFact,
  OrganizationFact,
  PermissionFact,
  PermissionPlace,
  SiteFact,
  SpaceFact,
  TeamFact,
  Unknown,
} from '../../../access/facts.ts';
import { listCollections } from '../../../contract/2025-06/collections.ts';
import { listMemberSpaces, listMembers, listMemberTeams } from '../../../contract/2025-06/organization-members.ts';
import { getOrganization } from '../../../contract/2025-06/organizations.ts';
import { listShareLinks } from '../../../contract/2025-06/share-links.ts';
import { listSections } from '../../../contract/2025-06/site-sections.ts';
import { listSiteSpaces } from '../../../contract/2025-06/site-spaces.ts';
import { listSites } from '../../../contract/2025-06/sites.ts';
import { type Call, createCall } from '../../../contract/endpoint.ts';
import { requireDefinition } from '../gathering.ts';
import type { Definitions } from '../mentions.ts';
import { contractViolationReason, createReader, type LiveClient, type Progress, type Reader } from '../reader.ts';
import { isAdmin } from '../walk.ts';
import {
  decodeActiveFlag,
  decodeCollection,
  decodeLinkInviteRole,
  decodeMember,
  decodeOrganization,
  decodePermission,
  decodeReachedSpace,
  decodeSectionCondition,
  decodeShownSpace,
  decodeSite,
  decodeTeam,
  type ReachedSpace,
} from './decode.ts';

interface AccessScope {
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
  return { organization: about, ...people, collections, sites, unknown: [...unknown].sort(comparePlaces) };
}

/** The order of responses varies. */
function comparePlaces(a: Unknown, b: Unknown): number {
  const [left, right] = [a, b].map(({ what, of = '', why }) => `${what} ${of} ${why}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

async function readOrganization(reading: AccessReading): Promise<OrganizationFact & { isAdmin: boolean }> {
  const { reader, organization, unknown } = reading;
  const finding = await reader.find(createCall(getOrganization, { path: { organizationId: organization } }));
  if ('reply' in finding) return { ...decodeOrganization(organization, finding.reply), isAdmin: isAdmin(finding) };
  if ([403, 404].includes(finding.failure.status ?? 0)) throw finding.failure;
  unknown.push({ what: 'organization', why: 'unknown' in finding ? finding.unknown : 'not found' });
  return { id: organization, isAdmin: false };
}

async function readPeople(reading: AccessReading, { who }: AccessScope) {
  // The list of one admin has all spaces.
  const query = who === null ? { role: 'admin' as const } : who === undefined ? {} : { search: who };
  const target = createCall(listMembers, { path: { organizationId: reading.organization }, query });
  const { items: members } = await readAndDecodeList(reading, target, { what: 'members' }, decodeMember);
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

async function readCollections(reading: AccessReading, { who }: AccessScope, isAll: boolean) {
  if (who === null) return [];
  const target = createCall(listCollections, { path: { organizationId: reading.organization } });
  const { items, isWhole } = await readAndDecodeList(reading, target, { what: 'collections' }, decodeCollection);
  // The spaces of one person do not depend on collections.
  if (isWhole && !isAll && typeof who !== 'string')
    reading.unknown.push({ what: 'collections', why: 'only an admin can see all collections' });
  return items;
}

async function readSites(reading: AccessReading, { hasSiteParts }: AccessScope): Promise<readonly SiteFact[]> {
  const target = createCall(listSites, { path: { organizationId: reading.organization } });
  const { items } = await readAndDecodeList(reading, target, { what: 'sites' }, decodeSite);
  return hasSiteParts ? Promise.all(items.map((site) => readSiteParts(reading, site))) : items;
}

async function readSiteParts(reading: AccessReading, site: SiteFact): Promise<SiteFact> {
  const path = { organizationId: reading.organization, siteId: site.id };
  const of = site.id;
  const [sections, links] = await Promise.all([
    readAndDecodeList(reading, createCall(listSections, { path }), { what: 'site-spaces', of }, decodeSectionCondition),
    readAndDecodeList(reading, createCall(listShareLinks, { path }), { what: 'share-links', of }, decodeActiveFlag),
  ]);
  const conditions = new Map(sections.items.map(({ id, condition }) => [id, condition]));
  const decode = (item: unknown) => decodeShownSpace(item, (section) => conditions.get(section));
  const shown = await readAndDecodeList(
    reading,
    createCall(listSiteSpaces, { path }),
    { what: 'site-spaces', of },
    decode,
  );
  const active = links.items.filter((isActive) => isActive).length;
  return {
    ...site,
    ...(shown.isWhole && sections.isWhole ? { spaces: shown.items } : {}),
    ...(links.isWhole ? { shareLinks: { active, all: links.items.length } } : {}),
  };
}

export async function readPermissions(
  client: LiveClient,
  {
    organization,
    places,
    members,
    definitions,
  }: {
    organization: string;
    places: readonly PermissionPlace[];
    members: readonly MemberFact[];
    definitions: Definitions;
  },
) {
  const reading: AccessReading = { reader: createReader(client), organization, unknown: [] };
  const emails = new Map(members.map(({ id, email }) => [id, email]));
  const read = async (place: PermissionPlace, to: PermissionFact['to']) => {
    const { reading: by, parents } = requireDefinition({ definitions }, `${to}-permission`);
    if (by.by !== 'list' || parents?.includes(place.kind) !== true) return [];
    const up = (kind: string) => (kind === place.kind ? place.id : '');
    const target = by.call({ organization, parentId: place.id, up });
    const decode = (item: unknown) => decodePermission(item, by.decode);
    const { items } = await readAndDecodeList(reading, target, { what: 'permissions', of: place.id }, decode);
    return items.map(({ id, name, level }): PermissionFact => ({ place, to, id, name: emails.get(id) ?? name, level }));
  };
  const found = await Promise.all(places.flatMap((place) => [read(place, 'team'), read(place, 'member')]));
  return { permissions: found.flat(), unknown: reading.unknown };
}

/** The roles of the link invites. Undefined: the platform cannot list them, or the list is incomplete. */
export async function readLinkInvites(
  client: LiveClient,
  { organization, definitions }: { organization: string; definitions: Definitions },
) {
  const reading: AccessReading = { reader: createReader(client), organization, unknown: [] };
  const { reading: by } = requireDefinition({ definitions }, 'link-invite');
  if (by.by !== 'list') return { linkInvites: undefined, unknown: [] };
  const target = by.call({ organization, parentId: '', up: () => '' });
  const { items, isWhole } = await readAndDecodeList(reading, target, { what: 'link-invites' }, decodeLinkInviteRole);
  const linkInvites = isWhole ? items.map(({ role }) => role) : undefined;
  return { linkInvites, unknown: reading.unknown };
}

interface Reach {
  spaces: Map<string, SpaceFact>;
  known: WeakMap<readonly ReachedSpace[], ReadonlyMap<string, Level>>;
}

/** If the platform refuses these first lists, the others are not requested. */
const firstFew = 3;

async function readMemberSpaces(reading: AccessReading, members: readonly MemberFact[]) {
  const reach: Reach = { spaces: new Map(), known: new WeakMap() };
  // The lists of admins have all spaces.
  const inTurn = [...members].sort((a, b) => Number(b.role === 'admin') - Number(a.role === 'admin'));
  const first = inTurn.slice(0, firstFew);
  const tried = await Promise.all(first.map((member) => readSpacesOfMember(reading, member, reach)));
  const rest = inTurn.slice(firstFew);
  if (tried.length === firstFew && tried.every(({ isRefused }) => isRefused)) {
    for (const { id } of rest)
      reading.unknown.push({
        what: 'member-spaces',
        of: id,
        why: 'not requested, because the platform refused the first lists',
      });
    return { members, spaces: [...reach.spaces.values()] };
  }
  const read = [...tried, ...(await Promise.all(rest.map((member) => readSpacesOfMember(reading, member, reach))))];
  const byId = new Map(read.map(({ member }) => [member.id, member]));
  return { members: members.map((member) => byId.get(member.id) ?? member), spaces: [...reach.spaces.values()] };
}

async function readSpacesOfMember(reading: AccessReading, member: MemberFact, reach: Reach) {
  const target = createCall(listMemberSpaces, { path: { organizationId: reading.organization, userId: member.id } });
  const { items, isWhole, isRefused } = await readAndDecodeList(
    reading,
    target,
    { what: 'member-spaces', of: member.id },
    decodeReachedSpace,
  );
  const reached = decodeReachedSpaces(items, reach);
  return { member: isWhole || reached.size > 0 ? { ...member, reached } : member, isRefused };
}

function decodeReachedSpaces(items: readonly ReachedSpace[], { spaces, known }: Reach) {
  const found = known.get(items);
  if (found !== undefined) return found;
  const reached = new Map<string, Level>();
  for (const item of items) {
    if (item === 'deleted') continue;
    const space = spaces.get(item.space.id) ?? item.space;
    spaces.set(space.id, space);
    reached.set(space.id, item.level);
  }
  known.set(items, reached);
  return reached;
}

/** Teams by member id. Unreadable lists are missing, with an entry in `unknown`. */
export async function readMemberTeams(client: LiveClient, organization: string, members: readonly MemberFact[]) {
  const reading: AccessReading = { reader: createReader(client), organization, unknown: [] };
  const teams = new Map<string, readonly TeamFact[]>();
  await Promise.all(
    members.map(async ({ id }) => {
      const target = createCall(listMemberTeams, { path: { organizationId: organization, userId: id } });
      const { items, isWhole } = await readAndDecodeList(reading, target, { what: 'member-teams', of: id }, decodeTeam);
      if (isWhole) teams.set(id, items);
    }),
  );
  return { teams, unknown: reading.unknown };
}

interface AccessReading {
  readonly reader: Pick<Reader, 'listOnce' | 'find'>;
  readonly organization: string;
  readonly unknown: Unknown[];
}

/** Nothing else is cached, because lists of spaces are long. By items and decoder, so that equal lists are decoded once. */
const decodedLists = new WeakMap<readonly unknown[], WeakMap<(item: unknown) => unknown, readonly unknown[]>>();

function decodeCached<T>(items: readonly unknown[], decode: (item: unknown) => T | undefined) {
  const known = decodedLists.get(items) ?? new WeakMap<(item: unknown) => unknown, readonly unknown[]>();
  decodedLists.set(items, known);
  const found = known.get(decode) ?? items.flatMap((item) => decode(item) ?? []);
  known.set(decode, found);
  return found as readonly T[];
}

/** `decode` returns undefined for items that violate the contract. Without `isWhole`, the list is incomplete, with an entry in `unknown`. */
async function readAndDecodeList<T>(
  { reader, unknown }: AccessReading,
  target: Call,
  place: Omit<Unknown, 'why'>,
  decode: (item: unknown) => T | undefined,
) {
  const listing = await reader.listOnce(target);
  const items = decodeCached(listing.items, decode);
  const misfits = listing.items.length - items.length;
  const why = listing.unknown ?? (misfits > 0 ? contractViolationReason(misfits) : undefined);
  if (why !== undefined) unknown.push({ ...place, why });
  return { items, isWhole: why === undefined, isRefused: listing.failure?.status === 403 };
}
