/** Revisions, pages and files: the content of a change request. */
import { Type } from '@sinclair/typebox';
import { Id, openEnum, optional, partial } from './endpoint.ts';

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

const Layout = partial({
  cover: Type.Boolean(),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  coverSize: openEnum(['hero']),
});

const CoverReference = Type.Object({ kind: Type.String(), file: optional.text });

const Cover = partial({
  ref: CoverReference,
  refDark: CoverReference,
  yPos: Type.Number(),
});

/** The source of a computed page; only the dependency on an OpenAPI specification is shown. */
const Computed = Type.Object({
  type: openEnum(['builtin:openapi']),
  dependencies: Type.Optional(
    partial({
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
  type: Type.Optional(openEnum(['document', 'group', 'link', 'computed'])),
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
  type: openEnum(['edits', 'merge', 'rollback', 'update', 'computed']),
});
