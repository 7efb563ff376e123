/** Marks of the order of siblings in the ledger, so that remaining siblings can be compared. */
import { fingerprint } from './digest.ts';

/** In one of 3,400 lists of a hundred siblings, two share a mark; a swap of these two is not noticed. */
const markLength = 6;

/** Marks come from ids, so renames and unmanaged siblings do not change an order. */
export function orderMark(ids: readonly string[]): string {
  return ids.map(idMark).join('.');
}

/** The mark of one sibling. */
export function idMark(id: string): string {
  return fingerprint(id).slice(0, markLength);
}

/** Positions by sibling mark. */
export function intendedPositions(mark: string): ReadonlyMap<string, number> {
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
export function setListedOrder(mark: string, listed: string | undefined): string {
  const [applied = ''] = mark.split('|', 1);
  return listed === undefined ? applied : `${applied}|${listed}`;
}

/** Adds to the order that the platform lists. Siblings of several kinds are listed apart. */
export function addListedOrder(mark: string, listed: string): string {
  const added = listed.split('.');
  const kept = (listedOrder(mark)?.split('.') ?? []).filter((each) => !added.includes(each));
  return setListedOrder(mark, [...kept, ...added].join('.'));
}

/** The part of `setListedOrder` for the platform's order. */
export function listedOrder(mark: string | undefined): string | undefined {
  return mark?.split('|')[1];
}

/** undefined: fewer than two siblings remain. */
export function removeSiblings(mark: string, gone: ReadonlySet<string>): string | undefined {
  const [applied, listed] = mark.split('|').map((part) => part.split('.').filter((each) => !gone.has(each)));
  if (applied === undefined || applied.length < 2) return undefined;
  return setListedOrder(applied.join('.'), listed === undefined || listed.length < 2 ? undefined : listed.join('.'));
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
export function readIntendedMark(mark: string): string | undefined {
  return mark.startsWith(intendedPrefix) ? mark.slice(intendedPrefix.length) : undefined;
}
