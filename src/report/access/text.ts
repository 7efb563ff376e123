/** Access as text, grouped by reason. --verbose lists everything. */
import type { Access, AccessGroup, SpaceAccess } from '../../access/access.ts';
import { audiences } from '../../access/audience.ts';
import type { MemberFact, ShownSpace, SiteFact, Unknown } from '../../access/facts.ts';
import { compareTexts } from '../../core/compare.ts';
import { groupBy } from '../../core/group-by.ts';
import { oneLine } from '../sanitize.ts';
import { count, type Painter } from '../words.ts';
import {
  type AccessReport,
  linksText,
  openingText,
  personName,
  placeName,
  reasonText,
  tokenText,
  unknownName,
  visibilitiesOf,
} from './words.ts';

export function accessText(report: TextReport): string {
  const { access, host, paint, who } = report;
  const { organization } = access;
  const name = organization.title === undefined ? organization.id : `${organization.title} (${organization.id})`;
  const head = paint('heading', `Access to ${oneLine(name)} on ${oneLine(host)}`);
  const parts =
    who === null
      ? [sitesText(report)]
      : typeof who === 'string'
        ? [...access.members.map((member) => personText(report, member)), sitesText(report)]
        : [peopleText(report), spacesText(report), sitesText(report)];
  const { version, readAt } = report.origin;
  const origin = `${head}\nRead by docform ${oneLine(version)} at ${oneLine(readAt)}\n${tokenText(report)}\n`;
  return [origin, ...parts, unknownText(report)].filter((part) => part !== '').join('\n');
}

function peopleText(report: TextReport): string {
  const { access, paint } = report;
  const { members } = access;
  const isUnread = access.unknown.some(({ what }) => what === 'members');
  if (members.length === 0 && isUnread)
    return `${[paint('heading', 'People (unknown)'), ...newcomers(access)].join('\n  ')}\n`;
  const admins = members.filter(({ role }) => role === 'admin');
  const counts = [
    count(admins.length, 'admin'),
    ...tallies(
      members.flatMap(({ role }) =>
        role === 'admin' ? [] : [role === null ? 'guest' : (role ?? 'with unknown role')],
      ),
    ),
  ];
  const marks = [
    `${members.filter(({ isSso }) => isSso).length} sign in by SSO`,
    `${members.filter(({ isDisabled }) => isDisabled).length} disabled`,
  ];
  const lines = [
    paint('heading', `${count(members.length, 'person', 'people')}: ${counts.join(', ')}`),
    `  ${marks.join(', ')}`,
    ...newcomers(access).map((line) => `  ${line}`),
    `  Admins can access everything: ${someOf(
      report,
      admins.map((admin) => personName(report, admin)),
    )}`,
  ];
  const disabled = members.filter(({ isDisabled }) => isDisabled);
  const told = disabled.map((member) => personName(report, member));
  if (disabled.length > 0)
    lines.push(`  Disabled (listed with the access that the platform reports): ${someOf(report, told)}`);
  return `${lines.join('\n')}\n`;
}

/** `12 edit`, by number. */
function tallies(words: readonly string[]): readonly string[] {
  const groups = [...groupBy(words, (word) => word)].map(([word, { length }]) => [word, length] as const);
  const sorted = groups.sort((a, b) => b[1] - a[1] || compareTexts(a[0], b[0]));
  return sorted.map(([word, length]) => (word === 'guest' ? count(length, word) : `${length} ${oneLine(word)}`));
}

function newcomers({ organization }: Access): readonly string[] {
  const { defaultRole, emailDomains, hasInviteLinks, hasEnforcedSso } = organization;
  const role =
    defaultRole === undefined
      ? []
      : [`default role of new members: ${defaultRole === null ? 'none (guest)' : oneLine(defaultRole)}`];
  const domains =
    emailDomains === undefined || emailDomains.length === 0
      ? []
      : [`e-mail domains ${emailDomains.map(oneLine).join(', ')}`];
  const links =
    hasInviteLinks === undefined
      ? []
      : [hasInviteLinks ? 'invite links are on (the API cannot list them)' : 'invite links are off'];
  const sso = hasEnforcedSso === undefined ? [] : [`SSO is ${hasEnforcedSso ? '' : 'not '}enforced`];
  const parts = [...role, ...domains, ...links, ...sso].join('; ');
  return parts === '' ? [] : [parts.charAt(0).toUpperCase() + parts.slice(1)];
}

/** Lists that could not be read are unknown, which differs from "no access". */
function unknownText(report: TextReport): string {
  const { access, paint } = report;
  if (access.unknown.length === 0) return '';
  const groups = [...groupBy(access.unknown, reasonGroup).values()];
  const lines = groups.map((alike) => {
    const [first] = alike;
    const names = alike.map((unknown) => unknownName(report, unknown));
    return `  ${someOf(report, names, 3)}: ${oneLine(first?.why ?? '')}`;
  });
  return `${paint('bad', 'Unknown (could not be read)')}\n${someLines(report, lines, '  ')}`;
}

/** Refusals of one operation differ in the ids of their paths only. */
function reasonGroup({ what, why }: Unknown): string {
  return `${what} ${why.replace(/\(\w+ [^)]*\)/, '')}`;
}

function personText(report: TextReport, member: MemberFact): string {
  const { access, paint } = report;
  const marks = [
    roleText(member),
    ...(member.isSso ? ['signs in by SSO'] : []),
    ...(member.isDisabled ? ['disabled'] : []),
  ];
  const rows = access.spaces.flatMap((space) =>
    space.groups.filter(({ members }) => members.some(({ id }) => id === member.id)).map((group) => ({ space, group })),
  );
  const groups = [
    ...groupBy(rows, ({ space, group }) => `${group.level}\n${reasonText(access, space, group)}`).values(),
  ];
  const lines = groups.flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const names = alike.map(({ space }) => placeName(access, 'space', space));
    const title = `  ${oneLine(first.group.level)} on ${count(names.length, 'space')}: ${reasonText(access, first.space, first.group)}`;
    return [title, `      ${someOf(report, names)}`];
  });
  const isUnknown = access.unknownMembers.some(({ id }) => id === member.id);
  const nothing = isUnknown ? '  access: (unknown)' : '  access: (none)';
  const head = paint('heading', `${personName(report, member)}: ${marks.join(', ')}`);
  return `${[head, teamsText(member), ...(lines.length === 0 ? [nothing] : lines)].join('\n')}\n`;
}

function roleText({ role }: MemberFact): string {
  if (role === null) return 'guest';
  return role === undefined ? 'role unknown' : `${oneLine(role)} in the organization`;
}

function teamsText({ teams }: MemberFact): string {
  if (teams === undefined) return '  teams: (unknown)';
  const names = teams.map(({ title, role }) => (role === 'owner' ? `${oneLine(title)} (owner)` : oneLine(title)));
  return teams.length === 0 ? '  teams: (none)' : `  in ${count(teams.length, 'team')}: ${names.join(', ')}`;
}

function sitesText(report: TextReport): string {
  const { access, paint } = report;
  const published = access.sites.filter(({ isPublished }) => isPublished !== false);
  const hidden = access.sites.filter(({ isPublished }) => isPublished === false);
  const parts = visibilitiesOf(published).map((visibility) => {
    const sites = published.filter((site) => site.visibility === visibility);
    return `  ${oneLine(visibility)}: ${audiences[visibility] ?? 'unknown audience'}\n${siteLines(report, sites)}`;
  });
  const unpublished =
    hidden.length === 0 ? '' : `  not published: nobody without an account\n${siteLines(report, hidden)}`;
  const isUnread = access.unknown.some(({ what }) => what === 'sites');
  if (access.sites.length === 0 && isUnread) return `${paint('heading', 'Sites (unknown)')}\n${openSpacesText(report)}`;
  if (access.sites.length === 0) return `${paint('heading', 'No sites')}\n${openSpacesText(report)}`;
  const head = `${paint('heading', `${count(access.sites.length, 'site')}, by audience without an account`)}\n`;
  return [head, ...parts, unpublished, openSpacesText(report)].join('');
}

function siteLines(report: TextReport, sites: readonly SiteFact[]): string {
  return someLines(
    report,
    sites.map((site) => siteText(report, site)),
    '    ',
  );
}

function siteText(report: TextReport, site: SiteFact): string {
  const { access, who, isVerbose } = report;
  const { spaces } = site;
  const counted =
    spaces === undefined ? [] : [count(new Set(spaces.map(({ space, title }) => space ?? title)).size, 'space')];
  const facts = [...counted, linksText(site)].filter((fact) => fact !== undefined);
  const line = `    ${placeName(access, 'site', site)}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`;
  if (spaces === undefined || (who !== null && !isVerbose)) return line;
  const names = spaces.map((shown) => shownText(report, shown));
  return names.length === 0 ? line : `${line}\n      ${someOf(report, [...new Set(names)])}`;
}

/** Visitors see the space only if they meet the condition. */
function shownText({ access }: TextReport, { space, title, conditions }: ShownSpace): string {
  const known = space === undefined ? undefined : access.spaces.find(({ id }) => id === space);
  const name = known === undefined ? oneLine(title) : placeName(access, 'space', known);
  return conditions.length === 0 ? name : `${name} [if ${conditions.map(oneLine).join(' and ')}]`;
}

/** Open without a site. `in-collection` and `private` are for members. */
export function isOpenItself({ visibility }: Pick<SpaceAccess, 'visibility'>): boolean {
  return visibility !== undefined && visibility !== 'in-collection' && visibility !== 'private';
}

function openSpacesText(report: TextReport): string {
  const { access } = report;
  const open = access.spaces.filter(isOpenItself);
  if (open.length === 0) return '';
  const lines = visibilitiesOf(open.map(({ visibility = '' }) => ({ visibility }))).map((visibility) => {
    const names = open
      .filter((space) => space.visibility === visibility)
      .map((space) => placeName(access, 'space', space));
    return `    ${oneLine(visibility)}: ${someOf(report, names)}`;
  });
  return `  Spaces that are open without a site\n${lines.map((line) => `${line}\n`).join('')}`;
}

export function spacesText(report: TextReport): string {
  const { access, paint } = report;
  const isUnread = access.unknown.some(({ what }) => what === 'spaces' || what === 'member-spaces');
  if (access.spaces.length === 0) return isUnread ? `${paint('heading', 'Spaces (unknown)')}\n` : '';
  const byAudience = [...groupBy(access.spaces, audienceKeys(report)).values()];
  const sorted = byAudience.sort((a, b) => b.length - a.length);
  const parts = sorted.map((spaces) => openedText(report, spaces));
  return [`${paint('heading', count(access.spaces.length, 'space'))}\n`, ...parts, exceptionsText(report)].join('');
}

/** Groups with access by role or default. Admins are listed once for all spaces. */
function byDefault({ groups }: SpaceAccess): readonly AccessGroup[] {
  return groups.filter(({ reason }) => reason === 'organization' || reason === 'collection' || reason === 'space');
}

/** Spaces with the same key give the same people access for the same reason. */
function audienceKeys({ access }: TextReport): (space: SpaceAccess) => string {
  const ids = new Map<AccessGroup['members'], string>();
  const idsOf = (members: AccessGroup['members']): string => {
    const found = ids.get(members) ?? members.map(({ id }) => id).join(' ');
    ids.set(members, found);
    return found;
  };
  return (space) => {
    const members = byDefault(space).map(({ level, members: alike }) => `${level} ${idsOf(alike)}`);
    return `${openingText(access, space)}\n${members.join('\n')}`;
  };
}

function openedText(report: TextReport, spaces: readonly SpaceAccess[]): string {
  const [first] = spaces;
  if (first === undefined) return '';
  const { access } = report;
  const groups = byDefault(first);
  const people = groups.reduce((sum, { members }) => sum + members.length, 0);
  const names = spaces.map((space) => placeName(access, 'space', space));
  const others = access.members.filter(({ role }) => role !== 'admin').length;
  const many = people === 0 ? '' : `, ${people} of ${count(others, 'other person', 'other people')}`;
  const lines = groups.map(
    ({ level, members }) =>
      `      ${oneLine(level)}, ${members.length}: ${someOf(
        report,
        members.map((member) => personName(report, member)),
      )}`,
  );
  return [
    `  ${count(spaces.length, 'space')} ${openingText(access, first)}${many}\n`,
    `      ${someOf(report, names)}\n`,
    ...lines.map((line) => `${line}\n`),
  ].join('');
}

/** One line for each space, level and reason. */
function exceptionsText(report: TextReport): string {
  const { access, paint } = report;
  const rows = access.spaces.flatMap((space) =>
    space.groups
      .filter(({ reason }) => reason === 'role-or-grant' || reason === 'grant' || reason === 'unseen')
      .map((group) => ({ space, group })),
  );
  if (rows.length === 0) return '';
  const lines = rows.map(({ space, group }) => {
    const who = someOf(
      report,
      group.members.map((member) => personName(report, member)),
    );
    return `    ${placeName(access, 'space', space)}  ${oneLine(group.level)}: ${who}\n      ${reasonText(access, space, group)}`;
  });
  const title = `${count(rows.length, 'exception')} (access that roles and defaults do not explain)`;
  return `  ${paint('update', title)}\n${someLines(report, lines, '    ')}`;
}

export interface TextReport extends AccessReport {
  readonly paint: Painter;
  readonly isVerbose: boolean;
}

/** `names`, or the first few of them and how many more there are. */
export function someOf({ isVerbose }: Pick<TextReport, 'isVerbose'>, names: readonly string[], atMost = 10): string {
  if (isVerbose || names.length <= atMost + 1) return names.join(', ');
  return `${names.slice(0, atMost).join(', ')} and ${names.length - atMost} more`;
}

/** The same for lines. */
function someLines(
  { isVerbose }: Pick<TextReport, 'isVerbose'>,
  lines: readonly string[],
  indent: string,
  atMost = 20,
): string {
  const shown = isVerbose || lines.length <= atMost + 1 ? lines : lines.slice(0, atMost);
  const rest = lines.length - shown.length;
  return [
    ...shown.map((line) => `${line}\n`),
    ...(rest > 0 ? [`${indent}… and ${rest} more (-v lists all)\n`] : []),
  ].join('');
}
