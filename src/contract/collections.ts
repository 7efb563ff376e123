/** Contract section "Collections". */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { ContentMove, Space, Transfer } from './spaces.ts';
import { DefaultLevel, Id, listOf, Permissions, pageQuery, Urls } from './wire.ts';

const section = 'Collections';

export const Collection = Type.Object({
  object: Type.Literal('collection'),
  id: Id,
  title: Type.String({ maxLength: 50 }),
  description: Type.Optional(Type.String({ maxLength: 100 })),
  organization: Id,
  parent: Type.Optional(Id),
  defaultLevel: DefaultLevel,
  urls: Type.Optional(Urls),
  permissions: Type.Optional(Permissions),
});

export const getCollection = endpoint({
  name: 'getCollection',
  section,
  method: 'GET',
  path: '/v1/collections/{collectionId}',
  reply: Collection,
  success: 200,
});

export const deleteCollection = endpoint({
  name: 'deleteCollection',
  section,
  method: 'DELETE',
  path: '/v1/collections/{collectionId}',
  success: 205,
});

export const updateCollection = endpoint({
  name: 'updateCollection',
  section,
  method: 'PATCH',
  path: '/v1/collections/{collectionId}',
  body: Type.Object({
    title: Type.Optional(Type.String({ maxLength: 50 })),
    description: Type.Optional(Type.String({ maxLength: 100 })),
    defaultLevel: Type.Optional(DefaultLevel),
  }),
  reply: Collection,
  success: 200,
});

export const listCollectionSpaces = endpoint({
  name: 'listCollectionSpaces',
  section,
  method: 'GET',
  path: '/v1/collections/{collectionId}/spaces',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(Space),
  success: 200,
  isPaged: true,
});

export const moveCollection = endpoint({
  name: 'moveCollection',
  section,
  method: 'POST',
  path: '/v1/collections/{collectionId}/move',
  body: ContentMove,
  reply: Collection,
  success: 200,
  isIdempotent: true,
});

export const transferCollection = endpoint({
  name: 'transferCollection',
  section,
  method: 'POST',
  path: '/v1/collections/{collectionId}/transfer',
  body: Transfer,
  reply: Collection,
  success: 200,
});

/** `nested` is true by default: nested collections are listed too. */
export const listCollections = endpoint({
  name: 'listCollections',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/collections',
  query: Type.Object({ ...pageQuery, nested: Type.Optional(Type.Boolean({ default: true })) }),
  reply: listOf(Collection),
  success: 200,
  isPaged: true,
});

export const createCollection = endpoint({
  name: 'createCollection',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/collections',
  body: Type.Object({ title: Type.Optional(Type.String({ maxLength: 50 })), parent: Type.Optional(Id) }),
  reply: Collection,
  success: 201,
});
