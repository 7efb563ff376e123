/** Marks in the ledger: of the order of siblings, so that remaining siblings can be compared, and of pending declarations. */
import { fingerprint } from './digest.ts';
import { canonicalJson, isJsonObject, parsedJson } from './json.ts';
import type { Value } from './state.ts';

/** In one of 3,400 lists of a hundred siblings, two share a mark; a swap of these two is not noticed. */
const markLength = 6;

/** Marks come from ids, so renames and unmanaged siblings do not change an order. */
export function orderMark(ids: readonly string[]): string {
  return ids.map(siblingMark).join('.');
}

/** The mark of one sibling. */
export function siblingMark(id: string): string {
  return fingerprint(id).slice(0, markLength);
}

/** Positions by sibling mark. */
export function markedPositions(mark: string): ReadonlyMap<string, number> {
  return positionsIn(mark.split('|', 1)[0] ?? '');
}

/** The order that the platform listed after the moves, if it is another one. */
export function listedPositions(mark: string): ReadonlyMap<string, number> {
  return positionsIn(mark.split('|')[1] ?? '');
}

function positionsIn(marks: string): ReadonlyMap<string, number> {
  return new Map(marks === '' ? [] : marks.split('.').map((each, position) => [each, position]));
}

/** Replaces the order that the platform lists. Both marks come from `orderMark`. */
export function withListed(mark: string, listed: string | undefined): string {
  const [applied = ''] = mark.split('|', 1);
  return listed === undefined ? applied : `${applied}|${listed}`;
}

/** Adds to the order that the platform lists. Siblings of several kinds are listed apart. */
export function addListed(mark: string, listed: string): string {
  const added = listed.split('.');
  const kept = (listedIn(mark)?.split('.') ?? []).filter((each) => !added.includes(each));
  return withListed(mark, [...kept, ...added].join('.'));
}

/** The part of `withListed` for the platform's order. */
export function listedIn(mark: string | undefined): string | undefined {
  return mark?.split('|')[1];
}

/** undefined: fewer than two siblings remain. */
export function withoutSiblings(mark: string, gone: ReadonlySet<string>): string | undefined {
  const [applied, listed] = mark.split('|').map((part) => part.split('.').filter((each) => !gone.has(each)));
  if (applied === undefined || applied.length < 2) return undefined;
  return withListed(applied.join('.'), listed === undefined || listed.length < 2 ? undefined : listed.join('.'));
}

const marks = '[0-9a-f]{6}(\\.[0-9a-f]{6})+';
const form = new RegExp(`^${marks}(\\|${marks})?$`);

/** Recognizes the output of orderMark and withListed. */
export function isOrderMark(text: unknown): text is string {
  return typeof text === 'string' && form.test(text);
}

const intendedPrefix = 'intended ';

/** The fingerprint of a value that an apply has not set yet: `intended 12ab…`. */
export function intendedMark(mark: string): string {
  return `${intendedPrefix}${mark}`;
}

/** undefined: the value was applied. */
export function intendedIn(mark: string): string | undefined {
  return mark.startsWith(intendedPrefix) ? mark.slice(intendedPrefix.length) : undefined;
}

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
export function pendingMark({ declared, invitation }: PendingMark): string {
  if (invitation === undefined) return declared;
  const { at, fields, isUnknown } = invitation;
  return [declared, isUnknown ? 'unanswered' : 'invited', at, canonicalJson(fields)].join(' ');
}

/** Text that another version wrote after the fingerprint still counts as an invitation, so nobody is invited twice. */
export function parsePendingMark(mark: string): PendingMark {
  const [, declared = '', state, at = '', json = ''] = /^(\S*)(?: (\S+) ?(\S*) ?(.*))?$/s.exec(mark) ?? [];
  if (state === undefined) return { declared };
  const fields = parsedJson(json);
  const isUnknown = state === 'invited' ? {} : { isUnknown: true as const };
  return {
    declared,
    invitation: { at, fields: isJsonObject(fields) ? (fields as Invitation['fields']) : {}, ...isUnknown },
  };
}

/** Of two different marks, the one with the later invitation. undefined: neither has an invitation. */
export function laterInvitation(...marks: readonly string[]): string | undefined {
  const atOf = (mark: string): string => parsePendingMark(mark).invitation?.at ?? '';
  return marks.filter((mark) => atOf(mark) !== '').sort((a, b) => (atOf(a) < atOf(b) ? 1 : -1))[0];
}
