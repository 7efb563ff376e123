/** Comments and replies as the contract shows them. */
import type { Static } from '@sinclair/typebox';
import type { Comment, CommentReply } from '../../contract/comments.ts';
import type { CommentReplyRecord } from '../content-records.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { levelOf } from '../rules/access.ts';
import { showBody } from '../rules/bodies.ts';
import { postedPermissions } from '../rules/comment-rights.ts';
import { contentOf, findPage, type Place } from '../rules/revisions.ts';
import { defined, shownOf } from './defined.ts';
import { userAnswer } from './people.ts';

/** Answers comments of one place; its content is read once. */
export function commentAnswers(context: Context, place: Place, format?: string): (row: Row<'comment'>) => Static<typeof Comment> {
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
      page: data.page === undefined ? undefined : page === undefined ? { id: data.page, outdated: true } : targetPage(page, data.postedAt),
    });
    return defined({
      object: 'comment' as const,
      id,
      ...posted(context, space, data, format),
      replies: context.store.count('comment-reply', id),
      target,
      status: data.status,
      resolvedAt: data.resolvedAt,
      resolvedBy: data.resolvedBy === undefined ? undefined : userAnswer(context, space.scope, data.resolvedBy),
      urls: { location: commentAddress(context, place, id) },
      permissions: postedPermissions(context, level, row),
    });
  };
}

/** Outdated: written to since the comment was posted. */
function targetPage({ page, path }: NonNullable<ReturnType<typeof findPage>>, postedAt: string) {
  const { id, title, emoji, createdAt, updatedAt } = page;
  const { icon } = shownOf<{ icon: string }>(page);
  return defined({ id, title, emoji, icon, createdAt, updatedAt, path, outdated: Date.parse(updatedAt) > Date.parse(postedAt) });
}

export function replyAnswer(context: Context, place: Place, row: Row<'comment-reply'>, format?: string): Static<typeof CommentReply> {
  const location = `${commentAddress(context, place, row.parent)}/replies/${row.id}`;
  const permissions = postedPermissions(context, levelOf(context, place.space), row);
  return { object: 'comment-reply', id: row.id, ...posted(context, place.space, row.data, format), urls: { location }, permissions };
}

function posted(context: Context, space: Row<'space'>, data: CommentReplyRecord, format: string | undefined) {
  const user = (id: string) => userAnswer(context, space.scope, id);
  const emojis = [...new Set(data.reactions.map(({ emoji }) => emoji))];
  return defined({
    postedBy: user(data.postedBy),
    postedAt: data.postedAt,
    editedAt: data.editedAt,
    body: showBody(data.body, format),
    reactions: emojis.map((emoji) => {
      const users = data.reactions.filter((reaction) => reaction.emoji === emoji);
      return { emoji, count: users.length, users: users.map((one) => ({ user: user(one.user), reactedAt: one.reactedAt })) };
    }),
  });
}

function commentAddress({ origin }: Context, { space, changeRequest }: Place, id: string): string {
  const within = changeRequest === undefined ? '' : `/change-requests/${changeRequest.id}`;
  return `${origin}/v1/spaces/${space.id}${within}/comments/${id}`;
}
