/** Contract section "Change request comments". */
import { Type } from '@sinclair/typebox';
import { CommentReply, commentsAt, formatQuery, NewCommentReply } from './comments.ts';
import { operations } from './endpoint.ts';

const section = 'Change request comments';

const all = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments';

export const {
  list: listChangeRequestComments,
  create: createChangeRequestComment,
  get: getChangeRequestComment,
  update: updateChangeRequestComment,
  remove: deleteChangeRequestComment,
  listReplies: listChangeRequestCommentReplies,
  getReply: getChangeRequestCommentReply,
} = commentsAt(section, all, 'ChangeRequest');

/** Unlike for spaces, the format of the answer is a parameter. */
export const createChangeRequestCommentReply = operations(section).post(
  'createChangeRequestCommentReply',
  `${all}/{commentId}/replies`,
  {
    query: Type.Object(formatQuery),
    body: NewCommentReply,
    reply: CommentReply,
    success: 200,
  },
);
