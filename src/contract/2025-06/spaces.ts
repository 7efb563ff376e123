/** Contract section "Spaces". */
import { Type } from '@sinclair/typebox';
import {
  createSectionDefiners,
  DateTime,
  Id,
  openEnumSchema,
  optional,
  pageQuery,
  partialObject,
  positionSchema,
} from '../endpoint.ts';
import { DefaultLevel, enumSchema } from '../role-schemas.ts';
import { LinkStatus, LinksList } from './change-request-content.ts';

const { act, get, patch, post, remove } = createSectionDefiners('Spaces');

const one = '/v1/spaces/{spaceId}';

const EditMode = enumSchema(['live', 'locked']);

export const GitSync = partialObject({
  repoName: Type.String(),
  installationProvider: openEnumSchema(['github', 'gitlab', 'github-legacy']),
  integration: Type.String(),
  url: Type.String(),
  updatedAt: DateTime,
});

export const Space = Type.Object({
  object: Type.Literal('space'),
  id: Id,
  title: Type.String({ maxLength: 50 }),
  emoji: Type.String({ maxLength: 50 }),
  visibility: enumSchema(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']),
  createdAt: DateTime,
  updatedAt: DateTime,
  deletedAt: optional.time,
  editMode: Type.Optional(EditMode),
  organization: Id,
  parent: optional.id,
  visitorAuth: Type.Optional(partialObject({ backend: openEnumSchema(['custom', 'integration']) })),
  gitSync: Type.Optional(GitSync),
  revision: Id,
  defaultLevel: DefaultLevel,
  comments: Type.Number(),
  changeRequests: Type.Number(),
  changeRequestsOpen: Type.Number(),
  changeRequestsDraft: Type.Number(),
  urls: optional.urls,
  permissions: optional.permissions,
});

/** Spaces and collections of one parent share an order, so a position can name either. */
const ContentReference = Type.Union([
  Type.Object({ type: Type.Literal('space'), space: Id }),
  Type.Object({ type: Type.Literal('collection'), collection: Id }),
]);

/** Moves a space or collection to another parent, to another position, or both. */
export const ContentMove = Type.Object({
  parent: Type.Optional(Type.Union([Id, Type.Null()])),
  position: positionSchema(ContentReference).properties.position,
});

export const Transfer = Type.Object({ organization: Id });

export const getSpace = get('getSpace', one, {
  query: Type.Object({ shareKey: optional.text }),
  reply: Space,
});

export const deleteSpace = remove('deleteSpace', one);

export const SpaceChanges = partialObject({
  editMode: EditMode,
  title: Type.String({ maxLength: 50 }),
  defaultLevel: DefaultLevel,
  emoji: Type.String({ maxLength: 50, format: 'emoji' }),
});

export const updateSpace = patch('updateSpace', one, { body: SpaceChanges, reply: Space });

export const duplicateSpace = post('duplicateSpace', `${one}/duplicate`, { reply: Space });

export const restoreSpace = act('restoreSpace', `${one}/restore`, { reply: Space });

export const moveSpace = act('moveSpace', `${one}/move`, { body: ContentMove, reply: Space });

export const transferSpace = post('transferSpace', `${one}/transfer`, { body: Transfer, reply: Space, success: 200 });

export const listSpaceLinks = get('listSpaceLinks', `${one}/links`, {
  query: Type.Object({ ...pageQuery, status: Type.Optional(LinkStatus) }),
  reply: LinksList,
  isPaged: true,
});
