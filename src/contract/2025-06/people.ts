/** Schemas of users, members and teams, which embed each other. */
import { Type } from '@sinclair/typebox';
import { DateTime, Id, optional } from '../endpoint.ts';
import { enumSchema, RoleOrNull } from '../role-schemas.ts';

export const User = Type.Object({
  object: Type.Literal('user'),
  id: Id,
  displayName: optional.text,
  email: optional.text,
  photoURL: optional.text,
  urls: optional.urls,
});

/** `role` is null for guests; the id is that of the user. */
export const Member = Type.Object({
  object: Type.Literal('member'),
  id: Id,
  role: RoleOrNull,
  user: User,
  disabled: optional.flag,
  joinedAt: DateTime,
  lastSeenAt: optional.time,
  sso: optional.flag,
  spaces: optional.number,
  teams: optional.number,
});

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
