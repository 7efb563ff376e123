/** Contract section "Space comments". */
import { CommentReply, CommentReplyUpdate, commentsAt, NewCommentReply } from './comments.ts';
import { operations } from './endpoint.ts';

const section = 'Space comments';
const { post, put } = operations(section);

const all = '/v1/spaces/{spaceId}/comments';
const replies = `${all}/{commentId}/replies` as const;

export const {
  list: listSpaceComments,
  create: createSpaceComment,
  get: getSpaceComment,
  update: updateSpaceComment,
  remove: deleteSpaceComment,
  listReplies: listSpaceCommentReplies,
  getReply: getSpaceCommentReply,
} = commentsAt(section, all, 'Space');

export const createSpaceCommentReply = post('createSpaceCommentReply', replies, {
  body: NewCommentReply,
  reply: CommentReply,
  success: 200,
});

export const updateSpaceCommentReply = put('updateSpaceCommentReply', `${replies}/{commentReplyId}`, {
  body: CommentReplyUpdate,
  reply: CommentReply,
});
