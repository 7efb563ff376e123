/** The fewest moves, each beside a sibling, that bring a list of siblings into the wanted order. */
import { type CycleBreaking, cycleBreaking } from './cycle-breaking.ts';
import { mostKept, type Siblings } from './most-kept.ts';

export interface Move {
  readonly item: string;
  readonly relation: 'before' | 'after';
  readonly beside: string;
}

export interface MoveOptions {
  /** True for items that can name only others like them as their neighbour (sections); the rest (groups) can name any. Default: none. */
  readonly limited?: (item: string) => boolean;
  /** True for items that a move brings into the list: it can put them anywhere, so that their place costs nothing. Default: none. */
  readonly arrivesByMove?: (item: string) => boolean;
  /** True for items whose place is unknown: `current` only assumes it, so each is moved to its place. Default: none. */
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
  /** Must not stay, though they could. */
  readonly moving: readonly number[];
  readonly kept: readonly number[];
  readonly breaking: CycleBreaking;
}

/** As many as can stay; while a ring is closed, it is opened in the way that lets most others stay. */
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

/** Of two attempts that keep as many, the one without a further ring. */
function worth({ kept, breaking }: Settlement): number {
  return 2 * kept.length + (breaking.waysOut.length === 0 ? 1 : 0);
}

interface IndexMove {
  readonly item: number;
  readonly relation: 'before' | 'after';
  readonly beside: number;
}

/** Limited items first, so that every free one finds them in place; then the free ones, left to right. */
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

/** Puts the items of a line that are not in place yet next to their predecessor in it, the first ones before the first that is in place. */
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
