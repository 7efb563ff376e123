/** Contract section "Change request content": revisions with their pages and files, and the links between contents. */
import { Type } from '@sinclair/typebox';
import {
  createSectionDefiners,
  Id,
  listAnswer,
  openEnumSchema,
  optional,
  pageQuery,
  partialObject,
} from '../endpoint.ts';
import { enumSchema } from '../role-schemas.ts';
import { formatQuery } from './comments.ts';

/** `ok`: no problem; `broken`: the target is not in the revision; `in-app`: points into the application. */
export const LinkStatus = enumSchema(['ok', 'broken', 'in-app']);

const embedded = Type.Optional(Type.Object({}));

/** The source or target of a link. The contract shows only the members for kind `file`, so others are accepted. */
export const ContentReferenceDetail = Type.Object({
  kind: openEnumSchema(['file', 'url', 'page', 'user', 'collection', 'space', 'reusable-content', 'openapi']),
  organization: embedded,
  space: embedded,
  versionContext: embedded,
  file: embedded,
  page: embedded,
  url: optional.text,
  user: embedded,
  collection: embedded,
  reusableContent: embedded,
  openAPISpec: embedded,
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

export const LinksList = Type.Object({ ...listAnswer(Link).properties, stats: LinkStatistics });

const GitEntry = Type.Object({ oid: Type.String(), path: Type.String() });

export const File = Type.Object({
  id: Id,
  name: Type.String(),
  contentType: optional.text,
  downloadURL: optional.text,
  size: optional.number,
  dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
  git: Type.Optional(GitEntry),
});

const Layout = partialObject({
  cover: Type.Boolean(),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  coverSize: openEnumSchema(['hero']),
});

const CoverReference = Type.Object({ kind: Type.String(), file: optional.text });

const Cover = partialObject({
  ref: CoverReference,
  refDark: CoverReference,
  yPos: Type.Number(),
});

/** The source of a computed page; only the dependency on an OpenAPI specification is shown. */
const Computed = Type.Object({
  type: openEnumSchema(['builtin:openapi']),
  dependencies: Type.Optional(
    partialObject({
      spec: Type.Object({ ref: Type.Object({ kind: Type.String(), spec: Type.String() }) }),
    }),
  ),
  props: Type.Optional(Type.Object({})),
});

const pageFields = {
  id: Id,
  title: Type.String(),
  emoji: optional.text,
  icon: optional.text,
  createdAt: optional.time,
  updatedAt: optional.time,
  markdown: optional.text,
  type: Type.Optional(openEnumSchema(['document', 'group', 'link', 'computed'])),
  urls: optional.urls,
  slug: optional.text,
  path: optional.text,
  description: optional.text,
  documentId: optional.text,
  git: Type.Optional(GitEntry),
  layout: Type.Optional(Layout),
  cover: Type.Optional(Cover),
  hidden: optional.flag,
  noIndex: optional.flag,
  noRobotsIndex: optional.flag,
  computed: Type.Optional(Computed),
  computedSeed: optional.text,
};

/** A recursive schema would need a name and compile only once, so three generations are written out. */
const GrandchildPage = Type.Object({ ...pageFields, pages: Type.Optional(Type.Array(Type.Unknown())) });
const ChildPage = Type.Object({ ...pageFields, pages: Type.Optional(Type.Array(GrandchildPage)) });

export const Page = Type.Object({ ...pageFields, pages: Type.Optional(Type.Array(ChildPage)) });

const ReusableContent = Type.Object({
  id: Id,
  title: Type.String(),
  document: Type.Optional(Type.Unknown()),
  git: Type.Optional(GitEntry),
});

const Commit = Type.Object({
  oid: Type.String(),
  message: optional.text,
  createdByService: optional.flag,
  url: optional.text,
  ref: optional.text,
});

export const Revision = Type.Object({
  object: Type.Literal('revision'),
  id: Id,
  parents: Type.Array(Id),
  pages: Type.Array(Page),
  files: Type.Array(File),
  reusableContents: Type.Optional(Type.Array(ReusableContent)),
  createdAt: optional.time,
  git: Type.Optional(Commit),
  urls: optional.urls,
  type: openEnumSchema(['edits', 'merge', 'rollback', 'update', 'computed']),
});

const { get, list, post } = createSectionDefiners('Change request content');

/** A change request has an id, and a number within the space. */
const content = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content';
const file = `${content}/files/{fileId}` as const;
const page = `${content}/page/{pageId}` as const;

/** `metadata: false` leaves out mutable git metadata, `computed: false` skips computing content; both are faster. */
const contentQuery = {
  metadata: Type.Optional(Type.Boolean({ default: true })),
  computed: Type.Optional(Type.Boolean({ default: true })),
};

export const getChangeRequestContent = get('getChangeRequestContent', content, {
  query: Type.Object(contentQuery),
  reply: Revision,
});

export const ImportSource = openEnumSchema([
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const);

export const importChangeRequestContent = post('importChangeRequestContent', `${content}/import`, {
  body: Type.Object({
    url: Type.String({ format: 'uri' }),
    source: ImportSource,
  }),
  reply: Type.Object({ revision: Id, importedResources: Type.Number(), totalResources: Type.Number() }),
});

export const listChangeRequestPages = get('listChangeRequestPages', `${content}/pages`, {
  query: Type.Object(contentQuery),
  reply: Type.Object({ pages: Type.Array(Page) }),
});

export const listChangeRequestFiles = list('listChangeRequestFiles', `${content}/files`, File, contentQuery);

export const getChangeRequestFile = get('getChangeRequestFile', file, {
  query: Type.Object(contentQuery),
  reply: File,
});

export const listChangeRequestFileBacklinks = list(
  'listChangeRequestFileBacklinks',
  `${file}/backlinks`,
  ContentReferenceDetail,
);

export const getChangeRequestPage = get('getChangeRequestPage', page, {
  query: Type.Object({ ...formatQuery, ...contentQuery }),
  reply: Page,
});

export const listChangeRequestPageLinks = get('listChangeRequestPageLinks', `${page}/links`, {
  query: Type.Object(pageQuery),
  reply: LinksList,
  isPaged: true,
});
