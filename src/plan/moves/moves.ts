/** Finds the fewest moves that bring a list of siblings into the wanted order. */
import { type CycleBreaking, cycleBreaking } from './cycle-breaking.ts';
import { mostKept, type Siblings } from './most-kept.ts';

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
  const siblings: Siblings = {
    count: wanted.length,
    position: wanted.map((item) => positionOf.get(item) ?? 0),
    limited: wanted.map((item) => limited?.(item) ?? false),
    arriving: wanted.map((item) => arrivesByMove?.(item) ?? false),
  };
  const { kept, breaking } = settle(siblings, unknown);
  return emit(siblings, kept, breaking.moves).map(({ item, relation, beside }) => ({
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
function settle(siblings: Siblings, moving: readonly number[]): Settlement {
  let best = attempt(siblings, moving);
  while (best.breaking.waysOut.length > 0) {
    const attempts = best.breaking.waysOut.map((way) => attempt(siblings, [...best.moving, ...way]));
    best = attempts.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  }
  return best;
}

function attempt(siblings: Siblings, moving: readonly number[]): Settlement {
  const kept = mostKept(siblings, new Set(moving));
  return { moving, kept, breaking: cycleBreaking(siblings, kept) };
}

/** Of two equal results, prefers the one without another cycle. */
function worth({ kept, breaking }: Settlement): number {
  return 2 * kept.length + (breaking.waysOut.length === 0 ? 1 : 0);
}

interface IndexMove {
  readonly item: number;
  readonly relation: 'before' | 'after';
  readonly beside: number;
}

/** Limited items first, so that every free item finds them in place. Then free items, left to right. */
function emit(siblings: Siblings, kept: readonly number[], firsts: readonly IndexMove[]): readonly IndexMove[] {
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
    place(stretch, isInPlace, moves);
  }
  place([...Array(count).keys()], isInPlace, moves);
  return moves;
}

/** Moves items next to their predecessor, and the first items before the first item in place. */
function place(line: readonly number[], isInPlace: Uint8Array, moves: IndexMove[]): void {
  const first = line.find((item) => isInPlace[item]);
  for (const [at, item] of line.entries()) {
    const predecessor = line[at - 1];
    if (isInPlace[item]) continue;
    if (predecessor !== undefined) moves.push({ item, relation: 'after', beside: predecessor });
    else if (first !== undefined) moves.push({ item, relation: 'before', beside: first });
    isInPlace[item] = 1;
  }
}
