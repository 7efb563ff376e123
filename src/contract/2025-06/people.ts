/** Schemas of users and members, which other schemas embed. */
import { Type } from '@sinclair/typebox';
import { DateTime, Id, optional } from '../endpoint.ts';
import { RoleOrNull } from '../role-schemas.ts';

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
