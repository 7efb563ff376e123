/** Finds the fewest moves that bring a list of siblings into the wanted order. */

export interface Move {
  readonly item: string;
  readonly relation: 'before' | 'after';
  readonly beside: string;
}

interface MoveOptions {
  /** Items that can be placed only next to others of their kind (sections). The rest (groups) can be placed next to any. Default: none. */
  readonly limited?: (item: string) => boolean;
  /** Items that move into the list anyway, so their place costs no extra move. Default: none. */
  readonly arrivesByMove?: (item: string) => boolean;
  /** Items with an assumed place in `current`. Each is moved. Default: none. */
  readonly unplaced?: (item: string) => boolean;
}

/**
 * Returns the moves that turn `current` into `wanted` (the same items), in order. An item moves directly after its predecessor in `wanted`,
 * or before the first item in place. Without limited items, all items outside a longest increasing subsequence move. Of two swapped
 * neighbours, the second one moves. With limited items, the number is the minimum for lists of up to seven items (compared with brute
 * force); longer lists with several cycles of limited items may need one more move.
 */
export function fewestMoves(
  current: readonly string[],
  wanted: readonly string[],
  options: MoveOptions = {},
): readonly Move[] {
  const { limited, arrivesByMove, unplaced } = options;
  const unknown = unplaced === undefined ? [] : [...wanted.keys()].filter((at) => unplaced(wanted[at] ?? ''));
  if (unknown.length === 0 && current.every((item, at) => item === wanted[at])) return [];
  const positionOf = new Map(current.map((item, index) => [item, index]));
  const position = wanted.map((item) => positionOf.get(item) ?? 0);
  const atPlace = new Int32Array(wanted.length);
  for (const [item, place] of position.entries()) atPlace[place] = item;
  const siblings: Siblings = {
    count: wanted.length,
    position,
    atPlace,
    limited: wanted.map((item) => limited?.(item) ?? false),
    arriving: wanted.map((item) => arrivesByMove?.(item) ?? false),
  };
  const { kept, breaking } = findSettlement(siblings, unknown);
  return emitMoves(siblings, kept, breaking.moves).map(({ item, relation, beside }) => ({
    item: wanted[item] ?? '',
    relation,
    beside: wanted[beside] ?? '',
  }));
}

interface Settlement {
  /** Items that have to move although they could stay. */
  readonly moving: readonly number[];
  readonly kept: readonly number[];
  readonly breaking: CycleBreaking;
}

/** Keeps as many items as possible. Opens each cycle in the way that keeps most others. */
function findSettlement(siblings: Siblings, moving: readonly number[]): Settlement {
  let best = trySettlement(siblings, moving);
  while (best.breaking.cycleBreaks.length > 0) {
    const attempts = best.breaking.cycleBreaks.map((way) => trySettlement(siblings, [...best.moving, ...way]));
    best = attempts.reduce((a, b) => (settlementScore(b) > settlementScore(a) ? b : a));
  }
  return best;
}

function trySettlement(siblings: Siblings, moving: readonly number[]): Settlement {
  const kept = longestKept(siblings, new Set(moving));
  return { moving, kept, breaking: planCycleBreaks(siblings, kept) };
}

/** Of two equal results, prefers the one without another cycle. */
function settlementScore({ kept, breaking }: Settlement) {
  return 2 * kept.length + (breaking.cycleBreaks.length === 0 ? 1 : 0);
}

/** With indexes in the wanted order. */
interface IndexMove extends Pick<Move, 'relation'> {
  readonly item: number;
  readonly beside: number;
}

/** Limited items first, so that every free item finds them in place. Then free items, left to right. */
function emitMoves(siblings: Siblings, kept: readonly number[], firsts: readonly IndexMove[]): readonly IndexMove[] {
  const { count, limited } = siblings;
  const isInPlace = new Uint8Array(count);
  for (const item of kept) isInPlace[item] = 1;
  const fixedItems = kept.filter((item) => !limited[item]);
  for (const { item } of firsts) isInPlace[item] = 1;
  const moves = [...firsts];
  for (let at = 0; at <= fixedItems.length; at++) {
    const stretch: number[] = [];
    for (let item = (fixedItems[at - 1] ?? -1) + 1; item < (fixedItems[at] ?? count); item++)
      if (limited[item]) stretch.push(item);
    placeItems(stretch, isInPlace, moves);
  }
  placeItems([...Array(count).keys()], isInPlace, moves);
  return moves;
}

/** Moves items next to their predecessor, and the first items before the first item in place. */
function placeItems(line: readonly number[], isInPlace: Uint8Array, moves: IndexMove[]) {
  const first = line.find((item) => isInPlace[item]);
  for (const [at, item] of line.entries()) {
    const predecessor = line[at - 1];
    if (isInPlace[item]) continue;
    if (predecessor !== undefined) moves.push({ item, relation: 'after', beside: predecessor });
    else if (first !== undefined) moves.push({ item, relation: 'before', beside: first });
    isInPlace[item] = 1;
  }
}

interface CycleBreaking {
  readonly moves: readonly IndexMove[];
  /** Not empty: the cycle can be broken only if the free siblings in one of these groups move too. */
  readonly cycleBreaks: readonly (readonly number[])[];
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
function planCycleBreaks(siblings: Siblings, kept: readonly number[]): CycleBreaking {
  const fixedItems = kept.filter((item) => !siblings.limited[item]);
  const stretches = splitAtFixedItems(siblings, kept);
  const open = stretches.filter((each) => !each.isFixed);
  const openFrom = new Map<Stretch, Set<Stretch>>();
  for (const to of open)
    for (const { from } of to.arriving) openFrom.set(from, (openFrom.get(from) ?? new Set()).add(to));
  const moves: IndexMove[] = [];
  const fixed = stretches.filter((each) => each.isFixed);
  const fixStretch = (to: Stretch, from: Stretch) => {
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
    for (const from of fixed.splice(0)) for (const to of openFrom.get(from) ?? []) fixStretch(to, from);
    if (fixed.length > 0) continue;
    while (open[looked]?.isFixed) looked++;
    if (looked === open.length) return { moves, cycleBreaks: [] };
    const multiExit = open.find((each) => !each.isFixed && each.leaving.size > 1);
    if (multiExit === undefined)
      return {
        moves: [],
        cycleBreaks: cycleBreaks(stretches, open[looked]).map((way) => way.map((at) => fixedItems[at] ?? -1)),
      };
    fixStretch(...firstMove(multiExit));
  }
}

/**
 * The first move that breaks a cycle. Following arrivals back from a crowded stretch ends in a cycle, and the cycle contains a crowded
 * stretch: this one, or the one where the path enters the cycle.
 */
function firstMove(crowded: Stretch): readonly [to: Stretch, from: Stretch] {
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
function cycleBreaks(stretches: readonly Stretch[], ring: Stretch | undefined): readonly (readonly number[])[] {
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
      } while (stretches[next] && isEmptyStretch(stretches[next]));
      if (stretches[next]) ways.push(fixedItems);
    }
  }
  const shortest = Math.min(...ways.map((each) => each.length));
  return ways.filter((each) => each.length === shortest).slice(0, 8);
}

function isEmptyStretch(stretch: Stretch | undefined) {
  return stretch?.staying === 0 && stretch.leaving.size === 0;
}

function splitAtFixedItems(siblings: Siblings, kept: readonly number[]): readonly Stretch[] {
  const { count, atPlace, limited } = siblings;
  const stays = new Set(kept);
  const fixedItems = kept.filter((item) => !limited[item]);
  const stretches: Stretch[] = [];
  for (let at = 0; at <= fixedItems.length; at++)
    stretches.push({ index: at, staying: 0, leaving: new Set(), arriving: [], isFixed: false });
  const walkStretches = (items: Iterable<number>, visit: (item: number, stretch: Stretch) => void) => {
    let passed = 0;
    for (const item of items) {
      const stretch = stretches[passed];
      if (stretch && limited[item]) visit(item, stretch);
      else if (stays.has(item)) passed++;
    }
  };
  const origins = new Map<number, Stretch>();
  walkStretches(atPlace, (item, stretch) => {
    origins.set(item, stretch);
    if (stays.has(item)) stretch.staying++;
    else stretch.leaving.add(item);
  });
  walkStretches(Array(count).keys(), (item, stretch) => {
    const from = origins.get(item);
    if (from && !stays.has(item)) stretch.arriving.push({ item, from });
  });
  for (const each of stretches) each.isFixed = each.staying > 0 || each.arriving.length === 0;
  return stretches;
}

/** Siblings by index in the wanted order. */
interface Siblings {
  readonly count: number;
  readonly position: readonly number[];
  /** The item at each position. */
  readonly atPlace: Int32Array;
  readonly limited: readonly boolean[];
  readonly arriving: readonly boolean[];
}

/**
 * Returns the indexes that stay, ascending. They are in the wanted order already. A limited sibling can move between two free siblings that
 * stay only if another limited sibling is there, so such a stretch needs one that is there now. Items in `moving` never stay.
 * Prefers the set with most siblings that do not arrive by a move, then with most limited or arriving siblings, then with earlier positions.
 */
function longestKept(siblings: Siblings, moving: ReadonlySet<number>): readonly number[] {
  const { count, position, limited, arriving } = siblings;
  const score = new Float64Array(count);
  const previous = new Int32Array(count).fill(-1);
  const isBetter = (a: number, b: number) => {
    const difference = (score[a] ?? 0) - (score[b] ?? 0);
    return difference === 0 ? (position[a] ?? 0) < (position[b] ?? 0) : difference > 0;
  };
  const betterOf = (a: number, b: number) => (a === -1 || (b !== -1 && isBetter(b, a)) ? b : a);
  const { stretch, total } = stretchOfItems(siblings);
  const limitedOnes = createPrefixBest(count, isBetter);
  const freeOnes = createPrefixBest(count, isBetter);
  const freeOnesOfThisRun = createPrefixBest(count, isBetter);
  const freeOnesByStretch = createPrefixBest(total, isBetter);
  /** Items that a free sibling at this position can directly follow. */
  const itemsBeforeFree = (place: number, live: number) =>
    betterOf(betterOf(limitedOnes.below(place), freeOnesOfThisRun.below(place)), freeOnesByStretch.below(live));
  let limitedSoFar = 0;
  for (let item = 0; item < count; item++) {
    const place = position[item] ?? 0;
    const live = stretch[item] ?? 0;
    const isLimited = limited[item] === true;
    const from = isLimited ? betterOf(limitedOnes.below(place), freeOnes.below(place)) : itemsBeforeFree(place, live);
    const canBeFirst = isLimited || limitedSoFar === 0 || live > 0;
    if ((from !== -1 || canBeFirst) && !moving.has(item)) {
      previous[item] = from;
      score[item] = (from === -1 ? 0 : (score[from] ?? 0)) + (arriving[item] ? 1 : count + 1 + (isLimited ? 1 : 0));
      for (const tree of isLimited ? [limitedOnes] : [freeOnes, freeOnesOfThisRun]) tree.add(place, item);
      if (!isLimited && live < total) freeOnesByStretch.add(live, item);
    }
    if (isLimited) {
      freeOnesOfThisRun.clear();
      limitedSoFar++;
    }
  }
  return chainEndingAt(itemsBeforeFree(count, total), previous);
}

function stretchOfItems({ count, atPlace, limited }: Siblings) {
  const stretch = new Int32Array(count);
  let total = 0;
  for (const item of atPlace) {
    stretch[item] = total;
    if (limited[item]) total++;
  }
  return { stretch, total };
}

function chainEndingAt(last: number, previous: Int32Array) {
  const chain: number[] = [];
  for (let item = last; item !== -1; item = previous[item] ?? -1) chain.push(item);
  return chain.reverse();
}

/** Keys are 0 to size - 1. `isBetter` is a strict order, so the result does not depend on the order of insertion. */
function createPrefixBest(size: number, isBetter: (a: number, b: number) => boolean) {
  const best = new Int32Array(size + 1).fill(-1);
  const added: number[] = [];
  const add = (key: number, item: number) => {
    added.push(key);
    for (let at = key + 1; at <= size; at += at & -at) {
      const there = best[at] ?? -1;
      if (there === -1 || isBetter(item, there)) best[at] = item;
    }
  };
  const bestBelow = (bound: number) => {
    let found = -1;
    for (let at = bound; at > 0; at -= at & -at) {
      const there = best[at] ?? -1;
      if (there !== -1 && (found === -1 || isBetter(there, found))) found = there;
    }
    return found;
  };
  /** Removes all items, in time proportional to their number. */
  const clear = () => {
    for (const key of added) for (let at = key + 1; at <= size; at += at & -at) best[at] = -1;
    added.length = 0;
  };
  return { add, below: bestBelow, clear };
}
