/** The order of siblings in the ledger: a short mark for each sibling, so that remaining siblings can be compared. */
import { fingerprint } from './fingerprint.ts';

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
  return new Map(mark.split('.').map((each, position) => [each, position]));
}

/** Recognizes the output of orderMark. */
export function isOrderMark(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{6}(\.[0-9a-f]{6})+$/.test(text);
}
