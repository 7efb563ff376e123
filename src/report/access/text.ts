/** Access as text, grouped by reason. --verbose lists everything. */

import type { Access, AccessGroup, SpaceAccess } from '../../access/access.ts';
import { audiences, type MemberFact, type ShownSpace, type SiteFact } from '../../access/facts.ts';
import { compareTexts, groupBy, type NonEmpty } from '../../core/compare.ts';
import { joinSome } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import { cachePerObject } from '../../core/once.ts';
import { type Block, code, type Line, type OutlineNode, painted } from '../blocks/block.ts';
import { blocksText, type TextOptions } from '../blocks/text.ts';
import { oneLine } from '../wording/sanitize.ts';
import { capitalized, count, type Role } from '../wording/words.ts';
import {
  type AccessReport,
  holderName,
  isOpenItself,
  levelText,
  linksText,
  openingText,
  permissionsAt,
  personName,
  placeName,
  reasonText,
  tokenText,
  unknownName,
  visibilitiesOf,
} from './words.ts';

interface TextReport extends AccessReport {
  readonly isVerbose: boolean;
}

export function accessText({ paint, ...report }: TextReport & Pick<TextOptions, 'paint'>): string {
  return blocksText(accessBlocks(report), { paint });
}

export function accessBlocks(report: TextReport): readonly Block[] {
  const { access, host, who } = report;
  const { id, title } = access.organization;
  const head = `Access to ${oneLine(title === undefined ? id : `${title} (${id})`)} on ${oneLine(host)}`;
  const { version, readAt, commit } = report.origin;
  const read = `Read by docform ${oneLine(version)} at ${oneLine(readAt)}${commit === undefined ? '' : `, commit ${oneLine(commit)}`}`;
  const sections = [
    ...(typeof who === 'string' ? access.members.map((member) => personSection(report, member)) : []),
    ...(who === undefined ? [peopleSection(report)] : []),
    // The widest audience comes first: a space that is closed to members can be public on a site.
    sitesSection(report),
    ...(who === undefined ? spacesSections(report) : []),
    ...unknownSections(report),
    ...unlistedSections(report),
  ];
  const facts = [read, tokenText(report)].map((text) => code(text, 'data'));
  return [
    { is: 'title', title: heading(head), facts },
    ...sections.map((section): Block => ({ is: 'outline', ...section })),
  ];
}

type Node = string | OutlineNode;

function node(head: string | Line, ...nodes: readonly Node[]): OutlineNode {
  const line = typeof head === 'string' ? code(head, 'data') : head;
  return { line, nodes: nodes.map((each) => (typeof each === 'string' ? node(each) : each)) };
}

function heading(text: string, role: Role = 'heading'): Line {
  return painted(role, code(text, 'data'));
}

function isUnread({ access }: TextReport, ...lists: readonly Access['unknown'][number]['what'][]) {
  return access.unknown.some(({ what }) => lists.includes(what));
}

function peopleSection(report: TextReport): OutlineNode {
  const { access } = report;
  const { members } = access;
  if (members.length === 0 && isUnread(report, 'members'))
    return node(heading('People (unknown)'), ...newcomers(access));
  const admins = members.filter(({ role }) => role === 'admin');
  const guests = members.filter(({ role }) => role === null);
  const disabled = members.filter(({ isDisabled }) => isDisabled);
  const roles = members.map(({ role }) => (role === null ? 'guest' : (role ?? '(unknown)')));
  const numbers = `${count(members.length, 'person', 'people')}, by role: ${tallies(roles).join(', ')}`;
  return node(
    heading(numbers),
    `Signing in through SSO: ${members.filter(({ isSso }) => isSso).length}; disabled accounts: ${disabled.length}`,
    ...newcomers(access),
    `Admins can access everything: ${peopleText(report, admins)}`,
    ...withoutMissing(
      guests.length > 0 && `Guests can access only what permissions grant them: ${peopleText(report, guests)}`,
    ),
    ...withoutMissing(
      disabled.length > 0 &&
        `Disabled (listed with the access that the platform reports): ${peopleText(report, disabled)}`,
    ),
  );
}

/** `edit 12`. Admins come first, guests last, others by number. */
function tallies(words: readonly string[]) {
  const groups = [...groupBy(words, (word) => word)].map(([word, { length }]) => [word, length] as const);
  const rank = (word: string) => (word === 'admin' ? 0 : word === 'guest' ? 2 : 1);
  const sorted = groups.sort((a, b) => rank(a[0]) - rank(b[0]) || b[1] - a[1] || compareTexts(a[0], b[0]));
  return sorted.map(([word, length]) => `${oneLine(word)} ${length}`);
}

function newcomers(access: Access) {
  const { organization } = access;
  const { defaultRole, emailDomains = [], hasInviteLinks, hasEnforcedSso } = organization;
  const role = defaultRole === null ? 'none (guest)' : oneLine(defaultRole ?? '');
  const links = hasInviteLinks ? `on (${invitesText(access)})` : 'off';
  const parts = withoutMissing(
    defaultRole !== undefined && `default role of new members: ${role}`,
    emailDomains.length > 0 &&
      `people with an e-mail address at one of these domains can join: ${joinSome(emailDomains.map(oneLine), 12)}`,
    hasInviteLinks !== undefined && `link invites are ${links}`,
    hasEnforcedSso !== undefined && `SSO is ${hasEnforcedSso ? '' : 'not '}enforced`,
  ).join('; ');
  return parts === '' ? [] : [capitalized(parts)];
}

/** Roles of people who follow a link, as far as the platform lists links. */
function invitesText({ organization: { linkInvites }, unknown }: Access) {
  if (unknown.some(({ what }) => what === 'link-invites')) return 'unknown links';
  if (linkInvites === undefined) return 'the API cannot list them';
  if (linkInvites.length === 0) return 'no links';
  return `${count(linkInvites.length, 'link')}: ${tallies(linkInvites.map((role) => role ?? 'guest')).join(', ')}`;
}

/** Lists that could not be read are unknown, which differs from "no access". */
function unknownSections(report: TextReport): readonly OutlineNode[] {
  const { unknown } = report.access;
  // Refusals of one operation differ only in the ids of their paths.
  const groups = groupBy(unknown, ({ what, why }) => `${what} ${why.replace(/\(\w+ [^)]*\)/, '')}`);
  const lines = [...groups.values()].map((alike) => {
    const names = alike.map((each) => unknownName(report, each));
    return `${firstOf(report, names, 3)}: ${oneLine(alike[0].why)}`;
  });
  const head = heading('Unknown (could not be read)', 'bad');
  return unknown.length === 0 ? [] : [node(head, ...someNodes(report, lines))];
}

/** What the API of the platform cannot list. */
function unlistedSections({ access: { permissions, spaces }, who }: TextReport): readonly OutlineNode[] {
  if (who === null || permissions !== undefined || spaces.length === 0) return [];
  return [
    node(
      heading('Not in this report'),
      'Permissions of teams and individual people: this API cannot list them. If someone has another level than the default because of them, the space is listed as an exception above.',
    ),
  ];
}

interface Row {
  readonly space: SpaceAccess;
  readonly group: AccessGroup;
}

function rowsOf({ access }: TextReport, isWanted: (group: AccessGroup) => boolean): readonly Row[] {
  return access.spaces.flatMap((space) => space.groups.filter(isWanted).map((group) => ({ space, group })));
}

function personSection(report: TextReport, member: MemberFact): OutlineNode {
  const { access } = report;
  const marks = withoutMissing(
    roleText(member),
    member.isSso && 'signs in through SSO',
    member.isDisabled && 'disabled',
  );
  const rows = rowsOf(report, ({ members }) => members.some(({ id }) => id === member.id));
  const textOf = ({ space, group }: Row) => [oneLine(group.level), reasonText(access, space, group)] as const;
  const groups = [...groupBy(rows, (row) => textOf(row).join('\n')).values()].map((alike) => {
    const names = alike.map(({ space }) => placeName(access, 'space', space));
    const [level, reason] = textOf(alike[0]);
    return node(`${level} on ${count(names.length, 'space')}: ${reason}`, firstOf(report, names));
  });
  const isUnknown = access.unknownMembers.some(({ id }) => id === member.id);
  const nothing = `access: ${isUnknown ? '(unknown)' : '(none)'}`;
  const found = groups.length === 0 ? [nothing] : groups;
  const head = heading(`${personName(report, member)}: ${marks.join(', ')}`);
  return node(head, teamsText(member), ...found, ...sitePermissions(report, member));
}

/** The permissions of a person and their teams at sites. */
function sitePermissions({ access }: TextReport, { id, teams = [] }: MemberFact) {
  return access.sites.flatMap((site) => {
    const held = permissionsAt(access, site.id)?.filter((each) =>
      each.to === 'member' ? each.id === id : teams.some((team) => team.id === each.id),
    );
    return (held ?? []).map((each) => {
      const holder = each.to === 'team' ? `of the team ${oneLine(each.name)}` : 'of the person';
      return `${levelText(each)} on the site ${placeName(access, 'site', site)}: permission ${holder}`;
    });
  });
}

function roleText({ role }: MemberFact) {
  if (role === null) return 'guest';
  return role === undefined ? 'role unknown' : `${oneLine(role)} in the organization`;
}

function teamsText({ teams }: MemberFact) {
  if (teams === undefined) return 'teams: (unknown)';
  const names = teams.map(({ title, role }) => (role === 'owner' ? `${oneLine(title)} (owner)` : oneLine(title)));
  return teams.length === 0 ? 'teams: (none)' : `in ${count(teams.length, 'team')}: ${names.join(', ')}`;
}

function sitesSection(report: TextReport): OutlineNode {
  const { sites } = report.access;
  const published = sites.filter(({ isPublished }) => isPublished !== false);
  const hidden = sites.filter(({ isPublished }) => isPublished === false);
  const none = isUnread(report, 'sites') ? 'Sites (unknown)' : 'No sites';
  const number = sites.length === 0 ? none : `${count(sites.length, 'site')}, by who can read them without an account`;
  const group = (head: string, some: readonly SiteFact[]) => {
    const nodes = some.map((site) => siteNode(report, site));
    return node(head, ...someNodes(report, nodes));
  };
  return node(
    heading(number),
    ...visibilitiesOf(published).map((visibility) =>
      group(
        `${oneLine(visibility)}: ${audiences[visibility] ?? 'unknown audience'}`,
        published.filter((site) => site.visibility === visibility),
      ),
    ),
    ...(hidden.length === 0 ? [] : [group('not published: only people with an account', hidden)]),
    ...openSpaces(report),
  );
}

function siteNode(report: TextReport, site: SiteFact) {
  const { access, who, isVerbose } = report;
  const { spaces } = site;
  const number = spaces && count(new Set(spaces.map(({ space, title }) => space ?? title)).size, 'space');
  const held = permissionsAt(access, site.id)?.map((each) => `${holderName(report, each)} ${levelText(each)}`) ?? [];
  const facts = withoutMissing(number, linksText(site), held.length > 0 && `permissions: ${held.join(', ')}`).join(
    ', ',
  );
  const line = `${placeName(access, 'site', site)}${facts === '' ? '' : `: ${facts}`}`;
  const names = new Set(spaces?.map((shown) => shownText(report, shown)));
  return names.size === 0 || (who !== null && !isVerbose) ? line : node(line, firstOf(report, [...names]));
}

/** Visitors see the space only if they meet the condition. */
function shownText({ access }: TextReport, { space, title, conditions }: ShownSpace) {
  const known = space === undefined ? undefined : access.spaces.find(({ id }) => id === space);
  const name = known === undefined ? oneLine(title) : placeName(access, 'space', known);
  return conditions.length === 0
    ? name
    : `${name} (only for visitors who meet ${conditions.map((each) => `\`${oneLine(each)}\``).join(' and ')})`;
}

function openSpaces(report: TextReport) {
  const { access } = report;
  const open = access.spaces.filter(isOpenItself);
  const lines = visibilitiesOf(open.map(({ visibility = '' }) => ({ visibility }))).map((visibility) => {
    const alike = open.filter((space) => space.visibility === visibility);
    const names = alike.map((space) => placeName(access, 'space', space));
    return `${oneLine(visibility)}: ${firstOf(report, names)}`;
  });
  return open.length === 0 ? [] : [node('Spaces that are open without a site', ...lines)];
}

function spacesSections(report: TextReport): readonly OutlineNode[] {
  const { spaces } = report.access;
  if (spaces.length === 0 && !isUnread(report, 'spaces', 'member-spaces')) return [];
  const number = spaces.length === 0 ? 'Spaces (unknown)' : `${count(spaces.length, 'space')}, by default access`;
  const byAudience = [...groupBy(spaces, audienceKeys(report)).values()].sort((a, b) => b.length - a.length);
  const nodes = byAudience.map((alike) => openedNode(report, alike));
  return [node(heading(number), ...nodes, ...exceptions(report))];
}

/** Groups with access by role or default. Admins are listed once for all spaces. */
function byDefault({ groups }: SpaceAccess): readonly AccessGroup[] {
  return groups.filter(({ reason }) => reason === 'organization' || reason === 'collection' || reason === 'space');
}

/** Spaces with the same key give the same people access for the same reason. */
function audienceKeys({ access }: TextReport) {
  const idsOf = cachePerObject((members: AccessGroup['members']) => members.map(({ id }) => id).join(' '));
  return (space: SpaceAccess) => {
    const members = byDefault(space).map(({ level, members: alike }) => `${level} ${idsOf(alike)}`);
    return `${openingText(access, space)}\n${members.join('\n')}`;
  };
}

function openedNode(report: TextReport, spaces: NonEmpty<SpaceAccess>) {
  const { access } = report;
  const names = spaces.map((space) => placeName(access, 'space', space));
  return node(
    `${count(spaces.length, 'space')}${openingText(access, spaces[0])}`,
    `spaces: ${firstOf(report, names)}`,
    ...byDefault(spaces[0]).map(
      ({ level, members }) =>
        `${oneLine(level)} (${count(members.length, 'person', 'people')}): ${peopleText(report, members)}`,
    ),
  );
}

function exceptions(report: TextReport) {
  const { access } = report;
  const rows = rowsOf(report, ({ reason }) => ['role-or-grant', 'grant', 'unseen'].includes(reason));
  const nodes = rows.map(({ space, group }) =>
    node(
      `${placeName(access, 'space', space)}  ${oneLine(group.level)}: ${peopleText(report, group.members)}`,
      reasonText(access, space, group),
    ),
  );
  const title = `${count(rows.length, 'exception')} (access that neither roles nor defaults explain)`;
  return rows.length === 0 ? [] : [node(heading(title, 'update'), ...someNodes(report, nodes))];
}

function peopleText(report: TextReport, members: readonly MemberFact[]) {
  const names = members.map((member) => personName(report, member));
  return firstOf(report, names);
}

function firstOf({ isVerbose }: TextReport, names: readonly string[], atMost = 10) {
  if (isVerbose || names.length <= atMost + 1) return names.join(', ');
  return `${names.slice(0, atMost).join(', ')} and ${names.length - atMost} more`;
}

function someNodes({ isVerbose }: TextReport, nodes: readonly Node[], atMost = 20): readonly Node[] {
  if (isVerbose || nodes.length <= atMost + 1) return nodes;
  return [...nodes.slice(0, atMost), `… and ${nodes.length - atMost} more (-v lists all)`];
}
