/** Who reaches what, as text for people: grouped by reason, with counts, and everything with --verbose. */
import type { Access } from '../../access/access.ts';
import type { Unknown } from '../../access/facts.ts';
import { compareTexts } from '../../core/compare.ts';
import { groupBy } from '../../core/group-by.ts';
import { oneLine } from '../sanitize.ts';
import { count } from '../words.ts';
import { someLines, someOf, type TextReport } from './lines.ts';
import { personText } from './person.ts';
import { sitesText } from './sites.ts';
import { spacesText } from './spaces.ts';
import { personName, unknownName } from './words.ts';

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
  return [`${head}\n`, ...parts, unknownText(report)].filter((part) => part !== '').join('\n');
}

function peopleText(report: TextReport): string {
  const { access, paint } = report;
  const { members } = access;
  const isUnread = access.unknown.some(({ what }) => what === 'members');
  if (members.length === 0 && isUnread) return `${[paint('heading', 'People: not known'), ...newcomers(access)].join('\n  ')}\n`;
  const admins = members.filter(({ role }) => role === 'admin');
  const counts = [
    count(admins.length, 'admin'),
    ...tallies(members.flatMap(({ role }) => (role === 'admin' ? [] : [role === null ? 'guest' : (role ?? 'of unknown role')]))),
  ];
  const marks = [
    `${members.filter(({ isSso }) => isSso).length} sign in by SSO`,
    `${members.filter(({ isDisabled }) => isDisabled).length} disabled`,
  ];
  const lines = [
    paint('heading', `${count(members.length, 'person', 'people')}: ${counts.join(', ')}`),
    `  ${marks.join(', ')}`,
    ...newcomers(access).map((line) => `  ${line}`),
    `  Admins reach everything: ${someOf(
      report,
      admins.map((admin) => personName(report, admin)),
    )}`,
  ];
  const disabled = members.filter(({ isDisabled }) => isDisabled);
  const told = disabled.map((member) => personName(report, member));
  if (disabled.length > 0) lines.push(`  Disabled, told with what the platform says they reach: ${someOf(report, told)}`);
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
  const role = defaultRole === undefined ? [] : [`newcomers get ${defaultRole === null ? 'no role (guests)' : oneLine(defaultRole)}`];
  const domains = emailDomains === undefined || emailDomains.length === 0 ? [] : [`e-mail domains ${emailDomains.map(oneLine).join(', ')}`];
  const links =
    hasInviteLinks === undefined ? [] : [hasInviteLinks ? 'invite links are on (no operation lists them)' : 'invite links are off'];
  const sso = hasEnforcedSso === undefined ? [] : [`SSO is ${hasEnforcedSso ? '' : 'not '}enforced`];
  const parts = [...role, ...domains, ...links, ...sso].join('; ');
  return parts === '' ? [] : [parts.charAt(0).toUpperCase() + parts.slice(1)];
}

/** What was refused or cut short is told as not known: it is not "no access". */
function unknownText(report: TextReport): string {
  const { access, paint } = report;
  if (access.unknown.length === 0) return '';
  const groups = [...groupBy(access.unknown, reasonGroup).values()];
  const lines = groups.map((alike) => {
    const [first] = alike;
    const names = alike.map((unknown) => unknownName(report, unknown));
    return `  ${someOf(report, names, 3)}: ${oneLine(first?.why ?? '')}`;
  });
  return `${paint('bad', 'Not known, because it could not be read')}\n${someLines(report, lines, '  ')}`;
}

/** Refusals of one operation differ in the ids of their paths only. */
function reasonGroup({ what, why }: Unknown): string {
  return `${what} ${why.replace(/\(\w+ [^)]*\)/, '')}`;
}
