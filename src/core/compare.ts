/** Compares texts by code unit, so that the order is the same on every machine, compares plain values, and groups items. */

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

export type NonEmpty<Item> = readonly [Item, ...Item[]];

/** Keeps the order of the items. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** A map with two keys, which needs no combined key for a lookup. */
export function pairMap<A, B, V>() {
  const outer = new Map<A, Map<B, V>>();
  return {
    get: (a: A, b: B): V | undefined => outer.get(a)?.get(b),
    set: (a: A, b: B, value: V): void => {
      const inner = outer.get(a);
      if (inner === undefined) outer.set(a, new Map([[b, value]]));
      else inner.set(b, value);
    },
  };
}

/** Groups items by two keys, keeping their order. */
export function groupByPair<Item, A, B>(items: Iterable<Item>, first: (item: Item) => A, second: (item: Item) => B) {
  const groups = pairMap<A, B, Item[]>();
  for (const item of items) {
    const a = first(item);
    const b = second(item);
    const group = groups.get(a, b);
    if (group === undefined) groups.set(a, b, [item]);
    else group.push(item);
  }
  return groups;
}
