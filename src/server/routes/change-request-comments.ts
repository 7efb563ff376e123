/** Routes of contract section "Change request comments". */
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  deleteChangeRequestComment,
  getChangeRequestComment,
  getChangeRequestCommentReply,
  listChangeRequestCommentReplies,
  listChangeRequestComments,
  updateChangeRequestComment,
} from '../../contract/change-request-comments.ts';
import { commentAnswers, replyAnswer } from '../answers/comments.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import { route } from '../route.ts';
import { type ChangeRequestPath, requireChangeRequest } from '../rules/change-requests.ts';
import { requireChange, requireRemoval } from '../rules/comment-rights.ts';
import { addComment, addReply, changeComment, commentsOf, removeComment, requireComment } from '../rules/comments.ts';
import { requireObject } from '../rules/require.ts';

function commentAt(context: Context, path: ChangeRequestPath & { readonly commentId: string }) {
  const place = requireChangeRequest(context, path);
  return { place, comment: requireComment(context, place, path.commentId) };
}

export const changeRequestCommentRoutes = [
  route(listChangeRequestComments, ({ context, path, query }) => {
    const place = requireChangeRequest(context, path);
    return mapPage(pageOfItems(commentsOf(context, place, query), query), commentAnswers(context, place, query.format));
  }),
  route(createChangeRequestComment, ({ context, path, body }) => {
    const place = requireChangeRequest(context, path);
    return commentAnswers(context, place)(addComment(context, place, { ...body, body: body.body }));
  }),
  route(getChangeRequestComment, ({ context, path, query }) => {
    const { place, comment } = commentAt(context, path);
    return commentAnswers(context, place, query.format)(comment);
  }),
  route(updateChangeRequestComment, ({ context, path, body }) => {
    const { place, comment } = commentAt(context, path);
    requireChange(context, place.space, comment, body);
    return commentAnswers(context, place)(changeComment(context, comment, body));
  }),
  route(deleteChangeRequestComment, ({ context, path }) => {
    const { place, comment } = commentAt(context, path);
    requireRemoval(context, place.space, comment);
    removeComment(context, comment);
  }),
  route(listChangeRequestCommentReplies, ({ context, path, query }) => {
    const { place, comment } = commentAt(context, path);
    const page = pageOfChildren(context.store, 'comment-reply', comment.id, query);
    return mapPage(page, (row) => replyAnswer(context, place, row, query.format));
  }),
  route(createChangeRequestCommentReply, ({ context, path, query, body }) => {
    const { place, comment } = commentAt(context, path);
    return replyAnswer(context, place, addReply(context, comment, body.body), query.format);
  }),
  route(getChangeRequestCommentReply, ({ context, path, query }) => {
    const { place, comment } = commentAt(context, path);
    return replyAnswer(context, place, requireObject(context, 'comment-reply', path.commentReplyId, comment.id), query.format);
  }),
];
