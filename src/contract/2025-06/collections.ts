/** Contract section "Collections". */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, Id, optional, partialObject } from '../endpoint.ts';
import { DefaultLevel } from '../role-schemas.ts';
import { ContentMove, Space, Transfer } from './spaces.ts';

const { act, get, list, patch, post, remove } = createSectionDefiners('Collections');

const one = '/v1/collections/{collectionId}';
const all = '/v1/orgs/{organizationId}/collections';

export const Collection = Type.Object({
  object: Type.Literal('collection'),
  id: Id,
  title: Type.String({ maxLength: 50 }),
  description: Type.Optional(Type.String({ maxLength: 100 })),
  organization: Id,
  parent: optional.id,
  defaultLevel: DefaultLevel,
  urls: optional.urls,
  permissions: optional.permissions,
});

export const getCollection = get('getCollection', one, { reply: Collection });

export const deleteCollection = remove('deleteCollection', one);

export const updateCollection = patch('updateCollection', one, {
  body: partialObject({
    title: Type.String({ maxLength: 50 }),
    description: Type.String({ maxLength: 100 }),
    defaultLevel: DefaultLevel,
  }),
  reply: Collection,
});

export const listCollectionSpaces = list('listCollectionSpaces', `${one}/spaces`, Space);

export const moveCollection = act('moveCollection', `${one}/move`, { body: ContentMove, reply: Collection });

export const transferCollection = post('transferCollection', `${one}/transfer`, {
  body: Transfer,
  reply: Collection,
  success: 200,
});

/** `nested` is true by default: nested collections are listed too. */
export const listCollections = list('listCollections', all, Collection, {
  nested: Type.Optional(Type.Boolean({ default: true })),
});

export const createCollection = post('createCollection', all, {
  body: partialObject({ title: Type.String({ maxLength: 50 }), parent: Id }),
  reply: Collection,
});
