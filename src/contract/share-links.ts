/** Contract section "Share links". */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { DateTime, Id, listOf, pageQuery, Urls } from './wire.ts';

const section = 'Share links';

export const ShareLink = Type.Object({
  object: Type.Literal('share-link'),
  id: Id,
  createdAt: DateTime,
  name: Type.Optional(Type.String({ maxLength: 50 })),
  active: Type.Optional(Type.Boolean()),
  urls: Type.Optional(Urls),
});

export const listShareLinks = endpoint({
  name: 'listShareLinks',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(ShareLink),
  success: 200,
  isPaged: true,
});

export const createShareLink = endpoint({
  name: 'createShareLink',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  body: Type.Object({ name: Type.String({ maxLength: 50 }) }),
  reply: ShareLink,
  success: 201,
});

export const deleteShareLink = endpoint({
  name: 'deleteShareLink',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  success: 205,
});

export const updateShareLink = endpoint({
  name: 'updateShareLink',
  section,
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  body: Type.Object({ active: Type.Optional(Type.Boolean()), name: Type.Optional(Type.String({ maxLength: 50 })) }),
  reply: ShareLink,
  success: 200,
});
