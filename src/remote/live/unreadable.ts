/** Reports lists that the token cannot read. Fails if nothing could be read. */
import { DocformError, exitCode, exitCodeOfStatus } from '../../core/docform-error.ts';
import type { Live, LiveList } from '../../core/state.ts';

export function deniedLists(live: Live) {
  const lists = wantedLists(live);
  const denied = lists.filter(({ isDenied }) => isDenied);
  return { denied: denied.length, all: lists.length, kinds: [...new Set(denied.map(({ kind }) => kind))].sort() };
}

function wantedLists({ lists }: Live) {
  return lists.filter(({ isLeftOut }) => !isLeftOut);
}

/** Only the organization itself is readable. */
function nothingSeenError(count: number, reason: string) {
  return new DocformError({
    code: 'E-NO-ACCESS',
    message: `this token cannot read any of the ${count} lists: ${reason}`,
    hint: 'give the user of the token a role; only `admin` reads everything, and `read` to `create` read no SAML providers, link invites, share links or hidden content',
    exit: exitCode.denied,
  });
}

/** A plan would repeat the same failure for every list. */
function allFailedError(reason: string, { status, hint }: NonNullable<LiveList['failure']> = {}) {
  return new DocformError({
    code: 'E-API',
    message: `could not read anything: ${reason}`,
    hint,
    status,
    exit: exitCodeOfStatus(status),
  });
}

/**
 * Throws DocformError: E-API if nothing could be read, E-NO-ACCESS if every list was denied. A partial plan reports
 * denied lists as unknown instead, because they do not prove that the token has no access.
 */
export function requireReadable(live: Live): void {
  const wanted = wantedLists(live);
  const lists = wanted.filter(({ kind }) => kind !== 'organization');
  const isPartial = live.leftOut !== undefined && live.leftOut.size > 0;
  if (isPartial && lists.every(({ isDenied }) => isDenied)) return;
  const [first] = lists;
  // A list that omits objects is denied too, although it shows others.
  const isEmpty = live.objects.every(({ kind }) => kind === 'organization');
  if (isEmpty && lists.length > 1 && first !== undefined && lists.every(({ isDenied }) => isDenied))
    throw nothingSeenError(lists.length, first.unknown ?? '');
  const { unknown: reason, failure } = wanted[0] ?? {};
  if (reason !== undefined && live.objects.length === 0 && wanted.every((list) => list.unknown !== undefined))
    throw allFailedError(reason, failure);
}
