/** Refuses a reading of which nothing is whole, and counts what a token may not read. */
import type { KindName, Live } from '../core/state.ts';

/** Not one listing could be read: the connection or the platform is at fault, and a plan would only repeat it for every list. */
export class UnreadableError extends Error {
  constructor(reason: string) {
    super(`nothing could be read: ${reason}`);
    this.name = 'UnreadableError';
  }
}

/** Of the organization this token may read nothing but the organization itself. */
export class UnseenError extends Error {
  readonly code = 'E-UNSEEN';
  readonly hint = 'its user is a guest, or no member: give them a role; that of an admin reads everything, `read` what has no secrets';
  constructor(count: number, reason: string) {
    super(`this token cannot read any of the ${count} lists there are to read: ${reason}`);
    this.name = 'UnseenError';
  }
}

/** Lists that a token may not read whole, of how many, and of which kinds. */
export interface Denied {
  readonly denied: number;
  readonly all: number;
  readonly kinds: readonly KindName[];
}

export function deniedIn({ lists }: Live): Denied {
  const denied = lists.filter(({ isDenied }) => isDenied);
  return { denied: denied.length, all: lists.length, kinds: [...new Set(denied.map(({ kind }) => kind))].sort() };
}

/** Throws UnreadableError, and UnseenError where a plan would tell of nothing but want of rights. */
export function refuseUnreadable(live: Live): void {
  const lists = live.lists.filter(({ kind }) => kind !== 'organization');
  const [first] = lists;
  if (lists.length > 1 && first !== undefined && lists.every(({ isDenied }) => isDenied))
    throw new UnseenError(lists.length, first.unknown ?? '');
  const reason = live.lists[0]?.unknown;
  if (reason !== undefined && live.objects.length === 0 && live.lists.every((list) => list.unknown !== undefined))
    throw new UnreadableError(reason);
}
