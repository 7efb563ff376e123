/** Draws from fast-check one value after the other, so that later draws can depend on earlier ones; what shrinks shrinks towards less. */
import fc from 'fast-check';

export interface Draw {
  /** True in so many of a hundred cases; shrinks to false. */
  readonly chance: (percent: number) => boolean;
  /** Shrinks to the first. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** From `min` to `max`; shrinks to `min`. */
  readonly count: (min: number, max: number) => number;
  /** Some of them, in any order. */
  readonly some: <T>(items: readonly T[], min?: number, max?: number) => readonly T[];
  /** All of them, in any order. */
  readonly shuffled: <T>(items: readonly T[]) => readonly T[];
}

/** Arbitraries by what they are made of: fast-check looks for one that it has made among all others, by comparing what each is made of. */
function madeOnce<T>(make: (...sizes: number[]) => fc.Arbitrary<T>): (...sizes: number[]) => () => fc.Arbitrary<T> {
  const known = new Map<string, () => fc.Arbitrary<T>>();
  return (...sizes) => {
    const found = known.get(sizes.join()) ?? (() => make(...sizes));
    known.set(sizes.join(), found);
    return found;
  };
}

const integers = madeOnce((min, max) => fc.integer({ min: min as number, max: max as number }));
/** Of a list of this length. */
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

/** Each key gets a name of its own out of the pool; `kept` names stay with their keys. */
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

/** Fewer, more or other keys than before; of those that stay, about half are to stay as they were. */
function drawKeys<T>(
  draw: Draw,
  what: Keys,
  before: Keyed<T> | undefined,
): readonly (readonly [key: string, same: T | undefined])[] {
  const isAsBefore = before !== undefined && Object.keys(before).length > 0 && draw.chance(50);
  const keys = isAsBefore ? Object.keys(before) : draw.some(what.keys, what.min ?? 0, what.max);
  return keys.map((key) => [key, before?.[key] !== undefined && draw.chance(50) ? before[key] : undefined]);
}

/** A map with fewer, more or other keys; a block that was there before often stays as it was. */
export function drawMap<T>(draw: Draw, what: Keys, before: Keyed<T> | undefined, fresh: (key: string) => T): Keyed<T> {
  return Object.fromEntries(drawKeys(draw, what, before).map(([key, same]) => [key, same ?? fresh(key)]));
}

/** The same with names that are unique, and now and then traded. `named`: the field that says it; default: the title. */
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
