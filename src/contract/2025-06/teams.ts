/** Contract section "Teams and team members". */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, Id, optional, partialObject } from '../endpoint.ts';
import { enumSchema } from '../role-schemas.ts';
import { Member } from './people.ts';

const { get, list, patch, put, remove } = createSectionDefiners('Teams and team members');

const all = '/v1/orgs/{organizationId}/teams';
const one = `${all}/{teamId}` as const;
const roster = `${one}/members` as const;
const membership = `${roster}/{userId}` as const;

/** An `owner` can manage the members of the team. */
export const TeamRole = enumSchema(['owner', 'member']);

export const Team = Type.Object({
  object: Type.Literal('team'),
  id: Id,
  title: Type.String(),
  members: optional.number,
  spaces: optional.number,
  createdAt: optional.time,
  permissions: optional.permissions,
});

const Title = Type.String({ minLength: 1, maxLength: 64 });

/** `organization`: the member of the organization. */
export const TeamMember = Type.Object({
  organization: Member,
  team: Type.Object({ role: TeamRole }),
  permissions: optional.permissions,
});

/** `owner`: only teams that this member can manage. `title` matches parts of titles, case-insensitively. */
export const listTeams = list('listTeams', all, Team, {
  owner: optional.id,
  title: optional.text,
});

/** Each PUT creates another team. */
export const createTeam = put('createTeam', all, {
  body: Type.Object({ title: Title, members: Type.Optional(Type.Array(Id)) }),
  reply: Team,
  success: 201,
  isIdempotent: false,
});

export const getTeam = get('getTeam', one, { reply: Team });

export const deleteTeam = remove('deleteTeam', one, { success: 204 });

export const updateTeam = patch('updateTeam', one, { body: Type.Object({ title: Title }), reply: Team });

export const listTeamMembers = list('listTeamMembers', roster, TeamMember);

/** A user in both `add` and `remove` is removed. `add` and `remove` contain user ids or e-mail addresses; `memberships` has user ids as keys. */
export const updateTeamMembers = put('updateTeamMembers', roster, {
  body: partialObject({
    add: Type.Array(Type.String()),
    remove: Type.Array(Type.String()),
    memberships: Type.Record(Type.String(), Type.Object({ role: TeamRole })),
  }),
  success: 204,
});

/** Adds the user if missing. */
export const setTeamMember = put('setTeamMember', membership, {
  body: partialObject({ role: TeamRole }),
  success: 204,
});

export const deleteTeamMember = remove('deleteTeamMember', membership, { success: 204 });
