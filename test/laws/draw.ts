/** Draws values from fast-check one after the other, so that later values can depend on earlier ones. Shrinking produces smaller values. */
import fc from 'fast-check';

export interface Draw {
  /** True with this probability in percent. Shrinks to false. */
  readonly chance: (percent: number) => boolean;
  /** One of the items. Shrinks to the first. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** An integer from `min` to `max`. Shrinks to `min`. */
  readonly count: (min: number, max: number) => number;
  /** Some of the items, in any order. */
  readonly some: <T>(items: readonly T[], min?: number, max?: number) => readonly T[];
  /** All items, in any order. */
  readonly shuffled: <T>(items: readonly T[]) => readonly T[];
}

/** Caches arbitraries by their parameters: otherwise fast-check compares each one with all arbitraries created before. */
function madeOnce<T>(make: (...sizes: number[]) => fc.Arbitrary<T>): (...sizes: number[]) => () => fc.Arbitrary<T> {
  const known = new Map<string, () => fc.Arbitrary<T>>();
  return (...sizes) => {
    const found = known.get(sizes.join()) ?? (() => make(...sizes));
    known.set(sizes.join(), found);
    return found;
  };
}

const integers = madeOnce((min, max) => fc.integer({ min: min as number, max: max as number }));
/** Caches by the length of the list. */
const places = madeOnce((length, minLength, maxLength) =>
  fc.shuffledSubarray([...Array(length).keys()], { minLength: minLength as number, maxLength: maxLength as number }),
);

export function drawn<T>(build: (draw: Draw) => T): fc.Arbitrary<T> {
  return fc.gen().map((gen) => {
    const count = (min: number, max: number): number => gen(integers(min, max));
    const some = <E>(items: readonly E[], min = 0, max = items.length): readonly E[] =>
      gen(places(items.length, min, Math.min(max, items.length))).map((at) => items[at] as E);
    return build({
      count,
      some,
      chance: (percent) => count(0, 99) >= 100 - percent,
      pick: (items) => items[count(0, items.length - 1)] as never,
      shuffled: (items) => some(items, items.length),
    });
  });
}

export type Keyed<T> = { readonly [key: string]: T };

/** Gives each key a unique name from the pool. Keys in `kept` keep their names. */
export function distinctNames(
  draw: Draw,
  keys: readonly string[],
  pool: readonly string[],
  kept: Keyed<string | undefined>,
): Keyed<string> {
  const held = new Set(keys.flatMap((key) => kept[key] ?? []));
  const free = [...draw.shuffled(pool.filter((name) => !held.has(name)))];
  return Object.fromEntries(keys.map((key) => [key, kept[key] ?? free.pop() ?? key]));
}

export function only<T>(map: Keyed<T> | undefined, keys: readonly string[]): Keyed<T> | undefined {
  return map && Object.fromEntries(Object.entries(map).filter(([key]) => keys.includes(key)));
}

interface Keys {
  readonly keys: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

/** Removes, adds or changes keys. About half of the remaining keys keep their values. */
function drawKeys<T>(
  draw: Draw,
  what: Keys,
  before: Keyed<T> | undefined,
): readonly (readonly [key: string, same: T | undefined])[] {
  const isAsBefore = before !== undefined && Object.keys(before).length > 0 && draw.chance(50);
  const keys = isAsBefore ? Object.keys(before) : draw.some(what.keys, what.min ?? 0, what.max);
  return keys.map((key) => [key, before?.[key] !== undefined && draw.chance(50) ? before[key] : undefined]);
}

/** Removes or adds keys of a map. A remaining block often keeps its value. */
export function drawMap<T>(draw: Draw, what: Keys, before: Keyed<T> | undefined, fresh: (key: string) => T): Keyed<T> {
  return Object.fromEntries(drawKeys(draw, what, before).map(([key, same]) => [key, same ?? fresh(key)]));
}

/** Like `drawMap`, with unique names that are sometimes swapped. `named`: the field with the name; default: the title. */
export function drawNamed<T extends object>(
  draw: Draw,
  what: Keys & { readonly pool: readonly string[]; readonly named?: string },
  before: Keyed<T> | undefined,
  fresh: (key: string) => T,
): Keyed<T & { readonly [name: string]: unknown }> {
  const { pool, named = 'title' } = what;
  const keys = drawKeys(draw, what, before);
  const isNameKept = !draw.chance(30);
  const nameOf = (block: T): string | undefined => (block as { readonly [name: string]: string })[named];
  const kept = keys.flatMap(([key, same]) => (isNameKept && same !== undefined ? [[key, nameOf(same)]] : []));
  const names = distinctNames(
    draw,
    keys.map(([key]) => key),
    pool,
    Object.fromEntries(kept),
  );
  return Object.fromEntries(keys.map(([key, same]) => [key, { ...(same ?? fresh(key)), [named]: names[key] ?? key }]));
}
