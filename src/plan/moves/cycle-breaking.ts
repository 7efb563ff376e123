/** Breaks cycles among moves: finds the limited siblings that move first. A limited sibling can move only next to another limited sibling, so a stretch must never be empty while others still have to enter it. */
import type { Siblings } from './most-kept.ts';

interface BreakingMove {
  readonly item: number;
  readonly relation: 'after';
  readonly beside: number;
}

export interface CycleBreaking {
  readonly moves: readonly BreakingMove[];
  /** Not empty: the cycle can be broken only if the free siblings in one of these groups move too. */
  readonly waysOut: readonly (readonly number[])[];
}

interface Stretch {
  readonly index: number;
  staying: number;
  /** Items that are here and move away. */
  readonly leaving: Set<number>;
  /** Items that move here, with the stretches that they leave. */
  readonly arriving: { readonly item: number; readonly from: Stretch }[];
  /** Contains an item in its final place, or needs none, so all other items can leave. */
  isFixed: boolean;
}

/**
 * Plans one move into each stretch that is not fixed, next to an item that leaves it later. If single items change places in a cycle, no
 * order of moves works: the result then names the smallest groups of free siblings that separate the cycle from another limited sibling.
 */
export function cycleBreaking(siblings: Siblings, kept: readonly number[]): CycleBreaking {
  const fixedItems = kept.filter((item) => !siblings.limited[item]);
  const stretches = splitAtFixedItems(siblings, kept);
  const open = stretches.filter((each) => !each.isFixed);
  const openFrom = new Map<Stretch, Set<Stretch>>();
  for (const to of open)
    for (const { from } of to.arriving) openFrom.set(from, (openFrom.get(from) ?? new Set()).add(to));
  const moves: BreakingMove[] = [];
  const fixed = stretches.filter((each) => each.isFixed);
  const fix = (to: Stretch, from: Stretch): void => {
    if (to.isFixed) return;
    const item = to.arriving.find((each) => each.from === from)?.item;
    const [beside] = to.leaving;
    if (item === undefined || beside === undefined) return;
    moves.push({ item, relation: 'after', beside });
    from.leaving.delete(item);
    to.isFixed = true;
    fixed.push(to);
  };
  let looked = 0;
  for (;;) {
    for (const from of fixed.splice(0)) for (const to of openFrom.get(from) ?? []) fix(to, from);
    if (fixed.length > 0) continue;
    while (open[looked]?.isFixed) looked++;
    if (looked === open.length) return { moves, waysOut: [] };
    const crowded = open.find((each) => !each.isFixed && each.leaving.size > 1);
    if (crowded === undefined)
      return {
        moves: [],
        waysOut: waysOut(stretches, open[looked]).map((way) => way.map((at) => fixedItems[at] ?? -1)),
      };
    fix(...opening(crowded));
  }
}

/**
 * The first move that breaks a cycle. Following arrivals back from a crowded stretch ends in a cycle, and the cycle contains a crowded
 * stretch: this one, or the one where the path enters the cycle.
 */
function opening(crowded: Stretch): readonly [to: Stretch, from: Stretch] {
  const way: Stretch[] = [];
  const seen = new Map<Stretch, number>();
  let at = crowded;
  while (!seen.has(at)) {
    seen.set(at, way.length);
    way.push(at);
    at = at.arriving[0]?.from ?? at;
  }
  const ring = way.slice(seen.get(at));
  const branching = ring.findIndex((each) => each.leaving.size > 1);
  return [ring.at(branching - 1) ?? crowded, ring[branching] ?? crowded];
}

/** The shortest groups of fixed items between a stretch of the cycle and the nearest stretch that is not empty. */
function waysOut(stretches: readonly Stretch[], ring: Stretch | undefined): readonly (readonly number[])[] {
  const ways: number[][] = [];
  const seen = new Set<Stretch>();
  for (let at = ring; at && !seen.has(at); at = at.arriving[0]?.from) {
    seen.add(at);
    for (const direction of [-1, 1]) {
      const fixedItems: number[] = [];
      let next = at.index;
      do {
        fixedItems.push(direction === 1 ? next : next - 1);
        next += direction;
      } while (stretches[next] && isEmpty(stretches[next]));
      if (stretches[next]) ways.push(fixedItems);
    }
  }
  const shortest = Math.min(...ways.map((each) => each.length));
  return ways.filter((each) => each.length === shortest).slice(0, 8);
}

function isEmpty(stretch: Stretch | undefined): boolean {
  return stretch?.staying === 0 && stretch.leaving.size === 0;
}

function splitAtFixedItems(siblings: Siblings, kept: readonly number[]): readonly Stretch[] {
  const { count, position, limited } = siblings;
  const stays = new Set(kept);
  const fixedItems = kept.filter((item) => !limited[item]);
  const stretches: Stretch[] = [];
  for (let at = 0; at <= fixedItems.length; at++)
    stretches.push({ index: at, staying: 0, leaving: new Set(), arriving: [], isFixed: false });
  const atPlace = new Int32Array(count);
  for (let item = 0; item < count; item++) atPlace[position[item] ?? 0] = item;
  const walk = (items: Iterable<number>, visit: (item: number, stretch: Stretch) => void): void => {
    let passed = 0;
    for (const item of items) {
      const stretch = stretches[passed];
      if (stretch && limited[item]) visit(item, stretch);
      else if (stays.has(item)) passed++;
    }
  };
  const origins = new Map<number, Stretch>();
  walk(atPlace, (item, stretch) => {
    origins.set(item, stretch);
    if (stays.has(item)) stretch.staying++;
    else stretch.leaving.add(item);
  });
  walk(
    atPlace.map((_, item) => item),
    (item, stretch) => {
      const from = origins.get(item);
      if (from && !stays.has(item)) stretch.arriving.push({ item, from });
    },
  );
  for (const each of stretches) each.isFixed = each.staying > 0 || each.arriving.length === 0;
  return stretches;
}
