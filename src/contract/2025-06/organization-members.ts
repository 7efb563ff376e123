/** Contract section "Organization members". */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, ListOrder, openEnumSchema, optional, partialObject } from '../endpoint.ts';
import { Role, RoleOrNull } from '../role-schemas.ts';
import { roles } from '../roles.ts';
import { Member } from './people.ts';
import { Space } from './spaces.ts';
import { Team, TeamRole } from './teams.ts';

const { act, get, list, patch, remove } = createSectionDefiners('Organization members');

const all = '/v1/orgs/{organizationId}/members';
const one = `${all}/{userId}` as const;

export const MemberFilter = openEnumSchema([...roles, 'guest']);
export const MemberSort = openEnumSchema(['joinedAt', 'lastSeenAt']);

/** `search` matches display name and e-mail; sorting by `lastSeenAt` lists only active members. */
export const listMembers = list('listMembers', all, Member, {
  order: Type.Optional(ListOrder),
  role: Type.Optional(MemberFilter),
  search: optional.text,
  sort: Type.Optional(MemberSort),
});

export const getMember = get('getMember', one, { reply: Member });

export const deleteMember = remove('deleteMember', one, { success: 204 });

export const updateMember = patch('updateMember', one, {
  body: partialObject({ role: RoleOrNull }),
  reply: Member,
});

/** Updates the last-seen time of the caller; the reply may carry a token of visitor claims. */
export const ping = act('ping', '/v1/orgs/{organizationId}/ping', {
  reply: Type.Object({ serviceVisitorClaims: optional.text }),
});

/** No operation reverts this. */
export const makeMemberSso = act('makeMemberSso', `${one}/sso`, { reply: Member });

export const listMemberSpaces = list(
  'listMemberSpaces',
  `${one}/spaces`,
  Type.Object({ permission: Role, space: Space }),
  {
    order: Type.Optional(ListOrder),
  },
);

/** `title` matches parts of titles, case-insensitively. */
export const listMemberTeams = list(
  'listMemberTeams',
  `${one}/teams`,
  Type.Object({ team: Team, member: Type.Object({ role: TeamRole }) }),
  { title: optional.text },
);
