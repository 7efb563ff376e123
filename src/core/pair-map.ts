/** A map with two keys, which needs no combined key for a lookup. */
export interface PairMap<A, B, V> {
  readonly get: (a: A, b: B) => V | undefined;
  readonly set: (a: A, b: B, value: V) => void;
}

export function pairMap<A, B, V>(): PairMap<A, B, V> {
  const outer = new Map<A, Map<B, V>>();
  return {
    get: (a, b) => outer.get(a)?.get(b),
    set: (a, b, value) => {
      let inner = outer.get(a);
      if (inner === undefined) {
        inner = new Map();
        outer.set(a, inner);
      }
      inner.set(b, value);
    },
  };
}

/** Groups items by two keys, keeping their order. */
export function groupByPair<Item, A, B>(
  items: Iterable<Item>,
  first: (item: Item) => A,
  second: (item: Item) => B,
): PairMap<A, B, Item[]> {
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
