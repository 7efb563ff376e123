/** Reports one person's access: what they are, what they reach, and why. */
import type { MemberFact } from '../../access/facts.ts';
import { groupBy } from '../../core/group-by.ts';
import { oneLine } from '../sanitize.ts';
import { count } from '../words.ts';
import { someOf, type TextReport } from './lines.ts';
import { personName, placeName, reasonText } from './words.ts';

export function personText(report: TextReport, member: MemberFact): string {
  const { access, paint } = report;
  const marks = [roleText(member), ...(member.isSso ? ['signs in by SSO'] : []), ...(member.isDisabled ? ['disabled'] : [])];
  const rows = access.spaces.flatMap((space) =>
    space.groups.filter(({ members }) => members.some(({ id }) => id === member.id)).map((group) => ({ space, group })),
  );
  const groups = [...groupBy(rows, ({ space, group }) => `${group.level}\n${reasonText(access, space, group)}`).values()];
  const lines = groups.flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const names = alike.map(({ space }) => placeName(access, 'space', space));
    const title = `  ${oneLine(first.group.level)} on ${count(names.length, 'space')}: ${reasonText(access, first.space, first.group)}`;
    return [title, `      ${someOf(report, names)}`];
  });
  const isUnknown = access.unknownMembers.some(({ id }) => id === member.id);
  const nothing = isUnknown ? '  what they reach is not known' : '  reaches no space';
  const head = paint('heading', `${personName(report, member)}: ${marks.join(', ')}`);
  return `${[head, teamsText(member), ...(lines.length === 0 ? [nothing] : lines)].join('\n')}\n`;
}

function roleText({ role }: MemberFact): string {
  if (role === null) return 'guest';
  return role === undefined ? 'role not known' : `${oneLine(role)} in the organization`;
}

function teamsText({ teams }: MemberFact): string {
  if (teams === undefined) return '  teams not known';
  const names = teams.map(({ title, role }) => (role === 'owner' ? `${oneLine(title)} (owner)` : oneLine(title)));
  return teams.length === 0 ? '  in no team' : `  in ${count(teams.length, 'team')}: ${names.join(', ')}`;
}
