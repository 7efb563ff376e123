/** Contract section "Share links". */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, Id, optional, partialObject } from '../endpoint.ts';

const { list, patch, post, remove } = createSectionDefiners('Share links');

const all = '/v1/orgs/{organizationId}/sites/{siteId}/share-links';
const one = `${all}/{shareLinkId}` as const;

export const ShareLink = Type.Object({
  object: Type.Literal('share-link'),
  id: Id,
  createdAt: DateTime,
  name: Type.Optional(Type.String({ maxLength: 50 })),
  active: optional.flag,
  urls: optional.urls,
});

export const listShareLinks = list('listShareLinks', all, ShareLink);

export const createShareLink = post('createShareLink', all, {
  body: Type.Object({ name: Type.String({ maxLength: 50 }) }),
  reply: ShareLink,
});

export const deleteShareLink = remove('deleteShareLink', one);

export const updateShareLink = patch('updateShareLink', one, {
  body: partialObject({ active: Type.Boolean(), name: Type.String({ maxLength: 50 }) }),
  reply: ShareLink,
});
