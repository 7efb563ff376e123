/** Links and references between contents, as spaces and change requests list them. */
import { Type } from '@sinclair/typebox';
import { listOf, oneOf, openEnum, optional } from './endpoint.ts';

/** `ok`: no problem; `broken`: the target is not in the revision; `in-app`: points into the application. */
export const LinkStatus = oneOf(['ok', 'broken', 'in-app']);

/** The source or target of a link. The contract shows only the members for kind `file`, so others are accepted. */
export const ContentReferenceDetail = Type.Object({
  kind: openEnum(['file', 'url', 'page', 'user', 'collection', 'space', 'reusable-content', 'openapi']),
  organization: Type.Optional(Type.Object({})),
  space: Type.Optional(Type.Object({})),
  versionContext: Type.Optional(Type.Object({})),
  file: Type.Optional(Type.Object({})),
  page: Type.Optional(Type.Object({})),
  url: optional.text,
  user: Type.Optional(Type.Object({})),
  collection: Type.Optional(Type.Object({})),
  reusableContent: Type.Optional(Type.Object({})),
  openAPISpec: Type.Optional(Type.Object({})),
});

const Link = Type.Object({
  status: LinkStatus,
  relation: optional.text,
  targetReference: Type.Optional(ContentReferenceDetail),
  locationReferences: Type.Optional(Type.Array(ContentReferenceDetail)),
});

const LinkStatistics = Type.Object({
  total: Type.Number(),
  broken: Type.Object({ total: Type.Number(), changeRequest: optional.number }),
});

export const LinksList = Type.Object({ ...listOf(Link).properties, stats: LinkStatistics });
