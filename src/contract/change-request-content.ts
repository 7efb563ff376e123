/** Contract section "Change request content". A change request has an id, and a number within the space. */
import { Type } from '@sinclair/typebox';
import { formatQuery } from './comments.ts';
import { Id, openEnum, operations, pageQuery } from './endpoint.ts';
import { ContentReferenceDetail, LinksList } from './links.ts';
import { File, Page, Revision } from './revisions.ts';

const { get, list, post } = operations('Change request content');

const content = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content';
const file = `${content}/files/{fileId}` as const;
const page = `${content}/page/{pageId}` as const;

/** `metadata: false` leaves out mutable git metadata, `computed: false` skips computing content; both are faster. */
const contentQuery = {
  metadata: Type.Optional(Type.Boolean({ default: true })),
  computed: Type.Optional(Type.Boolean({ default: true })),
};

export const getChangeRequestContent = get('getChangeRequestContent', content, {
  query: Type.Object({ ...contentQuery }),
  reply: Revision,
});

export const ImportSource = openEnum([
  ...['website', 'docx', 'markdown', 'html', 'zip', 'confluence'],
  ...['github-wiki', 'notion', 'google-docs'],
] as const);

export const importChangeRequestContent = post('importChangeRequestContent', `${content}/import`, {
  body: Type.Object({
    url: Type.String({ format: 'uri' }),
    source: ImportSource,
  }),
  reply: Type.Object({ revision: Id, importedResources: Type.Number(), totalResources: Type.Number() }),
});

export const listChangeRequestPages = get('listChangeRequestPages', `${content}/pages`, {
  query: Type.Object({ ...contentQuery }),
  reply: Type.Object({ pages: Type.Array(Page) }),
});

export const listChangeRequestFiles = list('listChangeRequestFiles', `${content}/files`, File, { ...contentQuery });

export const getChangeRequestFile = get('getChangeRequestFile', file, {
  query: Type.Object({ ...contentQuery }),
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
  query: Type.Object({ ...pageQuery }),
  reply: LinksList,
  isPaged: true,
});
