/** Access as a JSON document: people, spaces with groups of people, and sites. */
import type { AccessGroup, SpaceAccess } from '../../access/access.ts';
import type { MemberFact, PermissionFact, ShownSpace, SiteFact, TeamFact } from '../../access/facts.ts';
import { defined } from '../../core/defined.ts';
import { tokenDocument } from '../origin.ts';
import { jsonText, orNull } from '../sanitize.ts';
import { type AccessReport, holderName, permissionsAt, personName, reasonText, unknownName } from './words.ts';

export function accessJson(report: AccessReport & { readonly requests: number }): string {
  const { access, host, requests, who, origin } = report;
  const { id, title, defaultRole, emailDomains, hasEnforcedSso: isSsoEnforced, hasInviteLinks } = access.organization;
  const { version, readAt, commit: revision } = origin;
  return jsonText({
    ...{ schemaVersion: 1, kind: 'access', ...orNull({ version, readAt, revision }) },
    token: { ...tokenDocument(origin.token), permissions: access.organization.permissions ?? null },
    host,
    organization: {
      ...orNull({ id, title }),
      ...defined({ defaultRole }),
      ...orNull({ emailDomains, isSsoEnforced, hasInviteLinks }),
    },
    scope: who === undefined ? 'everybody' : who === null ? 'public' : 'person',
    isComplete: access.unknown.length === 0,
    requests,
    people: access.members.map((member) => personDocument(report, member)),
    spaces: access.spaces.map((space) => spaceDocument(report, space)),
    sites: access.sites.map((site) => siteDocument(report, site)),
    unknown: access.unknown.map((unknown) => ({ what: unknownName(report, unknown), why: unknown.why })),
  });
}

function personDocument({ access, isRedacted }: AccessReport, member: MemberFact) {
  const { id, email, role, isDisabled, isSso, teams } = member;
  return {
    id,
    ...(isRedacted ? {} : orNull({ email, address: access.addressOf('member', id) })),
    // null is a guest. Missing: not reported.
    ...defined({ role }),
    ...{ isDisabled, isSso, isKnown: !access.unknownMembers.some((each) => each.id === id) },
    ...defined({ teams: teams?.map(teamDocument) }),
  };
}

function teamDocument({ id, title, role, spaceCount: spaces }: TeamFact) {
  return orNull({ id, title, role, spaces });
}

function spaceDocument(report: AccessReport, space: SpaceAccess) {
  const { access } = report;
  const { id, title, parent, defaultLevel, visibility } = space;
  return {
    ...orNull({ id, title, address: access.addressOf('space', id) }),
    collection: parent === null ? null : orNull({ id: parent, title: access.collectionOf(parent)?.title }),
    ...defined({ defaultLevel }),
    ...orNull({ visibility }),
    openedBy: space.opening,
    access: space.groups.map((group) => groupDocument(report, space, group)),
    sites: space.sites.map((site) => site.id),
  };
}

function groupDocument(report: AccessReport, space: SpaceAccess, group: AccessGroup) {
  const { level, reason, members, teams } = group;
  return {
    ...{ level, reason, why: reasonText(report.access, space, group) },
    ...(reason === 'grant' ? { teams: teams?.map(({ id, title }) => ({ id, title })) ?? null } : {}),
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
  const { id, title, visibility, isPublished, shareLinks } = site;
  const spaces = site.spaces?.map((shown) => shownDocument(access, shown));
  return {
    ...orNull({ id, title, address: access.addressOf('site', id), visibility, isPublished, shareLinks, spaces }),
    ...defined({ permissions: permissionsAt(access, id)?.map((each) => permissionDocument(report, each)) }),
  };
}

function shownDocument({ addressOf }: AccessReport['access'], { space: id, title, conditions }: ShownSpace) {
  return orNull({ id, title, address: id === undefined ? undefined : addressOf('space', id), conditions });
}
