/** Contract section "Change request content". A change request is named by its id or by its number within the space. */
import { Type } from '@sinclair/typebox';
import { formatQuery } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { ContentReferenceDetail, LinksList } from './links.ts';
import { File, Page, Revision } from './revisions.ts';
import { Id, listOf, openEnum, pageQuery } from './wire.ts';

const section = 'Change request content';

/** `metadata: false` leaves out mutable git metadata, `computed: false` skips computing content; both are faster. */
const contentQuery = {
  metadata: Type.Optional(Type.Boolean({ default: true })),
  computed: Type.Optional(Type.Boolean({ default: true })),
};

export const getChangeRequestContent = endpoint({
  name: 'getChangeRequestContent',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
  query: Type.Object({ ...contentQuery }),
  reply: Revision,
  success: 200,
});

export const importChangeRequestContent = endpoint({
  name: 'importChangeRequestContent',
  section,
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
  body: Type.Object({
    url: Type.String({ format: 'uri' }),
    source: openEnum(['website', 'docx', 'markdown', 'html', 'zip', 'confluence', 'github-wiki', 'notion', 'google-docs']),
  }),
  reply: Type.Object({ revision: Id, importedResources: Type.Number(), totalResources: Type.Number() }),
  success: 201,
});

export const listChangeRequestPages = endpoint({
  name: 'listChangeRequestPages',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
  query: Type.Object({ ...contentQuery }),
  reply: Type.Object({ pages: Type.Array(Page) }),
  success: 200,
});

export const listChangeRequestFiles = endpoint({
  name: 'listChangeRequestFiles',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
  query: Type.Object({ ...pageQuery, ...contentQuery }),
  reply: listOf(File),
  success: 200,
  isPaged: true,
});

export const getChangeRequestFile = endpoint({
  name: 'getChangeRequestFile',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
  query: Type.Object({ ...contentQuery }),
  reply: File,
  success: 200,
});

export const listChangeRequestFileBacklinks = endpoint({
  name: 'listChangeRequestFileBacklinks',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(ContentReferenceDetail),
  success: 200,
  isPaged: true,
});

export const getChangeRequestPage = endpoint({
  name: 'getChangeRequestPage',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
  query: Type.Object({ ...formatQuery, ...contentQuery }),
  reply: Page,
  success: 200,
});

export const listChangeRequestPageLinks = endpoint({
  name: 'listChangeRequestPageLinks',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
  query: Type.Object({ ...pageQuery }),
  reply: LinksList,
  success: 200,
  isPaged: true,
});
