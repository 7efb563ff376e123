/** Routes of contract section "Change request content". */
import {
  getChangeRequestContent,
  getChangeRequestFile,
  getChangeRequestPage,
  importChangeRequestContent,
  listChangeRequestFileBacklinks,
  listChangeRequestFiles,
  listChangeRequestPageLinks,
  listChangeRequestPages,
} from '../../contract/change-request-content.ts';
import { linkAnswers, linkStatistics, pageReferences } from '../answers/references.ts';
import { fileAnswer, pageTree, pageWithText, revisionAnswer } from '../answers/revisions.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import { route } from '../route.ts';
import { type ChangeRequestPath, importContent, requireChangeRequest } from '../rules/change-requests.ts';
import { backlinksOf, linksOf } from '../rules/links.ts';
import { type Content, contentOf, requireFile, requirePage } from '../rules/revisions.ts';

function contentAt(context: Context, path: ChangeRequestPath): Content {
  return contentOf(context, requireChangeRequest(context, path));
}

export const changeRequestContentRoutes = [
  route(getChangeRequestContent, ({ context, path, query }) => revisionAnswer(contentAt(context, path), query)),
  route(importChangeRequestContent, ({ context, path, body }) => {
    const { id } = importContent(context, path, body);
    return { revision: id, importedResources: 1, totalResources: 1 };
  }),
  route(listChangeRequestPages, ({ context, path, query }) => ({ pages: pageTree(contentAt(context, path), query) })),
  route(listChangeRequestFiles, ({ context, path, query }) => {
    const content = contentAt(context, path);
    return mapPage(pageOfItems(content.revision.files, query), (file) => fileAnswer(content, file, query));
  }),
  route(getChangeRequestFile, ({ context, path, query }) => {
    const content = contentAt(context, path);
    return fileAnswer(content, requireFile(content, path.fileId), query);
  }),
  route(listChangeRequestFileBacklinks, ({ context, path, query }) => {
    const content = contentAt(context, path);
    const pages = backlinksOf(context, content, requireFile(content, path.fileId).id).map((placed) => ({ id: placed.page.id, placed }));
    const reference = pageReferences(context, content);
    return mapPage(pageOfItems(pages, query), ({ placed }) => reference(placed));
  }),
  route(getChangeRequestPage, ({ context, path, query }) => {
    const content = contentAt(context, path);
    return pageWithText(context, content, requirePage(content, path.pageId), query);
  }),
  route(listChangeRequestPageLinks, ({ context, path, query }) => {
    const content = contentAt(context, path);
    const links = linksOf(context, content, [requirePage(content, path.pageId)]);
    return { ...mapPage(pageOfItems(links, query), linkAnswers(context, content)), stats: linkStatistics(context, content, links) };
  }),
];
