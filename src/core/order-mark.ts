/** What the ledger remembers of the order of siblings: a short mark per sibling, in their order, so that those still there can be compared. */
import { fingerprint } from './fingerprint.ts';

/** Two of a hundred siblings share a mark in one of 3,400 such lists; their order among each other is then not told apart. */
const markLength = 6;

/** Marks are made of ids: a renamed key or title, and siblings that nobody manages, leave an order what it is. */
export function orderMark(ids: readonly string[]): string {
  return ids.map(siblingMark).join('.');
}

/** The part of an order's mark that stands for one sibling. */
export function siblingMark(id: string): string {
  return fingerprint(id).slice(0, markLength);
}

/** Positions by sibling mark. */
export function markedPositions(mark: string): ReadonlyMap<string, number> {
  return new Map(mark.split('.').map((each, position) => [each, position]));
}

/** A mark as orderMark writes it. */
export function isOrderMark(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{6}(\.[0-9a-f]{6})+$/.test(text);
}
