/** Change requests and their content. */
import * as contract from '../../contract/2025-06/change-request-content.ts';
import { impossible, notFound } from '../http/errors.ts';
import { mapPage, pageOfItems } from '../http/pages.ts';
import type { ChangeRequestRecord } from '../records/change-request-record.ts';
import { defined } from '../rules/answers.ts';
import { change } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import { findNamed, requireObject, requireWord } from '../rules/objects.ts';
import { type BodyOf, inSpace, resource, route } from '../rules/resource.ts';
import { backlinksOf, linksAnswer, linksOf, pageReferences } from './links.ts';
import {
  addRevision,
  contentOf,
  fileAnswer,
  type PageRecord,
  pageTree,
  pageWithText,
  requireFile,
  requirePage,
  revisionAnswer,
} from './revision.ts';

declare module '../store/records.ts' {
  interface Records {
    'change-request': ChangeRequestRecord;
  }
}

function contentAt(context: Context, path: ChangeRequestPath) {
  return contentOf(context, requireChangeRequest(context, path));
}

interface ChangeRequestPath {
  spaceId: string;
  changeRequestId: string;
}

export function requireChangeRequest(context: Context, { spaceId, changeRequestId }: ChangeRequestPath) {
  const space = requireObject(context, 'space', spaceId);
  const changeRequest =
    findNamed(context, 'change-request', space.id, changeRequestId) ??
    context.store.find('change-request', changeRequestId, space.id);
  if (changeRequest === undefined) throw notFound('change request', changeRequestId);
  return { space, changeRequest };
}

type Import = BodyOf<typeof contract.importChangeRequestContent>;

/** Adds one page at the end that names the source. The platform never downloads the URL. */
function importContent(context: Context, path: ChangeRequestPath, { url, source }: Import): string {
  const { space, changeRequest } = requireChangeRequest(context, path);
  const { status, number } = changeRequest.data;
  requireWord('body.source', source, contract.ImportSource);
  if (status !== 'draft' && status !== 'open')
    throw impossible(`change request ${number} is ${status}, so its content cannot change`);
  if (space.data.editMode === 'locked')
    throw impossible(`space ${JSON.stringify(space.id)} is locked, so its content cannot change`);
  const { id: before, revision } = contentOf(context, { space, changeRequest });
  const page = importedPage(context, revision.pages, { url, source });
  const id = addRevision(context, space.id, {
    parents: [before],
    type: 'edits',
    message: `Import ${page.title}`,
    createdAt: context.now,
    pages: [...revision.pages, page],
    files: revision.files,
    ...defined({ reusableContents: revision.reusableContents }),
  });
  change(context, changeRequest, { revision: id, updatedAt: context.now });
  return id;
}

function importedPage(context: Context, siblings: readonly PageRecord[], { url, source }: Import): PageRecord {
  const words = titleWords(url);
  const base = words.join('-').toLowerCase() || 'page';
  const isTaken = (slug: string) => siblings.some((page) => page.slug === slug);
  let slug = base;
  for (let number = 2; isTaken(slug); number += 1) slug = `${base}-${number}`;
  const title = words.join(' ') || 'Page';
  const markdown = `# ${title}\n\nImported as ${source} from [the original](<${url}>).`;
  return {
    id: context.newId(),
    title: title.charAt(0).toUpperCase() + title.slice(1),
    type: 'document',
    slug,
    markdown,
    createdAt: context.now,
    updatedAt: context.now,
    pages: [],
  };
}

function titleWords(url: string) {
  const [, host = '', path = ''] = /^[a-z][\w+.-]*:(?:\/\/([^/?#]*))?([^?#]*)/i.exec(url) ?? [];
  const last =
    path
      .split('/')
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? host;
  return last
    .replace(/%[0-9a-f]{2}/gi, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

export const changeRequests = resource({
  routes: [
    route(contract.getChangeRequestContent, inSpace('read'), ({ context, path, query }) =>
      revisionAnswer(contentAt(context, path), query),
    ),
    route(contract.importChangeRequestContent, inSpace('edit'), ({ context, path, body }) => ({
      revision: importContent(context, path, body),
      importedResources: 1,
      totalResources: 1,
    })),
    route(contract.listChangeRequestPages, inSpace('read'), ({ context, path, query }) => ({
      pages: pageTree(contentAt(context, path), query),
    })),
    route(contract.listChangeRequestFiles, inSpace('read'), ({ context, path, query }) => {
      const content = contentAt(context, path);
      return mapPage(pageOfItems(content.revision.files, query), (file) => fileAnswer(content, file, query));
    }),
    route(contract.getChangeRequestFile, inSpace('read'), ({ context, path, query }) => {
      const content = contentAt(context, path);
      return fileAnswer(content, requireFile(content, path.fileId), query);
    }),
    route(contract.listChangeRequestFileBacklinks, inSpace('read'), ({ context, path, query }) => {
      const content = contentAt(context, path);
      const pages = backlinksOf(context, content, requireFile(content, path.fileId).id);
      const items = pages.map((placed) => ({ id: placed.page.id, placed }));
      const reference = pageReferences(context, content);
      return mapPage(pageOfItems(items, query), ({ placed }) => reference(placed));
    }),
    route(contract.getChangeRequestPage, inSpace('read'), ({ context, path, query }) => {
      const content = contentAt(context, path);
      return pageWithText(context, content, requirePage(content, path.pageId), query);
    }),
    route(contract.listChangeRequestPageLinks, inSpace('read'), ({ context, path, query }) => {
      const content = contentAt(context, path);
      const links = linksOf(context, content, [requirePage(content, path.pageId)]);
      return linksAnswer(context, content, links, query);
    }),
  ],
});
