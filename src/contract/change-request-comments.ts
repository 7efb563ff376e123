/** Contract section "Change request comments". */
import { Type } from '@sinclair/typebox';
import {
  Comment,
  CommentListQuery,
  CommentReply,
  CommentReplyListQuery,
  CommentUpdate,
  formatQuery,
  NewComment,
  NewCommentReply,
} from './comments.ts';
import { endpoint } from './endpoint.ts';
import { listOf } from './wire.ts';

const section = 'Change request comments';

export const listChangeRequestComments = endpoint({
  name: 'listChangeRequestComments',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
  query: CommentListQuery,
  reply: listOf(Comment),
  success: 200,
  isPaged: true,
});

export const createChangeRequestComment = endpoint({
  name: 'createChangeRequestComment',
  section,
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
  body: NewComment,
  reply: Comment,
  success: 200,
});

export const getChangeRequestComment = endpoint({
  name: 'getChangeRequestComment',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  query: Type.Object({ ...formatQuery }),
  reply: Comment,
  success: 200,
});

export const updateChangeRequestComment = endpoint({
  name: 'updateChangeRequestComment',
  section,
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  body: CommentUpdate,
  reply: Comment,
  success: 200,
});

export const deleteChangeRequestComment = endpoint({
  name: 'deleteChangeRequestComment',
  section,
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  success: 205,
});

export const listChangeRequestCommentReplies = endpoint({
  name: 'listChangeRequestCommentReplies',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
  query: CommentReplyListQuery,
  reply: listOf(CommentReply),
  success: 200,
  isPaged: true,
});

/** Unlike on a space, the format of the answer can be chosen here. */
export const createChangeRequestCommentReply = endpoint({
  name: 'createChangeRequestCommentReply',
  section,
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
  query: Type.Object({ ...formatQuery }),
  body: NewCommentReply,
  reply: CommentReply,
  success: 200,
});

export const getChangeRequestCommentReply = endpoint({
  name: 'getChangeRequestCommentReply',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  query: Type.Object({ ...formatQuery }),
  reply: CommentReply,
  success: 200,
});
