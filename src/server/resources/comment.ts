/** Comments and replies of spaces and change requests. */
import type { Static } from '@sinclair/typebox';
import {
  type Comment,
  type CommentReply,
  changeRequestComments,
  CommentFilter as StatusFilter,
  spaceComments,
} from '../../contract/2025-06/comments.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { forbidden, invalid } from '../http/errors.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../http/pages.ts';
import { canCall, defined, shownOf } from '../rules/answers.ts';
import { change } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import { type BodyRecord, readBody, showBody } from '../rules/markdown.ts';
import { addObject, requireObject, requireWord } from '../rules/objects.ts';
import {
  type BodyOf,
  inSpace,
  type Need,
  ownOnly,
  type QueryOf,
  type Route,
  type RouteInput,
  resource,
  route,
} from '../rules/resource.ts';
import { isAtLeast, levelOf } from '../rules/rights.ts';
import type { Row } from '../store/records.ts';
import { requireChangeRequest } from './change-request.ts';
import { userAnswer } from './people.ts';
import { type Content, type ContentPlace, contentOf, findPage, requirePage } from './revision.ts';

interface CommentReplyRecord {
  postedBy: string;
  postedAt: string;
  editedAt?: string;
  body: BodyRecord;
  reactions: readonly { emoji: string; user: string; reactedAt: string }[];
}

export interface CommentRecord extends CommentReplyRecord {
  status: 'open' | 'resolved';
  resolvedAt?: string;
  resolvedBy?: string;
  page?: string;
  node?: string;
  preview?: string;
  review?: string;
  revision: string;
}

declare module '../store/records.ts' {
  interface Records {
    comment: CommentRecord;
    'comment-reply': CommentReplyRecord;
  }
}

type Posted = Row<'comment'> | Row<'comment-reply'>;

interface DiscussionPath {
  spaceId: string;
  changeRequestId?: string;
}

function discussionAt(context: Context, { spaceId, changeRequestId }: DiscussionPath) {
  const place: ContentPlace =
    changeRequestId === undefined
      ? { space: requireObject(context, 'space', spaceId) }
      : requireChangeRequest(context, { spaceId, changeRequestId });
  return { context, place, level: levelOf(context, place.space) };
}

type Discussion = ReturnType<typeof discussionAt>;

function parentOf({ space, changeRequest }: ContentPlace) {
  return changeRequest?.id ?? space.id;
}

function commentAt(context: Context, path: DiscussionPath & { commentId: string }) {
  const discussion = discussionAt(context, path);
  return { discussion, comment: requireObject(context, 'comment', path.commentId, parentOf(discussion.place)) };
}

function replyAt(context: Context, path: DiscussionPath & { commentId: string; commentReplyId: string }) {
  const { discussion, comment } = commentAt(context, path);
  return { discussion, reply: requireObject(context, 'comment-reply', path.commentReplyId, comment.id) };
}

function permissionsOf({ context, level }: Discussion, { data }: Posted) {
  const isWriter = canCall(level, spaceComments.create);
  const isTheirs = isAtLeast(level, 'admin') || (isWriter && data.postedBy === context.callerId);
  return {
    view: canCall(level, spaceComments.get),
    edit: isTheirs,
    reply: canCall(level, spaceComments.createReply),
    delete: isTheirs,
  };
}

/** Only the author or an admin can change the text. Authors and people with the level `edit` can resolve a comment. */
function requireChange(discussion: Discussion, posted: Posted, { body, resolved }: CommentChange) {
  const { edit } = permissionsOf(discussion, posted);
  if (body !== undefined && !edit) throw forbidden('only the author or an admin can change it');
  if (resolved !== undefined && !edit && !isAtLeast(discussion.level, 'edit'))
    throw forbidden('only the author or a user with the permission edit can resolve it');
}

function commentsOf({ context, place }: Discussion, filter: QueryOf<typeof spaceComments.list>) {
  const { order = 'desc', status = 'all', targetPage, authors } = filter;
  if (order !== 'asc' && order !== 'desc')
    throw invalid(`query.order: ${JSON.stringify(order)} is neither asc nor desc`);
  requireWord('query.status', status, StatusFilter);
  const found = context.store
    .children('comment', parentOf(place))
    .filter(
      ({ data }) =>
        (status === 'all' || data.status === status) &&
        (targetPage === undefined || data.page === targetPage) &&
        (authors === undefined || authors.includes(data.postedBy)),
    );
  return order === 'asc' ? found : found.reverse();
}

export function addComment(
  context: Context,
  place: ContentPlace,
  { body, page, node }: BodyOf<typeof spaceComments.create>,
) {
  const content = contentOf(context, place);
  if (page !== undefined) requirePage(content, page);
  const about = { status: 'open' as const, revision: content.id, ...defined({ page, node }) };
  const data = { ...newText(context, body), ...about };
  return addObject(context, 'comment', { parent: parentOf(place), scope: place.space.id }, data);
}

export function addReply(context: Context, comment: Row<'comment'>, body: object) {
  return addObject(context, 'comment-reply', { parent: comment.id, scope: comment.scope }, newText(context, body));
}

function newText({ callerId, now }: Context, body: object) {
  return { postedBy: callerId, postedAt: now, body: readBody(body), reactions: [] };
}

type ReplyChange = BodyOf<typeof spaceComments.updateReply>;
type CommentChange = BodyOf<typeof spaceComments.update>;

export function changeReply(context: Context, was: Row<'comment-reply'>, changes: ReplyChange) {
  return change(context, was, textChanges(context, was.data, changes));
}

export function changeComment(context: Context, was: Row<'comment'>, changes: CommentChange) {
  const { status, resolvedAt = context.now, resolvedBy = context.callerId } = was.data;
  const isResolved = changes.resolved ?? status === 'resolved';
  return change(context, was, {
    ...textChanges(context, was.data, changes),
    ...(isResolved
      ? { status: 'resolved', resolvedAt, resolvedBy }
      : { status: 'open', resolvedAt: null, resolvedBy: null }),
  });
}

/** Reactions and resolving are not edits. */
function textChanges({ now, callerId }: Context, { reactions }: CommentReplyRecord, changes: ReplyChange) {
  const { body, addedReactions = [], removedReactions = [] } = changes;
  if ([...addedReactions, ...removedReactions].includes('')) throw invalid('body: a reaction must not be empty');
  // Each emoji counts once for each user. An emoji in both lists is removed.
  const removed = new Set(removedReactions);
  const kept = reactions.filter(({ emoji, user }) => user !== callerId || !removed.has(emoji));
  const mine = new Set(kept.flatMap(({ emoji, user }) => (user === callerId ? [emoji] : [])));
  const added = [...new Set(addedReactions)].filter((emoji) => !mine.has(emoji) && !removed.has(emoji));
  return {
    reactions: [...kept, ...added.map((emoji) => ({ emoji, user: callerId, reactedAt: now }))],
    ...(body === undefined ? {} : { body: readBody(body), editedAt: now }),
  };
}

/** Finds the content once for all comments. */
function commentAnswers(discussion: Discussion, format?: string): (row: Row<'comment'>) => Static<typeof Comment> {
  const { context, place } = discussion;
  const content = contentOf(context, place);
  return (row) => {
    const { page, node, preview, review, revision, status, resolvedAt, resolvedBy, postedAt } = row.data;
    const target = defined({
      space: place.space.id,
      changeRequest: place.changeRequest?.id,
      revision,
      review,
      node: node === undefined ? undefined : defined({ id: node, preview }),
      page: page === undefined ? undefined : targetPage(content, page, postedAt),
    });
    return defined({
      object: 'comment' as const,
      ...textAnswer(discussion, row, `/${row.id}`, format),
      replies: context.store.count('comment-reply', row.id),
      target,
      status,
      resolvedAt,
      resolvedBy: resolvedBy === undefined ? undefined : userAnswer(context, place.space.scope, resolvedBy),
    });
  };
}

function targetPage(content: Content, id: string, postedAt: string) {
  const found = findPage(content, id);
  if (found === undefined) return { id, outdated: true };
  const { title, emoji, createdAt, updatedAt } = found.page;
  const { icon } = shownOf<{ icon: string }>(found.page);
  const outdated = Date.parse(updatedAt) > Date.parse(postedAt);
  return defined({ id, title, emoji, icon, createdAt, updatedAt, path: found.path, outdated });
}

function replyAnswer(discussion: Discussion, row: Row<'comment-reply'>, format?: string): Static<typeof CommentReply> {
  return { object: 'comment-reply', ...textAnswer(discussion, row, `/${row.parent}/replies/${row.id}`, format) };
}

function textAnswer(discussion: Discussion, row: Posted, path: string, format: string | undefined) {
  const { context, place } = discussion;
  const { postedBy, postedAt, editedAt, body, reactions } = row.data;
  const within = place.changeRequest === undefined ? '' : `/change-requests/${place.changeRequest.id}`;
  const userOf = (id: string) => userAnswer(context, place.space.scope, id);
  return defined({
    id: row.id,
    postedBy: userOf(postedBy),
    postedAt,
    editedAt,
    body: showBody(body, format),
    reactions: [...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
      const given = reactions.filter((reaction) => reaction.emoji === emoji);
      const users = given.map(({ user, reactedAt }) => ({ user: userOf(user), reactedAt }));
      return { emoji, count: users.length, users };
    }),
    urls: { location: `${context.origin}/v1/spaces/${place.space.id}${within}/comments${path}` },
    permissions: permissionsOf(discussion, row),
  });
}

const discuss = inSpace('comment');
const changeOwn = inSpace('comment', `${ownOnly}; \`edit\` to resolve it`);
const writeOwn = inSpace('comment', ownOnly);

type Handle<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer R> ? (input: RouteInput<P, Q, B>) => Static<R> : never;

/** Comments of spaces and of change requests have the same operations. */
function both<N extends keyof typeof changeRequestComments>(
  name: N,
  need: Need,
  handle: Handle<(typeof changeRequestComments)[N]>,
) {
  return [spaceComments[name], changeRequestComments[name]].map((endpoint) =>
    route(endpoint as unknown as Endpoint, need, handle as unknown as Route['handle']),
  );
}

export const comments = resource({
  titles: { 'comment-reply': 'reply' },
  routes: [
    ...both('list', discuss, ({ context, path, query }) => {
      const discussion = discussionAt(context, path);
      return mapPage(pageOfItems(commentsOf(discussion, query), query), commentAnswers(discussion, query.format));
    }),
    ...both('create', discuss, ({ context, path, body }) => {
      const discussion = discussionAt(context, path);
      return commentAnswers(discussion)(addComment(context, discussion.place, body));
    }),
    ...both('get', discuss, ({ context, path, query }) => {
      const { discussion, comment } = commentAt(context, path);
      return commentAnswers(discussion, query.format)(comment);
    }),
    ...both('update', changeOwn, ({ context, path, body }) => {
      const { discussion, comment } = commentAt(context, path);
      requireChange(discussion, comment, body);
      return commentAnswers(discussion)(changeComment(context, comment, body));
    }),
    ...both('delete', writeOwn, ({ context, path }) => {
      const { discussion, comment } = commentAt(context, path);
      if (!permissionsOf(discussion, comment).delete) throw forbidden('only the author or an admin can delete it');
      for (const reply of context.store.children('comment-reply', comment.id)) context.store.remove(reply);
      context.store.remove(comment);
    }),
    ...both('listReplies', discuss, ({ context, path, query }) => {
      const { discussion, comment } = commentAt(context, path);
      const page = pageOfChildren(context.store, 'comment-reply', comment.id, query);
      return mapPage(page, (row) => replyAnswer(discussion, row, query.format));
    }),
    ...both('getReply', discuss, ({ context, path, query }) => {
      const { discussion, reply } = replyAt(context, path);
      return replyAnswer(discussion, reply, query.format);
    }),
    ...both('createReply', discuss, ({ context, path, query, body }) => {
      const { discussion, comment } = commentAt(context, path);
      return replyAnswer(discussion, addReply(context, comment, body.body), query.format);
    }),
    route(spaceComments.updateReply, writeOwn, ({ context, path, body }) => {
      const { discussion, reply } = replyAt(context, path);
      requireChange(discussion, reply, body);
      return replyAnswer(discussion, changeReply(context, reply, body));
    }),
  ],
});
