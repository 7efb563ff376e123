/** Access as a JSON document, and as CSV: one line for each person and space, and for each audience of a site. */
import type { AccessGroup, SpaceAccess } from '../../access/access.ts';
import {
  audiences,
  type MemberFact,
  type PermissionFact,
  type ShownSpace,
  type SiteFact,
  type TeamFact,
} from '../../access/facts.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { tokenDocument } from '../parts/origin.ts';
import { type Cell, csvLines, jsonText, orNull } from '../wording/sanitize.ts';
import {
  type AccessReport,
  holderName,
  isOpenItself,
  levelText,
  linksText,
  permissionsAt,
  personName,
  reasonText,
  unknownName,
} from './words.ts';

export function accessJson(report: AccessReport & { readonly requests: number }): string {
  const { access, host, requests, who, origin } = report;
  const {
    id,
    title,
    defaultRole,
    emailDomains,
    hasEnforcedSso: isSsoEnforced,
    hasInviteLinks,
    linkInvites,
  } = access.organization;
  const { version, readAt, commit: revision } = origin;
  return jsonText({
    schemaVersion: 1,
    kind: 'access',
    ...orNull({ version, readAt, revision }),
    token: { ...tokenDocument(origin.token), permissions: access.organization.permissions ?? null },
    host,
    organization: {
      ...orNull({ id, title }),
      ...withoutUndefined({ defaultRole }),
      ...orNull({ emailDomains, isSsoEnforced, hasInviteLinks }),
      // The role of each link. Missing: not listed.
      ...withoutUndefined({ linkInvites }),
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
    ...withoutUndefined({ role }),
    isDisabled,
    isSso,
    isKnown: !access.unknownMembers.some((each) => each.id === id),
    ...withoutUndefined({ teams: teams?.map(teamDocument) }),
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
    ...withoutUndefined({ defaultLevel }),
    ...orNull({ visibility }),
    openedBy: space.opening,
    access: space.groups.map((group) => groupDocument(report, space, group)),
    sites: space.sites.map((site) => site.id),
  };
}

function groupDocument(report: AccessReport, space: SpaceAccess, group: AccessGroup) {
  const { level, reason, members, teams } = group;
  return {
    level,
    reason,
    why: reasonText(report.access, space, group),
    ...(reason === 'grant' ? { teams: teams?.map(({ id, title }) => ({ id, title })) ?? null } : {}),
    ...withoutUndefined({ permissions: group.permissions?.map((each) => permissionDocument(report, each)) }),
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
    ...withoutUndefined({ permissions: permissionsAt(access, id)?.map((each) => permissionDocument(report, each)) }),
  };
}

function shownDocument({ addressOf }: AccessReport['access'], { space: id, title, conditions }: ShownSpace) {
  return orNull({ id, title, address: id === undefined ? undefined : addressOf('space', id), conditions });
}

const headings = ['who', 'role', 'disabled', 'sso', 'kind', 'title', 'address', 'id', 'level', 'reason', 'detail'];

/** In pieces, because the table of a large organization can exceed the maximum string length. */
export function* accessCsv(report: AccessReport): Generator<string> {
  yield csvLines([headings, headRow(report)]);
  for (const space of report.access.spaces) yield csvLines(spaceRows(report, space));
  for (const site of report.access.sites) yield csvLines(siteRows(report, site));
  yield csvLines(openRows(report));
  yield csvLines(
    report.access.unknown.map((unknown) => [
      '',
      ...noFacts,
      'unknown',
      unknownName(report, unknown),
      '',
      unknown.of,
      'unknown',
      'unknown',
      unknown.why,
    ]),
  );
}

type Row = readonly Cell[];

/** The organization, and when and how it was read. One row, so that two reports differ in one line by that. */
function headRow({ access, host, origin: { readAt, version, commit } }: AccessReport): Row {
  const { id, title } = access.organization;
  const detail = [`host ${host}`, `docform ${version}`, ...(commit === undefined ? [] : [`commit ${commit}`])];
  return ['', ...noFacts, 'organization', title, '', id, '', `read at ${readAt}`, detail.join(', ')];
}

/** Role, disabled and SSO of a row without a person. */
const noFacts: Row = ['', '', ''];

function person(report: AccessReport, member: MemberFact): Row {
  const role = member.role === null ? 'guest' : member.role;
  return [personName(report, member), role, member.isDisabled, member.isSso];
}

function spaceRows(report: AccessReport, space: AccessReport['access']['spaces'][number]): readonly Row[] {
  const { access } = report;
  const address = access.addressOf('space', space.id);
  return space.groups.flatMap((group) => {
    const why = reasonText(access, space, group);
    return group.members.map((member) => [
      ...person(report, member),
      'space',
      space.title,
      address,
      space.id,
      group.level,
      group.reason,
      why,
    ]);
  });
}

function siteRows(report: AccessReport, site: SiteFact): readonly Row[] {
  const { access } = report;
  const isOpen = site.isPublished !== false;
  const audience = isOpen ? (audiences[site.visibility] ?? site.visibility) : 'only people with an account';
  const own: Row = ['site', site.title, access.addressOf('site', site.id), site.id];
  const level = isOpen ? 'read' : 'none';
  const notes = [...(isOpen ? [] : ['not published']), linksText(site)].filter((note) => note !== undefined);
  const shown = site.spaces ?? [];
  return [
    [audience, ...noFacts, ...own, level, `visibility ${site.visibility}`, notes.join(', ')],
    ...(permissionsAt(access, site.id) ?? []).map((each): Row => {
      return [holderName(report, each), ...noFacts, ...own, levelText(each), 'permission', `${each.to} permission`];
    }),
    ...distinct(shown).map(({ space, title, conditions }) => {
      const address = space === undefined ? undefined : access.addressOf('space', space);
      const detail = [`shown by ${site.title}`, ...conditions.map((condition) => `if ${condition}`)].join(', ');
      return [audience, ...noFacts, 'space', title, address, space, level, `visibility ${site.visibility}`, detail];
    }),
  ];
}

/** A space that a site shows twice with equal conditions is one line. */
function distinct(shown: readonly ShownSpace[]): readonly ShownSpace[] {
  return [
    ...new Map(shown.map((each) => [JSON.stringify([each.space ?? each.title, each.conditions]), each])).values(),
  ];
}

function openRows({ access }: AccessReport): readonly Row[] {
  return access.spaces
    .filter(isOpenItself)
    .map(({ id, title, visibility = '' }) => [
      audiences[visibility] ?? visibility,
      ...noFacts,
      'space',
      title,
      access.addressOf('space', id),
      id,
      'read',
      `visibility ${visibility}`,
      'open without a site',
    ]);
}
