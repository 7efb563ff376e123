/** Links, and references to what they point to and stand in, as the contract shows them. */
import type { Static } from '@sinclair/typebox';
import type { ContentReferenceDetail, LinksList } from '../../contract/links.ts';
import type { Context } from '../context.ts';
import { type FoundLink, type LinkTarget, linksOf } from '../rules/links.ts';
import { type Content, contentOf, type PlacedPage } from '../rules/revisions.ts';
import { defined } from './defined.ts';
import { fileAnswer } from './revisions.ts';

type Reference = Static<typeof ContentReferenceDetail>;
type Links = Static<typeof LinksList>;

export function linkAnswer(context: Context, content: Content, link: FoundLink): Links['items'][number] {
  return {
    status: link.status,
    relation: link.relation,
    targetReference: targetReference(context, content, link.target),
    locationReferences: link.locations.map((page) => pageReference(context, content, page)),
  };
}

/** Counts of all links, whatever part of them is listed. In a change request, its own broken ones are those that the space does not have. */
export function linkStatistics(context: Context, content: Content, links: readonly FoundLink[]): Links['stats'] {
  const broken = links.filter(({ status }) => status === 'broken');
  const { space, changeRequest } = content;
  if (changeRequest === undefined) return { total: links.length, broken: { total: broken.length } };
  const known = new Set(linksOf(contentOf(context, { space })).flatMap(({ id, status }) => (status === 'broken' ? [id] : [])));
  return { total: links.length, broken: { total: broken.length, changeRequest: broken.filter(({ id }) => !known.has(id)).length } };
}

export function pageReference(context: Context, content: Content, { page, path }: PlacedPage): Reference {
  const { id, title, emoji, type, slug } = page;
  return { kind: 'page', ...surroundings(context, content), page: defined({ id, title, emoji, type, slug, path }) };
}

function targetReference(context: Context, content: Content, target: LinkTarget): Reference {
  if (target.kind === 'url') return { kind: 'url', url: target.url };
  if (target.kind === 'page') return target.page === undefined ? { kind: 'page' } : pageReference(context, content, target.page);
  if (target.file === undefined) return { kind: 'file' };
  return { kind: 'file', ...surroundings(context, content), file: fileAnswer(content, target.file, { metadata: false }) };
}

function surroundings({ store }: Context, { id: revision, space, changeRequest }: Content) {
  const organization = { object: 'organization', id: space.scope, title: store.find('organization', space.scope)?.data.title };
  const versionContext = defined({ revision, changeRequest: changeRequest?.id });
  return { organization, space: { object: 'space', id: space.id, title: space.data.title }, versionContext };
}
