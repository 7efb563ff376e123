/** Links in content, with their targets as far as the caller can see them. */
import type { Static } from '@sinclair/typebox';
import type { ContentReferenceDetail, LinksList } from '../../contract/links.ts';
import { listSpaceLinks } from '../../contract/spaces.ts';
import { defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import { inSpace, resource, route } from '../resource.ts';
import { type FoundLink, type LinkTarget, linksOf } from '../rules/links.ts';
import { requireObject } from '../rules/objects.ts';
import { collectionAnswer } from './collection.ts';
import { userAnswer } from './member.ts';
import { openApiSpecAnswer } from './openapi-specification.ts';
import { organizationAnswer } from './organization.ts';
import { type Content, contentOf, fileAnswer, type PlacedPage, pageAnswer, reusableContentAnswer } from './revision.ts';
import { spaceAnswer } from './space.ts';

type Reference = Static<typeof ContentReferenceDetail>;

type Links = Static<typeof LinksList>;

/** Counts all links, not only those of the page. `changeRequest` counts the broken links that the space does not have. */
export function linkStatistics(context: Context, content: Content, links: readonly FoundLink[]): Links['stats'] {
  const broken = links.filter(({ status }) => status === 'broken');
  const { space, changeRequest } = content;
  if (changeRequest === undefined) return { total: links.length, broken: { total: broken.length, changeRequest: 0 } };
  const known = new Set(
    linksOf(context, contentOf(context, { space })).flatMap(({ id, status }) => (status === 'broken' ? [id] : [])),
  );
  return {
    total: links.length,
    broken: { total: broken.length, changeRequest: broken.filter(({ id }) => !known.has(id)).length },
  };
}

export function pageReferences(context: Context, content: Content): (placed: PlacedPage) => Reference {
  const around = surroundings(context, content);
  return (placed) => ({ kind: 'page', ...around, page: pageAnswer(content, placed, { metadata: false }) });
}

type Surroundings = ReturnType<typeof surroundings>;

function targetReference(
  context: Context,
  content: Content,
  around: Surroundings,
  target: LinkTarget,
): Reference | undefined {
  const { organization } = around;
  switch (target.kind) {
    case 'url':
      return { kind: 'url', url: target.url };
    case 'page':
      return target.page && { kind: 'page', ...around, page: pageAnswer(content, target.page, { metadata: false }) };
    case 'file':
      return target.file && { kind: 'file', ...around, file: fileAnswer(content, target.file, { metadata: false }) };
    case 'reusable-content':
      return (
        target.reusableContent && {
          kind: 'reusable-content',
          ...around,
          reusableContent: reusableContentAnswer(target.reusableContent, { metadata: false }),
        }
      );
    case 'space':
      return target.space && { kind: 'space', organization, space: spaceAnswer(context, target.space) };
    case 'collection':
      return (
        target.collection && {
          kind: 'collection',
          organization,
          collection: collectionAnswer(context, target.collection),
        }
      );
    case 'user':
      return target.user === undefined
        ? undefined
        : { kind: 'user', user: userAnswer(context, content.space.scope, target.user) };
    case 'openapi':
      return target.spec && { kind: 'openapi', organization, openAPISpec: openApiSpecAnswer(context, target.spec) };
  }
}

/** References contain only the id of the revision. */
function surroundings(context: Context, { id, space, changeRequest }: Content) {
  return {
    organization: organizationAnswer(context, requireObject(context, 'organization', space.scope)),
    space: spaceAnswer(context, space),
    versionContext:
      changeRequest === undefined
        ? { type: 'revision', revision: { object: 'revision', id } }
        : {
            type: 'changeRequest',
            changeRequest: {
              object: 'change-request',
              id: changeRequest.id,
              number: changeRequest.data.number,
              revision: id,
            },
          },
  };
}

export function linkAnswers(context: Context, content: Content): (link: FoundLink) => Links['items'][number] {
  const pageReference = pageReferences(context, content);
  const around = surroundings(context, content);
  return ({ status, relation, target, locations }) =>
    defined({
      status,
      relation,
      targetReference: targetReference(context, content, around, target),
      locationReferences: locations.map(pageReference),
    });
}

export const links = resource({
  routes: [
    route(listSpaceLinks, inSpace('read'), ({ context, row: space, query }) => {
      const content = contentOf(context, { space });
      const links = linksOf(context, content);
      const listed = query.status === undefined ? links : links.filter(({ status }) => status === query.status);
      return {
        ...mapPage(pageOfItems(listed, query), linkAnswers(context, content)),
        stats: linkStatistics(context, content, links),
      };
    }),
  ],
});
