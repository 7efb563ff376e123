/** Members, teams, SAML providers and link invites. */

import { roles as contractRoles } from '../../contract/roles.ts';
import { type Html, html, isolateDirection } from '../../markup/html.ts';
import { isConfigured } from '../resources/saml-provider.ts';
import type { Context } from '../rules/context.ts';
import type { Role, Row } from '../store/records.ts';
import { badge, counted, dateTime, day, fetchedLater, grouped, pageUrl, section, type View } from './parts.ts';
import { nothing, table, titledTable } from './table.ts';

const shownRows = 25;

const drawnTeams = 30;

export const roles: readonly (Role | null)[] = [...contractRoles, null];

export const roleName = (role: Role | null): string => role ?? 'guest';

export function peopleSection({ context, organization }: View): Html {
  const { store } = context;
  const { id } = organization;
  const members = store.page('member', id, { limit: shownRows });
  const memberCount = store.count('member', id);
  const teams = store.page('team', id, { limit: drawnTeams });
  const teamCount = store.count('team', id);
  const all = (path: string, count: number, many: string) =>
    html`<p><a href="${pageUrl(path, { organization: id })}">All ${grouped(count)} ${many}</a></p>`;
  const body = html`<h3>Members <span class="dim small">${roleCounts(context, id)}</span></h3>
${memberTable(members)}${memberCount > members.length && all('members', memberCount, 'members')}
<h3>Teams</h3>
${teams.length === 0 ? nothing('No teams.') : html`<div class="cards">${teams.map((team) => teamItem(context, team, teamCount <= drawnTeams))}</div>`}${teamCount > teams.length && all('teams', teamCount, 'teams')}
${providers(context, id)}
${invites(context, id)}`;
  return section('people', 'People', `${counted(memberCount, 'member')}, ${counted(teamCount, 'team')}`, body);
}

function roleCounts({ store }: Context, organization: string) {
  return roles
    .map((role) => ({ role, count: store.count('member', organization, { name: 'role', is: role }) }))
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => `${grouped(count)} ${roleName(role)}`)
    .join(', ');
}

export function memberTable(members: readonly Row<'member'>[]): Html {
  return table('Members', 'No members.', members, [
    ['Name', ({ data }) => isolateDirection(data.displayName)],
    ['E-mail', ({ data }) => isolateDirection(data.email)],
    ['Role', ({ data }) => html`<span class="one-line">${roleName(data.role)} ${data.sso && badge('SSO')}</span>`],
    ['Joined', ({ data }) => day(data.joinedAt), 'number'],
    [
      'Last seen',
      ({ data }) => (data.lastSeenAt === undefined ? html`<span class="dim">never</span>` : day(data.lastSeenAt)),
      'number',
    ],
  ]);
}

export function teamItem(context: Context, team: Row<'team'>, isDrawn: boolean): Html {
  const body = isDrawn ? roster(context, team) : fetchedLater(pageUrl(`teams/${team.id}`), 'team');
  const count = counted(context.store.count('team-member', team.id), 'member');
  return html`<details class="card small-card" id="team-${team.id}">
<summary><span class="title">${isolateDirection(team.data.title)}</span><span class="dim small">${count}</span></summary>
${body}
</details>\n`;
}

export function roster({ store }: Context, team: Row<'team'>): Html {
  const rows = store
    .children('team-member', team.id)
    .map((row) => ({ row, member: store.find('member', row.id, team.parent) }));
  const ordered = [
    ...rows.filter(({ row }) => row.data.role === 'owner'),
    ...rows.filter(({ row }) => row.data.role !== 'owner'),
  ];
  const members = table(`Members of ${team.data.title}`, 'No members.', ordered, [
    ['Name', ({ row, member }) => isolateDirection(member?.data.displayName ?? row.id)],
    ['E-mail', ({ member }) => isolateDirection(member?.data.email ?? '')],
    ['In the team', ({ row }) => (row.data.role === 'owner' ? badge('owner', 'good') : 'member')],
    ['Role', ({ member }) => member && roleName(member.data.role)],
  ]);
  return html`<div data-fragment="team">${members}</div>`;
}

function providers({ store }: Context, organization: string) {
  const rows = store.children('saml-provider', organization);
  if (rows.length === 0) return undefined;
  return titledTable('SAML providers', 'No providers.', rows, [
    ['Label', ({ data }) => isolateDirection(data.label)],
    ['State', ({ data }) => (isConfigured(data) ? badge('active', 'good') : badge('pending', 'warm'))],
    ['Default team', ({ data }) => isolateDirection(store.find('team', data.defaultTeam ?? '')?.data.title ?? 'none')],
    ['Default role', ({ data }) => roleName(data.defaultRole)],
    ['Created', ({ data }) => dateTime(data.createdAt), 'number'],
  ]);
}

function invites({ store }: Context, organization: string) {
  const rows = store.children('link-invite', organization);
  if (rows.length === 0) return undefined;
  return titledTable('Link invites', 'No invites.', rows, [
    ['Id', ({ id }) => html`<code>${id}</code>`, 'code'],
    ['Role', ({ data }) => data.role ?? 'guest'],
  ]);
}
