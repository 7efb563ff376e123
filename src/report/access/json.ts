/** Access as a JSON document: people, spaces with groups of people, and sites. */
import type { AccessGroup, SpaceAccess } from '../../access/access.ts';
import type { MemberFact, PermissionFact, ShownSpace, SiteFact } from '../../access/facts.ts';
import { defined } from '../../core/defined.ts';
import { tokenDocument } from '../origin.ts';
import { jsonText } from '../sanitize.ts';
import { type AccessReport, holderName, permissionsAt, personName, reasonText, unknownName } from './words.ts';

export function accessJson(report: AccessReport & { readonly requests: number }): string {
  const { access, host, requests, who, origin } = report;
  const { organization } = access;
  const document = {
    schemaVersion: 1,
    kind: 'access',
    version: origin.version,
    readAt: origin.readAt,
    revision: origin.commit ?? null,
    token: { ...tokenDocument(origin.token), permissions: access.organization.permissions ?? null },
    host,
    organization: {
      id: organization.id,
      title: organization.title ?? null,
      ...defined({ defaultRole: organization.defaultRole }),
      emailDomains: organization.emailDomains ?? null,
      isSsoEnforced: organization.hasEnforcedSso ?? null,
      hasInviteLinks: organization.hasInviteLinks ?? null,
    },
    scope: who === undefined ? 'everybody' : who === null ? 'public' : 'person',
    isComplete: access.unknown.length === 0,
    requests,
    people: access.members.map((member) => personDocument(report, member)),
    spaces: access.spaces.map((space) => spaceDocument(report, space)),
    sites: access.sites.map((site) => siteDocument(report, site)),
    unknown: access.unknown.map((unknown) => ({ what: unknownName(report, unknown), why: unknown.why })),
  };
  return jsonText(document);
}

function personDocument(report: AccessReport, member: MemberFact) {
  const { access, isRedacted } = report;
  const address = access.addressOf('member', member.id);
  return {
    id: member.id,
    ...(isRedacted ? {} : { email: member.email ?? null, address: address ?? null }),
    // null is a guest. Missing: not reported.
    ...defined({ role: member.role }),
    isDisabled: member.isDisabled,
    isSso: member.isSso,
    isKnown: !access.unknownMembers.some(({ id }) => id === member.id),
    ...defined({ teams: member.teams && teamDocuments(member.teams) }),
  };
}

function teamDocuments(teams: NonNullable<MemberFact['teams']>) {
  return teams.map(({ id, title, role, spaceCount }) => ({
    id,
    title,
    role: role ?? null,
    spaces: spaceCount ?? null,
  }));
}

function spaceDocument(report: AccessReport, space: SpaceAccess) {
  const { access } = report;
  return {
    id: space.id,
    title: space.title,
    address: access.addressOf('space', space.id) ?? null,
    collection:
      space.parent === null ? null : { id: space.parent, title: access.collectionOf(space.parent)?.title ?? null },
    ...defined({ defaultLevel: space.defaultLevel }),
    visibility: space.visibility ?? null,
    openedBy: space.opening,
    access: space.groups.map((group) => groupDocument(report, space, group)),
    sites: space.sites.map(({ id }) => id),
  };
}

function groupDocument(report: AccessReport, space: SpaceAccess, group: AccessGroup) {
  const { level, reason, members, teams } = group;
  return {
    ...{ level, reason, why: reasonText(report.access, space, group) },
    ...(reason === 'grant'
      ? { teams: teams === undefined ? null : teams.map(({ id, title }) => ({ id, title })) }
      : {}),
    ...defined({ permissions: group.permissions?.map((each) => permissionDocument(report, each)) }),
    members: members.map((member) => personName(report, member)),
  };
}

function permissionDocument(report: AccessReport, permission: PermissionFact) {
  const { to, id, level, place } = permission;
  return { to, id, name: holderName(report, permission), level, place };
}

function siteDocument(report: AccessReport, site: SiteFact) {
  const { access } = report;
  return {
    id: site.id,
    title: site.title,
    address: access.addressOf('site', site.id) ?? null,
    visibility: site.visibility,
    isPublished: site.isPublished ?? null,
    shareLinks: site.shareLinks ?? null,
    spaces: site.spaces?.map((shown) => shownDocument(access, shown)) ?? null,
    ...defined({ permissions: permissionsAt(access, site.id)?.map((each) => permissionDocument(report, each)) }),
  };
}

function shownDocument(access: AccessReport['access'], { space, title, conditions }: ShownSpace) {
  const address = space === undefined ? undefined : access.addressOf('space', space);
  return { id: space ?? null, title, address: address ?? null, conditions };
}
