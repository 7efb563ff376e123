/** Permissions of teams and people in spaces, collections and sites on GitBook. */
import { type TSchema, Type } from '@sinclair/typebox';
import { User } from '../2025-06/people.ts';
import { Team } from '../2025-06/teams.ts';
import { createSectionDefiners, Id, optional, partialObject } from '../endpoint.ts';
import { enumSchema, Role, RoleOrNull } from '../role-schemas.ts';

const { list, patch, post, remove } = createSectionDefiners('Permissions');

const Ids = Type.Optional(Type.Array(Id, { minItems: 1 }));

/** `roles`: that an update can set. `access`: an entry of the list of everyone with access. */
function permissionOperations<const N extends string, const P extends string, R extends TSchema, A extends TSchema>(
  name: N,
  path: P,
  { roles, access }: { roles: R; access: A },
) {
  const all = `${path}/permissions` as const;
  const [team, user] = [`${all}/teams/{teamId}`, `${all}/users/{userId}`] as const;
  const update = { body: partialObject({ role: roles }), success: 204 };
  const granted = Type.Object({ role: RoleOrNull, teams: Ids, users: Ids });
  return {
    grant: post(`grantIn${name}`, all, { body: granted, success: 204 }),
    listTeams: list(`listTeamsIn${name}`, `${all}/teams` as const, Type.Object({ permission: RoleOrNull, team: Team })),
    updateTeam: patch(`updateTeamIn${name}`, team, update),
    removeTeam: remove(`removeTeamIn${name}`, team),
    listUsers: list(`listUsersIn${name}`, `${all}/users` as const, Type.Object({ permission: RoleOrNull, user: User })),
    updateUser: patch(`updateUserIn${name}`, user, update),
    removeUser: remove(`removeUserIn${name}`, user),
    /** Each person with the highest of all their levels. */
    listAccess: list(`listAccessIn${name}`, `${all}/aggregate` as const, access, { role: Type.Optional(Role) }),
  };
}

const inContent = { roles: RoleOrNull, access: Type.Object({ permission: Role, user: User }) };

export const spacePermissions = permissionOperations('Space', '/v1/spaces/{spaceId}', inContent);
export const collectionPermissions = permissionOperations('Collection', '/v1/collections/{collectionId}', inContent);

const Origin = Type.Union([
  Type.Object({ type: Type.Literal('organization'), organization: Id }),
  Type.Object({
    type: Type.Literal('site'),
    site: Id,
    reason: enumSchema(['member', 'team', 'default']),
    team: optional.id,
  }),
]);

export const sitePermissions = permissionOperations('Site', '/v1/orgs/{organizationId}/sites/{siteId}', {
  roles: Role,
  access: Type.Object({ permission: RoleOrNull, user: User, origin: Origin, disabled: Type.Boolean() }),
});
