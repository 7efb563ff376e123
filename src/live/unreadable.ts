/** Fails if nothing could be read, and counts lists that the token cannot read. */
import { DocformError, exitOfStatus } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import type { KindName, Live, LiveList } from '../core/state.ts';

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

/** Only the organization itself is readable. */
function unseen(count: number, reason: string): DocformError {
  return new DocformError({
    code: 'E-NO-ACCESS',
    message: `this token cannot read any of the ${count} lists: ${reason}`,
    hint: 'give the user of the token a role: `admin` can read everything, `read` everything without secrets',
    exit: exitCode.denied,
  });
}

/** A plan would repeat the same failure for every list. */
function unreadable(reason: string, { status, hint }: NonNullable<LiveList['failure']> = {}): DocformError {
  return new DocformError({
    code: 'E-API',
    message: `could not read anything: ${reason}`,
    hint,
    status,
    exit: exitOfStatus(status),
  });
}

/**
 * Throws DocformError: E-API if nothing could be read, E-NO-ACCESS if every list was denied. A partial plan reports
 * denied lists as unknown instead, because they do not prove that the token has no access.
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
