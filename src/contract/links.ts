/** Links and references between contents, as spaces and change requests list them. */
import { Type } from '@sinclair/typebox';
import { listOf, oneOf, openEnum } from './wire.ts';

/** `ok`: no problem; `broken`: the target is not in the revision; `in-app`: points into the application. */
export const LinkStatus = oneOf(['ok', 'broken', 'in-app']);

/** What a link points to or stands in. The contract shows the members for kind `file` only, so further ones pass. */
export const ContentReferenceDetail = Type.Object({
  kind: openEnum(['file', 'url', 'page', 'user', 'collection', 'space', 'reusable-content', 'openapi']),
  organization: Type.Optional(Type.Object({})),
  space: Type.Optional(Type.Object({})),
  versionContext: Type.Optional(Type.Object({})),
  file: Type.Optional(Type.Object({})),
  /** Of kind `page`; named like `file`. */
  page: Type.Optional(Type.Object({})),
  /** Of kind `url`. */
  url: Type.Optional(Type.String()),
  /** Of kinds `user`, `collection` and `reusable-content`; named like `file`. */
  user: Type.Optional(Type.Object({})),
  collection: Type.Optional(Type.Object({})),
  reusableContent: Type.Optional(Type.Object({})),
  /** Of kind `openapi`. */
  openAPISpec: Type.Optional(Type.Object({})),
});

const Link = Type.Object({
  status: LinkStatus,
  relation: Type.Optional(Type.String()),
  targetReference: Type.Optional(ContentReferenceDetail),
  locationReferences: Type.Optional(Type.Array(ContentReferenceDetail)),
});

const LinkStatistics = Type.Object({
  total: Type.Number(),
  broken: Type.Object({ total: Type.Number(), changeRequest: Type.Optional(Type.Number()) }),
});

/** List envelope of links, with `stats` beside the items. */
export const LinksList = Type.Object({ ...listOf(Link).properties, stats: LinkStatistics });
