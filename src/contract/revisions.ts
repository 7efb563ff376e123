/** Revisions, pages and files: the content of a change request. */
import { Type } from '@sinclair/typebox';
import { DateTime, Id, openEnum, Urls } from './endpoint.ts';

const GitEntry = Type.Object({ oid: Type.String(), path: Type.String() });

export const File = Type.Object({
  id: Id,
  name: Type.String(),
  contentType: Type.Optional(Type.String()),
  downloadURL: Type.Optional(Type.String()),
  size: Type.Optional(Type.Number()),
  dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
  git: Type.Optional(GitEntry),
});

const Layout = Type.Object({
  cover: Type.Optional(Type.Boolean()),
  title: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.Boolean()),
  tableOfContents: Type.Optional(Type.Boolean()),
  outline: Type.Optional(Type.Boolean()),
  pagination: Type.Optional(Type.Boolean()),
  coverSize: Type.Optional(openEnum(['hero'])),
});

const CoverReference = Type.Object({ kind: Type.String(), file: Type.Optional(Type.String()) });

const Cover = Type.Object({
  ref: Type.Optional(CoverReference),
  refDark: Type.Optional(CoverReference),
  yPos: Type.Optional(Type.Number()),
});

/** The source of a computed page; only the dependency on an OpenAPI specification is shown. */
const Computed = Type.Object({
  type: openEnum(['builtin:openapi']),
  dependencies: Type.Optional(
    Type.Object({
      spec: Type.Optional(Type.Object({ ref: Type.Object({ kind: Type.String(), spec: Type.String() }) })),
    }),
  ),
  props: Type.Optional(Type.Object({})),
});

const pageFields = {
  id: Id,
  title: Type.String(),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  createdAt: Type.Optional(DateTime),
  updatedAt: Type.Optional(DateTime),
  markdown: Type.Optional(Type.String()),
  type: Type.Optional(openEnum(['document', 'group', 'link', 'computed'])),
  urls: Type.Optional(Urls),
  slug: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String()),
  git: Type.Optional(GitEntry),
  layout: Type.Optional(Layout),
  cover: Type.Optional(Cover),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  computed: Type.Optional(Computed),
  computedSeed: Type.Optional(Type.String()),
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
  message: Type.Optional(Type.String()),
  createdByService: Type.Optional(Type.Boolean()),
  url: Type.Optional(Type.String()),
  ref: Type.Optional(Type.String()),
});

export const Revision = Type.Object({
  object: Type.Literal('revision'),
  id: Id,
  parents: Type.Array(Id),
  pages: Type.Array(Page),
  files: Type.Array(File),
  reusableContents: Type.Optional(Type.Array(ReusableContent)),
  createdAt: Type.Optional(DateTime),
  git: Type.Optional(Commit),
  urls: Type.Optional(Urls),
  type: openEnum(['edits', 'merge', 'rollback', 'update', 'computed']),
});
