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
import { linkAnswer, linkStatistics } from '../answers/references.ts';
import { conflict } from '../errors.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { addSpace, moveContent, restoreSpace, trashSpace } from '../rules/content.ts';
import { linksOf } from '../rules/links.ts';
import { findTrashed, requireObject } from '../rules/require.ts';
import { contentOf, copyContent } from '../rules/revisions.ts';
import { transferContent } from '../rules/transfer.ts';
import { rewrite } from '../rules/write.ts';

const longestTitle = 50;

export const spaceRoutes = [
  route(getSpace, ({ context, path }) =>
    spaceAnswer(context, findTrashed(context, path.spaceId) ?? requireObject(context, 'space', path.spaceId)),
  ),
  route(deleteSpace, ({ context, path }) => trashSpace(context, requireObject(context, 'space', path.spaceId))),
  route(updateSpace, ({ context, path, body }) => {
    const was = requireObject(context, 'space', path.spaceId);
    const { editMode, title, emoji, defaultLevel } = body;
    const data = changed(was.data, { editMode, title, emoji, updatedAt: context.now });
    return spaceAnswer(context, rewrite(context, was, defaultLevel === undefined ? data : { ...data, defaultLevel }));
  }),
  route(duplicateSpace, ({ context, path }) => {
    const original = requireObject(context, 'space', path.spaceId);
    const { title, emoji, defaultLevel, values } = original.data;
    const suffix = ' (copy)';
    const copy = { title: title.slice(0, longestTitle - suffix.length) + suffix, emoji, defaultLevel, values };
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
  route(moveSpace, ({ context, path, body }) =>
    spaceAnswer(context, moveContent(context, requireObject(context, 'space', path.spaceId), body)),
  ),
  route(transferSpace, ({ context, path, body }) =>
    spaceAnswer(context, transferContent(context, requireObject(context, 'space', path.spaceId), body.organization)),
  ),
  route(listSpaceLinks, ({ context, path, query }) => {
    const content = contentOf(context, { space: requireObject(context, 'space', path.spaceId) });
    const links = linksOf(content);
    const listed = query.status === undefined ? links : links.filter(({ status }) => status === query.status);
    return {
      ...mapPage(pageOfItems(listed, query), (link) => linkAnswer(context, content, link)),
      stats: linkStatistics(context, content, links),
    };
  }),
];
