/** Routes of contract section "Spaces". */
import {
  deleteSpace,
  duplicateSpace,
  getSpace,
  listSpaceLinks,
  moveSpace,
  restoreSpace as restore,
  transferSpace,
  updateSpace,
} from '../../contract/spaces.ts';
import { spaceAnswer } from '../answers/content.ts';
import { linkAnswers, linkStatistics } from '../answers/references.ts';
import { siteSpaceAddress } from '../answers/site.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { addSpace, moveContent, restoreSpace, trashSpace } from '../rules/content.ts';
import { requireEmoji } from '../rules/emoji.ts';
import { linksOf } from '../rules/links.ts';
import { findTrashed, requireObject } from '../rules/require.ts';
import { contentOf, copyContent } from '../rules/revisions.ts';
import { requireMove } from '../rules/rights.ts';
import { transferContent } from '../rules/transfer.ts';
import { placeWithKey } from '../rules/visitors.ts';
import { rewrite } from '../rules/write.ts';

const longestTitle = 50;

/** Where a share key leads to the space. */
function addressWithKey(context: Context, row: Row<'space'> | Row<'trashed-space'>, key: string): string {
  const { site, siteSpace } = placeWithKey(context, row, key);
  const section = siteSpace.data.section === undefined ? undefined : requireObject(context, 'section', siteSpace.data.section);
  return siteSpaceAddress(site, section, siteSpace, key);
}

export const spaceRoutes = [
  route(getSpace, ({ context, path, query }) => {
    const row = findTrashed(context, path.spaceId) ?? requireObject(context, 'space', path.spaceId);
    const answer = spaceAnswer(context, row);
    if (query.shareKey === undefined) return answer;
    return { ...answer, urls: { ...answer.urls, published: addressWithKey(context, row, query.shareKey) } };
  }),
  route(deleteSpace, ({ context, path }) => trashSpace(context, requireObject(context, 'space', path.spaceId))),
  route(updateSpace, ({ context, path, body }) => {
    const was = requireObject(context, 'space', path.spaceId);
    const { editMode, title, emoji, defaultLevel } = body;
    if (emoji !== undefined) requireEmoji(emoji);
    const data = changed(was.data, { editMode, title, emoji, updatedAt: context.now });
    return spaceAnswer(context, rewrite(context, was, defaultLevel === undefined ? data : { ...data, defaultLevel }));
  }),
  route(duplicateSpace, ({ context, path }) => {
    const original = requireObject(context, 'space', path.spaceId);
    const { title, emoji, defaultLevel, values } = original.data;
    const suffix = ' (copy)';
    const copy = { title: [...title].slice(0, longestTitle - suffix.length).join('') + suffix, emoji, defaultLevel, values };
    const made = addSpace(context, original.scope, original.parent, copy);
    copyContent(context, original, made);
    return spaceAnswer(context, made);
  }),
  route(restore, ({ context, path }) => {
    const trashed = findTrashed(context, path.spaceId);
    if (trashed) return spaceAnswer(context, restoreSpace(context, trashed));
    requireObject(context, 'space', path.spaceId);
    throw conflict(`space ${JSON.stringify(path.spaceId)} is not deleted`);
  }),
  route(moveSpace, ({ context, path, body }) => {
    const was = requireObject(context, 'space', path.spaceId);
    requireMove(context, was, body.parent);
    return spaceAnswer(context, moveContent(context, was, body));
  }),
  route(transferSpace, ({ context, path, body }) =>
    spaceAnswer(context, transferContent(context, requireObject(context, 'space', path.spaceId), body.organization)),
  ),
  route(listSpaceLinks, ({ context, path, query }) => {
    const content = contentOf(context, { space: requireObject(context, 'space', path.spaceId) });
    const links = linksOf(context, content);
    const listed = query.status === undefined ? links : links.filter(({ status }) => status === query.status);
    return {
      ...mapPage(pageOfItems(listed, query), linkAnswers(context, content)),
      stats: linkStatistics(context, content, links),
    };
  }),
];
