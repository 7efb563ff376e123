/** Compares texts by code unit, so that the order is the same on every machine, and plain values by content. */

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** For sorting entries by their keys. */
export function byKey([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return compareTexts(a, b);
}

export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  }
  const left = a as { readonly [key: string]: unknown };
  const right = b as { readonly [key: string]: unknown };
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => key in right && isEqual(left[key], right[key]))
  );
}
