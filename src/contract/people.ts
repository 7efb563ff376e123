/** Schemas of users, members and teams, which embed each other. */
import { Type } from '@sinclair/typebox';
import { DateTime, Id, oneOf, Permissions, RoleOrNull, Urls } from './endpoint.ts';

export const User = Type.Object({
  object: Type.Literal('user'),
  id: Id,
  displayName: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  photoURL: Type.Optional(Type.String()),
  urls: Type.Optional(Urls),
});

/** `role` is null for guests; the id is that of the user. */
export const Member = Type.Object({
  object: Type.Literal('member'),
  id: Id,
  role: RoleOrNull,
  user: User,
  disabled: Type.Optional(Type.Boolean()),
  joinedAt: DateTime,
  lastSeenAt: Type.Optional(DateTime),
  sso: Type.Optional(Type.Boolean()),
  spaces: Type.Optional(Type.Number()),
  teams: Type.Optional(Type.Number()),
});

/** An `owner` can manage the members of the team. */
export const TeamRole = oneOf(['owner', 'member']);

export const Team = Type.Object({
  object: Type.Literal('team'),
  id: Id,
  title: Type.String(),
  members: Type.Optional(Type.Number()),
  spaces: Type.Optional(Type.Number()),
  createdAt: Type.Optional(DateTime),
  permissions: Type.Optional(Permissions),
});
