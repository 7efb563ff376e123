/** Marks of declared people who have not joined: the digest of their declaration, and an invitation. */
import { canonicalJson, isJsonObject, parseJsonOrUndefined } from './json.ts';
import type { Value } from './state.ts';

export interface Invitation {
  /** Time of the request (RFC 3339). */
  readonly at: string;
  /** The declared fields in the invitation, such as the role. */
  readonly fields: { readonly [field: string]: Value };
  /** The platform did not answer, so it may have invited the person. */
  readonly isUnknown?: true;
}

/** `declared`: fingerprint of the declaration. */
interface PendingMark {
  readonly declared: string;
  readonly invitation?: Invitation | undefined;
}

/** `12ab… invited 2026-11-24T09:00:00.000Z {"role":"read"}` */
export function formatPendingMark({ declared, invitation }: PendingMark): string {
  if (invitation === undefined) return declared;
  const { at, fields, isUnknown } = invitation;
  return [declared, isUnknown ? 'unanswered' : 'invited', at, canonicalJson(fields)].join(' ');
}

/** Text that another version wrote after the fingerprint still counts as an invitation, so nobody is invited twice. */
export function parsePendingMark(mark: string): PendingMark {
  const [, declared = '', state, at = '', json = ''] = /^(\S*)(?: (\S+) ?(\S*) ?(.*))?$/s.exec(mark) ?? [];
  if (state === undefined) return { declared };
  const fields = parseJsonOrUndefined(json);
  const isUnknown = state === 'invited' ? {} : { isUnknown: true as const };
  return {
    declared,
    invitation: { at, fields: isJsonObject(fields) ? (fields as Invitation['fields']) : {}, ...isUnknown },
  };
}

/** Of two different marks, the one with the later invitation. undefined: neither has an invitation. */
export function laterInvitation(...marks: readonly string[]): string | undefined {
  const invitedAt = (mark: string): string => parsePendingMark(mark).invitation?.at ?? '';
  return marks.filter((mark) => invitedAt(mark) !== '').sort((a, b) => (invitedAt(a) < invitedAt(b) ? 1 : -1))[0];
}
