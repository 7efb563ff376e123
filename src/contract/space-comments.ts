/** Contract section "Space comments". */
import { Type } from '@sinclair/typebox';
import {
  Comment,
  CommentListQuery,
  CommentReply,
  CommentReplyListQuery,
  CommentReplyUpdate,
  CommentUpdate,
  formatQuery,
  NewComment,
  NewCommentReply,
} from './comments.ts';
import { endpoint } from './endpoint.ts';
import { listOf } from './wire.ts';

const section = 'Space comments';

export const listSpaceComments = endpoint({
  name: 'listSpaceComments',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments',
  query: CommentListQuery,
  reply: listOf(Comment),
  success: 200,
  isPaged: true,
});

export const createSpaceComment = endpoint({
  name: 'createSpaceComment',
  section,
  method: 'POST',
  path: '/v1/spaces/{spaceId}/comments',
  body: NewComment,
  reply: Comment,
  success: 200,
});

export const getSpaceComment = endpoint({
  name: 'getSpaceComment',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  query: Type.Object({ ...formatQuery }),
  reply: Comment,
  success: 200,
});

export const updateSpaceComment = endpoint({
  name: 'updateSpaceComment',
  section,
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  body: CommentUpdate,
  reply: Comment,
  success: 200,
});

export const deleteSpaceComment = endpoint({
  name: 'deleteSpaceComment',
  section,
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  success: 205,
});

export const listSpaceCommentReplies = endpoint({
  name: 'listSpaceCommentReplies',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
  query: CommentReplyListQuery,
  reply: listOf(CommentReply),
  success: 200,
  isPaged: true,
});

export const createSpaceCommentReply = endpoint({
  name: 'createSpaceCommentReply',
  section,
  method: 'POST',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
  body: NewCommentReply,
  reply: CommentReply,
  success: 200,
});

export const getSpaceCommentReply = endpoint({
  name: 'getSpaceCommentReply',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  query: Type.Object({ ...formatQuery }),
  reply: CommentReply,
  success: 200,
});

export const updateSpaceCommentReply = endpoint({
  name: 'updateSpaceCommentReply',
  section,
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  body: CommentReplyUpdate,
  reply: CommentReply,
  success: 200,
});
