/** Contract sections "Space comments" and "Change request comments", which have nearly the same operations. */
import { Type } from '@sinclair/typebox';
import {
  createSectionDefiners,
  DateTime,
  Id,
  ListOrder,
  openEnumSchema,
  optional,
  partialObject,
} from '../endpoint.ts';
import { User } from './people.ts';

const ContentFormat = openEnumSchema(['document', 'markdown']);

/** The second variant is a document tree; the contract does not show its nodes. */
const Document = Type.Object({
  object: Type.Literal('document'),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  nodes: Type.Array(Type.Unknown()),
});

const CommentBody = Type.Union([
  Type.Object({ markdown: Type.String() }),
  Type.Object({ document: Document }),
  Type.Object({}),
]);

const Reaction = Type.Object({
  emoji: Type.String(),
  count: Type.Number(),
  users: Type.Array(Type.Object({ user: User, reactedAt: DateTime })),
});

const TargetPage = Type.Object({
  id: Id,
  title: optional.text,
  emoji: optional.text,
  icon: optional.text,
  createdAt: optional.time,
  updatedAt: optional.time,
  path: optional.text,
  outdated: optional.flag,
});

const Target = partialObject({
  node: Type.Object({ id: Type.String(), preview: optional.text }),
  changeRequest: Id,
  review: Id,
  space: Id,
  revision: Id,
  page: TargetPage,
});

const posted = {
  id: Id,
  postedBy: User,
  postedAt: DateTime,
  editedAt: optional.time,
  reactions: Type.Array(Reaction),
  body: CommentBody,
  urls: optional.urls,
  permissions: optional.permissions,
};

export const Comment = Type.Object({
  object: Type.Literal('comment'),
  ...posted,
  replies: Type.Number(),
  target: Type.Optional(Target),
  status: Type.Optional(openEnumSchema(['open', 'resolved'])),
  resolvedAt: optional.time,
  resolvedBy: Type.Optional(User),
});

export const CommentReply = Type.Object({ object: Type.Literal('comment-reply'), ...posted });

export const formatQuery = { format: Type.Optional(ContentFormat) };

export const CommentFilter = openEnumSchema(['all', 'open', 'resolved']);

const NewComment = Type.Object({ node: optional.text, page: optional.id, body: CommentBody });

const reactions = {
  addedReactions: Type.Optional(Type.Array(Type.String())),
  removedReactions: Type.Optional(Type.Array(Type.String())),
};

const CommentReplyUpdate = Type.Object({ body: Type.Optional(CommentBody), ...reactions });
const CommentUpdate = Type.Object({ resolved: optional.flag, ...CommentReplyUpdate.properties });

/** `Of`: the suffix of the operation names. */
function commentOperations<Path extends string>(section: string, all: Path, Of: string) {
  const { get, list, post, put, remove } = createSectionDefiners(section);
  const one = `${all}/{commentId}` as const;
  const replies = `${one}/replies` as const;
  return {
    list: list(`list${Of}Comments`, all, Comment, {
      ...formatQuery,
      order: Type.Optional(ListOrder),
      status: Type.Optional(CommentFilter),
      targetPage: optional.id,
      authors: Type.Optional(Type.Array(Id)),
    }),
    create: post(`create${Of}Comment`, all, { body: NewComment, reply: Comment, success: 200 }),
    get: get(`get${Of}Comment`, one, { query: Type.Object(formatQuery), reply: Comment }),
    update: put(`update${Of}Comment`, one, { body: CommentUpdate, reply: Comment }),
    delete: remove(`delete${Of}Comment`, one),
    listReplies: list(`list${Of}CommentReplies`, replies, CommentReply, formatQuery),
    getReply: get(`get${Of}CommentReply`, `${replies}/{commentReplyId}` as const, {
      query: Type.Object(formatQuery),
      reply: CommentReply,
    }),
  };
}

const newReply = { body: Type.Object({ body: CommentBody }), reply: CommentReply, success: 200 };

const inSpaces = ['Space comments', '/v1/spaces/{spaceId}/comments'] as const;
const spaceReplies = `${inSpaces[1]}/{commentId}/replies` as const;

export const spaceComments = {
  ...commentOperations(...inSpaces, 'Space'),
  createReply: createSectionDefiners(inSpaces[0]).post('createSpaceCommentReply', spaceReplies, newReply),
  updateReply: createSectionDefiners(inSpaces[0]).put(
    'updateSpaceCommentReply',
    `${spaceReplies}/{commentReplyId}` as const,
    {
      body: CommentReplyUpdate,
      reply: CommentReply,
    },
  ),
};

const inChangeRequests = [
  'Change request comments',
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
] as const;

export const changeRequestComments = {
  ...commentOperations(...inChangeRequests, 'ChangeRequest'),
  /** Unlike for spaces, the format of the answer is a parameter. */
  createReply: createSectionDefiners(inChangeRequests[0]).post(
    'createChangeRequestCommentReply',
    `${inChangeRequests[1]}/{commentId}/replies` as const,
    { query: Type.Object(formatQuery), ...newReply },
  ),
};
