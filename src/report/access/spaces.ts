/** Reports the spaces by what opens them, and members whose access neither role nor default explains. */
import type { AccessGroup, SpaceAccess } from '../../access/access.ts';
import { groupBy } from '../../core/group-by.ts';
import { oneLine } from '../sanitize.ts';
import { count } from '../words.ts';
import { someLines, someOf, type TextReport } from './lines.ts';
import { openingText, personName, placeName, reasonText } from './words.ts';

export function spacesText(report: TextReport): string {
  const { access, paint } = report;
  const isUnread = access.unknown.some(({ what }) => what === 'spaces' || what === 'member-spaces');
  if (access.spaces.length === 0) return isUnread ? `${paint('heading', 'Spaces: not known')}\n` : '';
  const byAudience = [...groupBy(access.spaces, (space) => audienceKey(report, space)).values()];
  const sorted = byAudience.sort((a, b) => b.length - a.length);
  const parts = sorted.map((spaces) => openedText(report, spaces));
  return [`${paint('heading', count(access.spaces.length, 'space'))}\n`, ...parts, exceptionsText(report)].join('');
}

/** Those whom role or default let in; admins reach every space, and are told once. */
function byDefault({ groups }: SpaceAccess): readonly AccessGroup[] {
  return groups.filter(({ reason }) => reason === 'organization' || reason === 'collection' || reason === 'space');
}

/** Spaces with the same key are opened by the same thing for the same people. */
function audienceKey({ access }: TextReport, space: SpaceAccess): string {
  const members = byDefault(space).map(({ level, members: alike }) => `${level} ${alike.map(({ id }) => id).join(' ')}`);
  return `${openingText(access, space)}\n${members.join('\n')}`;
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
  const title = `Beyond that: ${count(rows.length, 'case')} that role and defaults do not explain`;
  return `  ${paint('update', title)}\n${someLines(report, lines, '    ')}`;
}
