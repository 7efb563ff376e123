/** Routes of contract section "Space comments". */
import {
  createSpaceComment,
  createSpaceCommentReply,
  deleteSpaceComment,
  getSpaceComment,
  getSpaceCommentReply,
  listSpaceCommentReplies,
  listSpaceComments,
  updateSpaceComment,
  updateSpaceCommentReply,
} from '../../contract/space-comments.ts';
import { commentAnswers, replyAnswer } from '../answers/comments.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import { route } from '../route.ts';
import { requireChange, requireRemoval } from '../rules/comment-rights.ts';
import { addComment, addReply, changeComment, changeReply, commentsOf, removeComment, requireComment } from '../rules/comments.ts';
import { requireObject } from '../rules/require.ts';

function placeAt(context: Context, path: { readonly spaceId: string }) {
  return { space: requireObject(context, 'space', path.spaceId) };
}

function commentAt(context: Context, path: { readonly spaceId: string; readonly commentId: string }) {
  const place = placeAt(context, path);
  return { place, comment: requireComment(context, place, path.commentId) };
}

export const spaceCommentRoutes = [
  route(listSpaceComments, ({ context, path, query }) => {
    const place = placeAt(context, path);
    return mapPage(pageOfItems(commentsOf(context, place, query), query), commentAnswers(context, place, query.format));
  }),
  route(createSpaceComment, ({ context, path, body }) => {
    const place = placeAt(context, path);
    return commentAnswers(context, place)(addComment(context, place, { ...body, body: body.body }));
  }),
  route(getSpaceComment, ({ context, path, query }) => {
    const { place, comment } = commentAt(context, path);
    return commentAnswers(context, place, query.format)(comment);
  }),
  route(updateSpaceComment, ({ context, path, body }) => {
    const { place, comment } = commentAt(context, path);
    requireChange(context, place.space, comment, body);
    return commentAnswers(context, place)(changeComment(context, comment, body));
  }),
  route(deleteSpaceComment, ({ context, path }) => {
    const { place, comment } = commentAt(context, path);
    requireRemoval(context, place.space, comment);
    removeComment(context, comment);
  }),
  route(listSpaceCommentReplies, ({ context, path, query }) => {
    const { place, comment } = commentAt(context, path);
    const page = pageOfChildren(context.store, 'comment-reply', comment.id, query);
    return mapPage(page, (row) => replyAnswer(context, place, row, query.format));
  }),
  route(createSpaceCommentReply, ({ context, path, body }) => {
    const { place, comment } = commentAt(context, path);
    return replyAnswer(context, place, addReply(context, comment, body.body));
  }),
  route(getSpaceCommentReply, ({ context, path, query }) => {
    const { place, comment } = commentAt(context, path);
    return replyAnswer(context, place, requireObject(context, 'comment-reply', path.commentReplyId, comment.id), query.format);
  }),
  route(updateSpaceCommentReply, ({ context, path, body }) => {
    const { place, comment } = commentAt(context, path);
    const was = requireObject(context, 'comment-reply', path.commentReplyId, comment.id);
    requireChange(context, place.space, was, body);
    return replyAnswer(context, place, changeReply(context, was, body));
  }),
];
