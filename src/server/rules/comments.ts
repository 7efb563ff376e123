/** Comments and replies: who wrote them, what they are about, their reactions, and whether they are resolved. */
import type { CommentReplyRecord, ReactionRecord } from '../content-records.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Row } from '../records.ts';
import { readBody } from './bodies.ts';
import { requireObject } from './require.ts';
import { contentOf, type Place, requirePage } from './revisions.ts';
import { addObject, rewrite } from './write.ts';

/** What comments of a place stand in: the change request, or else the space. */
export function discussionOf({ space, changeRequest }: Place): string {
  return changeRequest?.id ?? space.id;
}

export interface CommentFilter {
  readonly order?: string;
  readonly status?: string;
  readonly targetPage?: string;
  readonly authors?: readonly string[];
}

/** The newest first, unless `order` is `asc`. */
export function commentsOf({ store }: Context, place: Place, filter: CommentFilter): Row<'comment'>[] {
  const { order = 'desc', status = 'all', targetPage, authors } = filter;
  if (order !== 'asc' && order !== 'desc') throw invalid(`query.order: ${JSON.stringify(order)} is neither asc nor desc`);
  if (!['all', 'open', 'resolved'].includes(status))
    throw invalid(`query.status: ${JSON.stringify(status)} is none of all, open, resolved`);
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

export function requireComment(context: Context, place: Place, id: string): Row<'comment'> {
  return requireObject(context, 'comment', id, discussionOf(place));
}

export interface NewComment {
  readonly body: object;
  /** Id of a page of the content there. */
  readonly page?: string;
  readonly node?: string;
}

export function addComment(context: Context, place: Place, { body, page, node }: NewComment): Row<'comment'> {
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

export interface ReplyChange {
  readonly body?: object;
  readonly addedReactions?: readonly string[];
  readonly removedReactions?: readonly string[];
}

export interface CommentChange extends ReplyChange {
  readonly resolved?: boolean;
}

export function changeReply(context: Context, was: Row<'comment-reply'>, change: ReplyChange): Row<'comment-reply'> {
  return rewrite(context, was, { ...was.data, ...changes(context, was.data, change) });
}

export function changeComment(context: Context, was: Row<'comment'>, change: CommentChange): Row<'comment'> {
  const { resolvedAt, resolvedBy, ...data } = { ...was.data, ...changes(context, was.data, change) };
  const resolution = { resolvedAt: resolvedAt ?? context.now, resolvedBy: resolvedBy ?? context.callerId };
  const isResolved = change.resolved ?? data.status === 'resolved';
  return rewrite(context, was, isResolved ? { ...data, status: 'resolved', ...resolution } : { ...data, status: 'open' });
}

/** Only another text is an edit; reactions and resolving are none. */
function changes(context: Context, data: CommentReplyRecord, change: ReplyChange): Partial<CommentReplyRecord> {
  const reactions = react(context, data.reactions, change);
  return change.body === undefined ? { reactions } : { reactions, body: readBody(change.body), editedAt: context.now };
}

/** The caller's reactions; each emoji counts once, and one that is both added and removed ends removed. */
function react(context: Context, reactions: readonly ReactionRecord[], change: ReplyChange): ReactionRecord[] {
  const { addedReactions = [], removedReactions = [] } = change;
  if ([...addedReactions, ...removedReactions].includes('')) throw invalid('body: a reaction must not be empty');
  const isMine = (reaction: ReactionRecord): boolean => reaction.user === context.callerId;
  const kept = reactions.filter((reaction) => !(isMine(reaction) && removedReactions.includes(reaction.emoji)));
  const mine = new Set(kept.filter(isMine).map(({ emoji }) => emoji));
  const added = [...new Set(addedReactions)].filter((emoji) => !mine.has(emoji) && !removedReactions.includes(emoji));
  return [...kept, ...added.map((emoji) => ({ emoji, user: context.callerId, reactedAt: context.now }))];
}

/** With its replies. */
export function removeComment({ store }: Context, comment: Row<'comment'>): void {
  for (const reply of store.children('comment-reply', comment.id)) store.remove(reply);
  store.remove(comment);
}
