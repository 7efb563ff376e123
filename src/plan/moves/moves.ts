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
 * Moves, to be made one after the other, that turn `current` into `wanted` (the same items). A moved item goes directly after the one
 * that is wanted before it, and at the beginning of a list before the first that is in place: so others may stand between without
 * ever being moved. Without limited items that is the length less the longest increasing subsequence. Among equally
 * few moves, items that stand earlier in `current` stay: of two swapped neighbours the second moves before the first.
 * With limited items the number was compared with brute force for all lists of up to seven; larger ones may need a move more than the
 * minimum where several rings of limited items change places between free ones. Of items that a move brings into the list only those
 * are moved that do not come to stand where they belong, and never another one for their sake.
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
