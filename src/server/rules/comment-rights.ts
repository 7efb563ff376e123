/** What people may do with a comment or reply: their own, and for admins all. */
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import type { Role, Row } from '../records.ts';
import { isAtLeast, levelOf } from './access.ts';
import { needs } from './needs.ts';

type Posted = Row<'comment'> | Row<'comment-reply'>;

/** The booleans that answers show. Comments of one space share the caller's level there. */
export function postedPermissions(context: Context, level: Role | null, { data }: Posted) {
  const isWriter = isAtLeast(level, needs.createSpaceComment.least);
  const isTheirs = isAtLeast(level, 'admin') || (isWriter && data.postedBy === context.callerId);
  return {
    view: isAtLeast(level, needs.getSpaceComment.least),
    edit: isTheirs,
    reply: isAtLeast(level, needs.createSpaceCommentReply.least),
    delete: isTheirs,
  };
}

/** Another body is for who wrote it; resolving, for them and for who may edit the space. Reactions are for all who comment. */
export function requireChange(
  context: Context,
  space: Row<'space'>,
  posted: Posted,
  change: { readonly body?: unknown; readonly resolved?: boolean | undefined },
): void {
  const level = levelOf(context, space);
  const { edit } = postedPermissions(context, level, posted);
  if (change.body !== undefined && !edit) throw forbidden('only who wrote it, or an admin, may change it');
  if (change.resolved !== undefined && !edit && !isAtLeast(level, 'edit'))
    throw forbidden('resolving it needs the level edit, or to have written it');
}

export function requireRemoval(context: Context, space: Row<'space'>, posted: Posted): void {
  const isAllowed = postedPermissions(context, levelOf(context, space), posted).delete;
  if (!isAllowed) throw forbidden('only who wrote it, or an admin, may delete it');
}
