/** Comments and replies of spaces and change requests. */

import type { Static } from '@sinclair/typebox';
import {
  type Comment,
  type CommentReply,
  changeRequestComments,
  CommentFilter as StatusFilter,
  spaceComments,
} from '../../contract/comments.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { canCall, defined, shownOf } from '../answers.ts';
import type { Context } from '../context.ts';
import { forbidden, invalid } from '../errors.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Role, Row } from '../records.ts';
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
} from '../resource.ts';
import { isAtLeast, levelOf } from '../rules/access.ts';
import { type BodyRecord, readBody, showBody } from '../rules/markdown.ts';
import { addObject, requireObject, requireWord, rewrite } from '../rules/objects.ts';
import { requireChangeRequest } from './change-request.ts';
import { userAnswer } from './member.ts';
import { type ContentPlace, contentOf, findPage, requirePage } from './revision.ts';

interface ReactionRecord {
  emoji: string;
  user: string;
  reactedAt: string;
}

export interface CommentReplyRecord {
  postedBy: string;
  postedAt: string;
  editedAt?: string;
  body: BodyRecord;
  reactions: readonly ReactionRecord[];
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

declare module '../records.ts' {
  interface Records {
    comment: CommentRecord;
    'comment-reply': CommentReplyRecord;
  }
}

function targetPage({ page, path }: NonNullable<ReturnType<typeof findPage>>, postedAt: string) {
  const { id, title, emoji, createdAt, updatedAt } = page;
  const { icon } = shownOf<{ icon: string }>(page);
  return defined({
    id,
    title,
    emoji,
    icon,
    createdAt,
    updatedAt,
    path,
    outdated: Date.parse(updatedAt) > Date.parse(postedAt),
  });
}

function commentUrl({ origin }: Context, { space, changeRequest }: ContentPlace, id: string): string {
  const within = changeRequest === undefined ? '' : `/change-requests/${changeRequest.id}`;
  return `${origin}/v1/spaces/${space.id}${within}/comments/${id}`;
}

interface PlacePath {
  spaceId: string;
  changeRequestId?: string;
}

interface CommentPath extends PlacePath {
  commentId: string;
}

function contentPlace(context: Context, { spaceId, changeRequestId }: PlacePath): ContentPlace {
  if (changeRequestId !== undefined) return requireChangeRequest(context, { spaceId, changeRequestId });
  return { space: requireObject(context, 'space', spaceId) };
}

function commentAt(context: Context, path: CommentPath) {
  const place = contentPlace(context, path);
  return { place, comment: requireObject(context, 'comment', path.commentId, discussionOf(place)) };
}

type Posted = Row<'comment'> | Row<'comment-reply'>;

/** Only the author or an admin can change the text. Authors and people with the level `edit` can resolve a comment. */
function requireChange(
  context: Context,
  space: Row<'space'>,
  posted: Posted,
  change: { body?: unknown; resolved?: boolean | undefined },
) {
  const level = levelOf(context, space);
  const { edit } = postedPermissions(context, level, posted);
  if (change.body !== undefined && !edit) throw forbidden('only the author or an admin can change it');
  if (change.resolved !== undefined && !edit && !isAtLeast(level, 'edit'))
    throw forbidden('only the author or a user with the permission edit can resolve it');
}

function requireRemoval(context: Context, space: Row<'space'>, posted: Posted): void {
  const isAllowed = postedPermissions(context, levelOf(context, space), posted).delete;
  if (!isAllowed) throw forbidden('only the author or an admin can delete it');
}

function discussionOf({ space, changeRequest }: ContentPlace): string {
  return changeRequest?.id ?? space.id;
}

function commentsOf({ store }: Context, place: ContentPlace, filter: QueryOf<typeof spaceComments.list>) {
  const { order = 'desc', status = 'all', targetPage, authors } = filter;
  if (order !== 'asc' && order !== 'desc')
    throw invalid(`query.order: ${JSON.stringify(order)} is neither asc nor desc`);
  requireWord('query.status', status, StatusFilter);
  const found = store
    .children('comment', discussionOf(place))
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
): Row<'comment'> {
  const content = contentOf(context, place);
  if (page !== undefined) requirePage(content, page);
  const about = { ...(page === undefined ? {} : { page }), ...(node === undefined ? {} : { node }) };
  const data = { ...posted(context, body), status: 'open' as const, revision: content.id, ...about };
  return addObject(context, 'comment', { parent: discussionOf(place), scope: place.space.id }, data);
}

export function addReply(context: Context, comment: Row<'comment'>, body: object): Row<'comment-reply'> {
  return addObject(context, 'comment-reply', { parent: comment.id, scope: comment.scope }, posted(context, body));
}

function posted(context: Context, body: object): CommentReplyRecord {
  return { postedBy: context.callerId, postedAt: context.now, body: readBody(body), reactions: [] };
}

type ReplyChange = BodyOf<typeof spaceComments.updateReply>;

export function changeReply(context: Context, was: Row<'comment-reply'>, change: ReplyChange): Row<'comment-reply'> {
  return rewrite(context, was, { ...was.data, ...changes(context, was.data, change) });
}

export function changeComment(
  context: Context,
  was: Row<'comment'>,
  change: BodyOf<typeof spaceComments.update>,
): Row<'comment'> {
  const { resolvedAt, resolvedBy, ...data } = { ...was.data, ...changes(context, was.data, change) };
  const resolution = { resolvedAt: resolvedAt ?? context.now, resolvedBy: resolvedBy ?? context.callerId };
  const isResolved = change.resolved ?? data.status === 'resolved';
  return rewrite(
    context,
    was,
    isResolved ? { ...data, status: 'resolved', ...resolution } : { ...data, status: 'open' },
  );
}

/** Reactions and resolving are not edits. */
function changes(context: Context, data: CommentReplyRecord, change: ReplyChange): Partial<CommentReplyRecord> {
  const reactions = react(context, data.reactions, change);
  return change.body === undefined ? { reactions } : { reactions, body: readBody(change.body), editedAt: context.now };
}

/** Each emoji counts once for each user. An emoji in both lists is removed. */
function react(context: Context, reactions: readonly ReactionRecord[], change: ReplyChange): ReactionRecord[] {
  const { addedReactions = [], removedReactions = [] } = change;
  if ([...addedReactions, ...removedReactions].includes('')) throw invalid('body: a reaction must not be empty');
  const isMine = (reaction: ReactionRecord) => reaction.user === context.callerId;
  const kept = reactions.filter((reaction) => !(isMine(reaction) && removedReactions.includes(reaction.emoji)));
  const mine = new Set(kept.filter(isMine).map(({ emoji }) => emoji));
  const added = [...new Set(addedReactions)].filter((emoji) => !mine.has(emoji) && !removedReactions.includes(emoji));
  return [...kept, ...added.map((emoji) => ({ emoji, user: context.callerId, reactedAt: context.now }))];
}

function removeComment({ store }: Context, comment: Row<'comment'>): void {
  for (const reply of store.children('comment-reply', comment.id)) store.remove(reply);
  store.remove(comment);
}

function commentAnswers(
  context: Context,
  place: ContentPlace,
  format?: string,
): (row: Row<'comment'>) => Static<typeof Comment> {
  const content = contentOf(context, place);
  const { space, changeRequest } = place;
  const level = levelOf(context, space);
  return (row) => {
    const { id, data } = row;
    const page = data.page === undefined ? undefined : findPage(content, data.page);
    const target = defined({
      space: space.id,
      changeRequest: changeRequest?.id,
      revision: data.revision,
      node: data.node === undefined ? undefined : defined({ id: data.node, preview: data.preview }),
      review: data.review,
      page:
        data.page === undefined
          ? undefined
          : page === undefined
            ? { id: data.page, outdated: true }
            : targetPage(page, data.postedAt),
    });
    return defined({
      object: 'comment' as const,
      id,
      ...postedAnswer(context, space, data, format),
      replies: context.store.count('comment-reply', id),
      target,
      status: data.status,
      resolvedAt: data.resolvedAt,
      resolvedBy: data.resolvedBy === undefined ? undefined : userAnswer(context, space.scope, data.resolvedBy),
      urls: { location: commentUrl(context, place, id) },
      permissions: postedPermissions(context, level, row),
    });
  };
}

function replyAnswer(
  context: Context,
  place: ContentPlace,
  row: Row<'comment-reply'>,
  format?: string,
): Static<typeof CommentReply> {
  const location = `${commentUrl(context, place, row.parent)}/replies/${row.id}`;
  const permissions = postedPermissions(context, levelOf(context, place.space), row);
  return {
    object: 'comment-reply',
    id: row.id,
    ...postedAnswer(context, place.space, row.data, format),
    urls: { location },
    permissions,
  };
}

function postedAnswer(context: Context, space: Row<'space'>, data: CommentReplyRecord, format: string | undefined) {
  const user = (id: string) => userAnswer(context, space.scope, id);
  const emojis = [...new Set(data.reactions.map(({ emoji }) => emoji))];
  return defined({
    postedBy: user(data.postedBy),
    postedAt: data.postedAt,
    editedAt: data.editedAt,
    body: showBody(data.body, format),
    reactions: emojis.map((emoji) => {
      const users = data.reactions.filter((reaction) => reaction.emoji === emoji);
      return {
        emoji,
        count: users.length,
        users: users.map((one) => ({ user: user(one.user), reactedAt: one.reactedAt })),
      };
    }),
  });
}

function postedPermissions(context: Context, level: Role | null, { data }: Posted) {
  const isWriter = canCall(level, spaceComments.create);
  const isTheirs = isAtLeast(level, 'admin') || (isWriter && data.postedBy === context.callerId);
  return {
    view: canCall(level, spaceComments.get),
    edit: isTheirs,
    reply: canCall(level, spaceComments.createReply),
    delete: isTheirs,
  };
}

const discuss = inSpace('comment');

const change = inSpace('comment', `${ownOnly}; \`edit\` to resolve it`);

const remove = inSpace('comment', ownOnly);

type Handle<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer R> ? (input: RouteInput<P, Q, B>) => Static<R> : never;

/** Comments of spaces and of change requests have the same operations. */
function both<N extends keyof typeof spaceComments & keyof typeof changeRequestComments>(
  name: N,
  need: Need,
  handle: Handle<(typeof spaceComments)[N]>,
) {
  return [spaceComments[name], changeRequestComments[name]].map((endpoint) =>
    route(endpoint as unknown as Endpoint, need, handle as unknown as Route['handle']),
  );
}

function createReply(context: Context, path: CommentPath, body: object, format?: string) {
  const { place, comment } = commentAt(context, path);
  return replyAnswer(context, place, addReply(context, comment, body), format);
}

export const comments = resource({
  titles: { 'comment-reply': 'reply' },
  routes: [
    ...both('list', discuss, ({ context, path, query }) => {
      const place = contentPlace(context, path);
      return mapPage(
        pageOfItems(commentsOf(context, place, query), query),
        commentAnswers(context, place, query.format),
      );
    }),
    ...both('create', discuss, ({ context, path, body }) => {
      const place = contentPlace(context, path);
      return commentAnswers(context, place)(addComment(context, place, body));
    }),
    ...both('get', discuss, ({ context, path, query }) => {
      const { place, comment } = commentAt(context, path);
      return commentAnswers(context, place, query.format)(comment);
    }),
    ...both('update', change, ({ context, path, body }) => {
      const { place, comment } = commentAt(context, path);
      requireChange(context, place.space, comment, body);
      return commentAnswers(context, place)(changeComment(context, comment, body));
    }),
    ...both('delete', remove, ({ context, path }) => {
      const { place, comment } = commentAt(context, path);
      requireRemoval(context, place.space, comment);
      removeComment(context, comment);
    }),
    ...both('listReplies', discuss, ({ context, path, query }) => {
      const { place, comment } = commentAt(context, path);
      const page = pageOfChildren(context.store, 'comment-reply', comment.id, query);
      return mapPage(page, (row) => replyAnswer(context, place, row, query.format));
    }),
    ...both('getReply', discuss, ({ context, path, query }) => {
      const { place, comment } = commentAt(context, path);
      return replyAnswer(
        context,
        place,
        requireObject(context, 'comment-reply', path.commentReplyId, comment.id),
        query.format,
      );
    }),
    route(spaceComments.createReply, discuss, ({ context, path, body }) => createReply(context, path, body.body)),
    route(changeRequestComments.createReply, discuss, ({ context, path, query, body }) =>
      createReply(context, path, body.body, query.format),
    ),
    route(spaceComments.updateReply, remove, ({ context, path, body }) => {
      const { place, comment } = commentAt(context, path);
      const was = requireObject(context, 'comment-reply', path.commentReplyId, comment.id);
      requireChange(context, place.space, was, body);
      return replyAnswer(context, place, changeReply(context, was, body));
    }),
  ],
});
