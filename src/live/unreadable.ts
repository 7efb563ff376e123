/** Refuses a reading that has nothing whole in it, and counts what a token may not read. */
import { DocformError, exitOfStatus } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import type { KindName, Live, LiveList } from '../core/state.ts';

/** Lists that a token may not read whole, of how many, and of which kinds. */
export interface Denied {
  readonly denied: number;
  readonly all: number;
  readonly kinds: readonly KindName[];
}

export function deniedIn(live: Live): Denied {
  const lists = wantedIn(live);
  const denied = lists.filter(({ isDenied }) => isDenied);
  return { denied: denied.length, all: lists.length, kinds: [...new Set(denied.map(({ kind }) => kind))].sort() };
}

function wantedIn({ lists }: Live): readonly LiveList[] {
  return lists.some(({ isLeftOut }) => isLeftOut) ? lists.filter(({ isLeftOut }) => !isLeftOut) : lists;
}

/** Of the organization this token may read nothing but the organization itself. */
function unseen(count: number, reason: string): DocformError {
  return new DocformError({
    code: 'E-NO-ACCESS',
    message: `this token cannot read any of the ${count} lists there are to read: ${reason}`,
    hint: 'its user is a guest, or no member: give them a role; that of an admin reads everything, `read` what has no secrets',
    exit: exitCode.denied,
  });
}

/** Not one listing could be read: the connection or the platform is at fault, and a plan would only repeat it for every list. */
function unreadable(reason: string, { status, hint }: NonNullable<LiveList['failure']> = {}): DocformError {
  return new DocformError({
    code: 'E-API',
    message: `nothing could be read: ${reason}`,
    hint,
    status,
    exit: exitOfStatus(status),
  });
}

/**
 * Throws DocformError: E-API where nothing could be read, and E-NO-ACCESS where a plan would tell of nothing but want of rights. Of a part alone,
 * want of rights says nothing of the token: it is told as not known there, as a plan of everything tells it.
 */
export function refuseUnreadable(live: Live): void {
  const wanted = wantedIn(live);
  if (live.leftOut !== undefined && live.leftOut.size > 0 && wanted.every(({ isDenied }) => isDenied)) return;
  const lists = wanted.filter(({ kind }) => kind !== 'organization');
  const [first] = lists;
  if (lists.length > 1 && first !== undefined && lists.every(({ isDenied }) => isDenied))
    throw unseen(lists.length, first.unknown ?? '');
  const { unknown: reason, failure } = wanted[0] ?? {};
  if (reason !== undefined && live.objects.length === 0 && wanted.every((list) => list.unknown !== undefined))
    throw unreadable(reason, failure);
}
