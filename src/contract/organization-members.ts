/** Contract section "Organization members". */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { Member, Team, TeamRole } from './people.ts';
import { roles } from './roles.ts';
import { Space } from './spaces.ts';
import { ListOrder, listOf, openEnum, pageQuery, Role, RoleOrNull } from './wire.ts';

const section = 'Organization members';

/** `search` matches display name and e-mail; sorting by `lastSeenAt` lists only active members. */
export const listMembers = endpoint({
  name: 'listMembers',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members',
  query: Type.Object({
    ...pageQuery,
    order: Type.Optional(ListOrder),
    role: Type.Optional(openEnum([...roles, 'guest'])),
    search: Type.Optional(Type.String()),
    sort: Type.Optional(openEnum(['joinedAt', 'lastSeenAt'])),
  }),
  reply: listOf(Member),
  success: 200,
  isPaged: true,
});

export const getMember = endpoint({
  name: 'getMember',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  reply: Member,
  success: 200,
});

export const deleteMember = endpoint({
  name: 'deleteMember',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  success: 204,
});

export const updateMember = endpoint({
  name: 'updateMember',
  section,
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  body: Type.Object({ role: Type.Optional(RoleOrNull) }),
  reply: Member,
  success: 200,
});

/** Updates the last-seen time of the caller; the reply may carry a token of visitor claims. */
export const ping = endpoint({
  name: 'ping',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/ping',
  reply: Type.Object({ serviceVisitorClaims: Type.Optional(Type.String()) }),
  success: 200,
  isIdempotent: true,
});

/** The user becomes an SSO member; no operation undoes it. */
export const makeMemberSso = endpoint({
  name: 'makeMemberSso',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/members/{userId}/sso',
  reply: Member,
  success: 200,
  isIdempotent: true,
});

export const listMemberSpaces = endpoint({
  name: 'listMemberSpaces',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}/spaces',
  query: Type.Object({ ...pageQuery, order: Type.Optional(ListOrder) }),
  reply: listOf(Type.Object({ permission: Role, space: Space })),
  success: 200,
  isPaged: true,
});

/** `title` filters by part of the title, in any case. */
export const listMemberTeams = endpoint({
  name: 'listMemberTeams',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}/teams',
  query: Type.Object({ ...pageQuery, title: Type.Optional(Type.String()) }),
  reply: listOf(Type.Object({ team: Team, member: Type.Object({ role: TeamRole }) })),
  success: 200,
  isPaged: true,
});
