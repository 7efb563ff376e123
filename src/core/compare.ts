/** Compares texts by code unit, so that the order is the same on every machine. */

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** For sorting entries by their keys. */
export function byKey([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return compareTexts(a, b);
}
