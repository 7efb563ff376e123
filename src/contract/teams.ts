/** Contract section "Teams and team members". */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { Member, Team, TeamRole } from './people.ts';
import { Id, listOf, Permissions, pageQuery } from './wire.ts';

const section = 'Teams and team members';

const Title = Type.String({ minLength: 1, maxLength: 64 });

/** `organization` is the member as the organization knows it. */
export const TeamMember = Type.Object({
  organization: Member,
  team: Type.Object({ role: TeamRole }),
  permissions: Type.Optional(Permissions),
});

/** `owner` keeps only teams that this member can manage; `title` filters by part of the title, in any case. */
export const listTeams = endpoint({
  name: 'listTeams',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams',
  query: Type.Object({ ...pageQuery, owner: Type.Optional(Id), title: Type.Optional(Type.String()) }),
  reply: listOf(Team),
  success: 200,
  isPaged: true,
});

/** A PUT, yet each one makes another team. */
export const createTeam = endpoint({
  name: 'createTeam',
  section,
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams',
  body: Type.Object({ title: Title, members: Type.Optional(Type.Array(Id)) }),
  reply: Team,
  success: 201,
  isIdempotent: false,
});

export const getTeam = endpoint({
  name: 'getTeam',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  reply: Team,
  success: 200,
});

export const deleteTeam = endpoint({
  name: 'deleteTeam',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  success: 204,
});

export const updateTeam = endpoint({
  name: 'updateTeam',
  section,
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  body: Type.Object({ title: Title }),
  reply: Team,
  success: 200,
});

export const listTeamMembers = endpoint({
  name: 'listTeamMembers',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(TeamMember),
  success: 200,
  isPaged: true,
});

/** A user both added and removed ends removed. `add` and `remove` take user ids or e-mails; `memberships` is keyed by user id. */
export const updateTeamMembers = endpoint({
  name: 'updateTeamMembers',
  section,
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
  body: Type.Object({
    add: Type.Optional(Type.Array(Type.String())),
    remove: Type.Optional(Type.Array(Type.String())),
    memberships: Type.Optional(Type.Record(Type.String(), Type.Object({ role: TeamRole }))),
  }),
  success: 204,
});

/** Adds the user where absent. */
export const setTeamMember = endpoint({
  name: 'setTeamMember',
  section,
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
  body: Type.Object({ role: Type.Optional(TeamRole) }),
  success: 204,
});

export const deleteTeamMember = endpoint({
  name: 'deleteTeamMember',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
  success: 204,
});
