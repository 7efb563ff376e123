/** Invitations and the caller on GitBook. */
import { Type } from '@sinclair/typebox';
import { LinkInvite } from '../2025-06/organizations.ts';
import { User } from '../2025-06/people.ts';
import { createSectionDefiners, Id, optional, partialObject } from '../endpoint.ts';
import { RoleOrNull } from '../role-schemas.ts';

const { get, list, patch, post } = createSectionDefiners('People');

const organization = '/v1/orgs/{organizationId}';

const Email = Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$' });

/** The user of the token. */
export const getCaller = get('getCaller', '/v1/user', { reply: User });

/** `role` is for e-mail addresses without their own. Invited people are members after they accept. */
export const inviteMembers = post('inviteMembers', `${organization}/invites`, {
  body: Type.Object({
    emails: Type.Array(Type.Union([Email, Type.Object({ email: Email, role: RoleOrNull })])),
    role: Type.Optional(RoleOrNull),
    sso: optional.flag,
  }),
  reply: Type.Object({
    users: Type.Array(Id),
    invited: Type.Number(),
    failedSSOEmails: Type.Optional(Type.Array(Type.String())),
  }),
  success: 200,
});

/** People who follow the link of a role `null` become guests. */
const GuestLinkInvite = Type.Object({ ...LinkInvite.properties, role: RoleOrNull });

export const listLinkInvites = list('listLinkInvites', `${organization}/link-invites`, GuestLinkInvite);

/** An invite to a space or a collection, which the list does not contain. */
const ContentLinkInvite = Type.Object({
  object: Type.Literal('invite'),
  id: Id,
  level: RoleOrNull,
  redundant: optional.flag,
  space: Type.Optional(Type.Object({ id: Id })),
  collection: Type.Optional(Type.Object({ id: Id })),
});

/** With a role to the organization, or with a level to a space or a collection. */
export const createLinkInvite = post('createLinkInvite', `${organization}/link-invites`, {
  body: partialObject({ role: RoleOrNull, level: RoleOrNull, space: Id, collection: Id }),
  reply: Type.Union([GuestLinkInvite, ContentLinkInvite]),
});

export const getLinkInvite = get('getLinkInvite', `${organization}/link-invites/{inviteId}`, {
  reply: GuestLinkInvite,
});

export const updateLinkInvite = patch('updateLinkInvite', `${organization}/link-invites/{inviteId}`, {
  body: partialObject({ role: RoleOrNull, level: RoleOrNull }),
  reply: Type.Union([GuestLinkInvite, ContentLinkInvite]),
});
