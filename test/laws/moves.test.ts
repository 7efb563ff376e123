/** The number of moves is minimal, and the API can express each move: compared with brute force and with theory. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fewestMoves, type Move } from '../../src/plan/changes/moves/moves.ts';

/** Moves items like the platform: removes the item, then inserts it directly before or after the neighbour. */
function made(list: readonly string[], moves: readonly Move[]): readonly string[] {
  let now = [...list];
  for (const { item, relation, beside } of moves) {
    now = now.filter((each) => each !== item);
    const at = now.indexOf(beside);
    if (at === -1) throw new Error(`${beside} is not in the list`);
    now.splice(relation === 'before' ? at : at + 1, 0, item);
  }
  return now;
}

function permutation(maxLength: number): fc.Arbitrary<readonly number[]> {
  return fc
    .nat(maxLength)
    .chain((length) => fc.shuffledSubarray([...Array(length).keys()], { minLength: length, maxLength: length }));
}

function longestIncreasing(values: readonly number[]): number {
  const lengths = values.map(() => 1);
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j < i; j++)
      if ((values[j] ?? 0) < (values[i] ?? 0)) lengths[i] = Math.max(lengths[i] ?? 0, (lengths[j] ?? 0) + 1);
  }
  return Math.max(0, ...lengths);
}

/** The minimum number of moves from every order to 'abc…', by breadth-first search over all moves that the API can express. */
function distances(size: number, sections: number): ReadonlyMap<string, number> {
  const isSection = (item: string): boolean => ((sections >> (item.charCodeAt(0) - 97)) & 1) === 1;
  const start = 'abcdefgh'.slice(0, size);
  const found = new Map([[start, 0]]);
  const queue = [start];
  for (const list of queue) {
    for (let from = 0; from < size; from++) {
      const item = list.charAt(from);
      const rest = list.slice(0, from) + list.slice(from + 1);
      for (let to = 0; to < size; to++) {
        // The search is reversed: the item is now next to a valid neighbour, and was anywhere before.
        const neighbours = [list.charAt(from - 1), list.charAt(from + 1)].filter((each) => each !== '');
        if (!neighbours.some((each) => !isSection(item) || isSection(each))) break;
        const before = rest.slice(0, to) + item + rest.slice(to);
        if (!found.has(before)) {
          found.set(before, (found.get(list) ?? 0) + 1);
          queue.push(before);
        }
      }
    }
  }
  return found;
}

/** Returns a message for the first order whose moves are not minimal. */
function firstWrong(size: number, sections: number): string | undefined {
  const isSection = (item: string): boolean => ((sections >> (item.charCodeAt(0) - 97)) & 1) === 1;
  const wanted = [...'abcdefgh'.slice(0, size)];
  for (const [list, fewest] of distances(size, sections)) {
    const moves = fewestMoves([...list], wanted, { limited: isSection });
    const bad = moves.find(({ item, beside }) => isSection(item) && !isSection(beside));
    if (bad) return `${list}: section ${bad.item} beside group ${bad.beside}`;
    if (made([...list], moves).join('') !== wanted.join('')) return `${list}: wrong end`;
    if (moves.length !== fewest)
      return `${list} (sections ${sections.toString(2)}): ${moves.length} moves, ${fewest} would do`;
  }
  return undefined;
}

const known = new Map<string, number>();

/** The minimum number of moves to 'abc…', if a move that brings a new item can put it anywhere. */
function fewestWithArrivals(there: string, size: number): number {
  const key = `${there} of ${size}`;
  const found = known.get(key) ?? searchedFor(there, size);
  known.set(key, found);
  return found;
}

function searchedFor(there: string, size: number): number {
  const wanted = 'abcdefgh'.slice(0, size);
  const seen = new Set([there]);
  let lists = [there];
  for (let moves = 0; ; moves++) {
    if (lists.includes(wanted)) return moves;
    const next = lists.flatMap((list) =>
      [...wanted].flatMap((item) => {
        const rest = list.replace(item, '');
        return [...Array(rest.length + 1).keys()].map((at) => rest.slice(0, at) + item + rest.slice(at));
      }),
    );
    lists = [...new Set(next)].filter((list) => !seen.has(list) && seen.add(list));
  }
}

describe('fewestMoves', () => {
  test('arriving items need no additional move: the number equals brute force for all lists of up to five', () => {
    for (let size = 1; size <= 5; size++) {
      const wanted = [...'abcdefgh'.slice(0, size)];
      for (let comers = 0; comers < 1 << size; comers++) {
        const isComer = (item: string): boolean => ((comers >> (item.charCodeAt(0) - 97)) & 1) === 1;
        for (const list of distances(size, 0).keys()) {
          const there = [...list].filter((item) => !isComer(item));
          const current = [...there, ...wanted.filter(isComer)];
          const moves = fewestMoves(current, wanted, { arrivesByMove: isComer });
          expect(made(current, moves)).toEqual(wanted);
          const cost = wanted.filter(isComer).length + moves.filter(({ item }) => !isComer(item)).length;
          expect(cost, `${there.join('')} to ${wanted.join('')}`).toBe(fewestWithArrivals(there.join(''), size));
        }
      }
    }
  });

  test('items with an unknown position get their place wherever they were, in all mixed lists of up to five', () => {
    for (let size = 1; size <= 5; size++) {
      const wanted = [...'abcdefgh'.slice(0, size)];
      const isIn = (mask: number, item: string): boolean => ((mask >> (item.charCodeAt(0) - 97)) & 1) === 1;
      for (let unknown = 1; unknown < 1 << size; unknown++) {
        const unplaced = (item: string): boolean => isIn(unknown, item);
        // Copies and groups can be next to any item.
        for (let sections = 0; sections < 1 << size; sections++) {
          if ((sections & unknown) !== 0) continue;
          for (const list of distances(size, sections).keys()) {
            const current = [...[...list].filter((item) => !unplaced(item)), ...wanted.filter(unplaced)];
            const moves = fewestMoves(current, wanted, { unplaced, limited: (item) => isIn(sections, item) });
            expect(made([...list], moves), `${list} assumed as ${current.join('')}`).toEqual(wanted);
          }
        }
      }
    }
  });

  for (let size = 0; size <= 6; size++) {
    test(`the number of moves equals brute force for all mixed lists of ${size}`, () => {
      for (let sections = 0; sections < 1 << size; sections++) expect(firstWrong(size, sections)).toBeUndefined();
    });
  }

  test('the number of moves for one kind is the length minus the longest increasing subsequence', () => {
    fc.assert(
      fc.property(permutation(200), fc.boolean(), (order, allLimited) => {
        const wanted = order.map(String);
        const current = [...wanted].sort((a, b) => Number(a) - Number(b));
        const moves = fewestMoves(current, wanted, { limited: () => allLimited });
        expect(moves.length).toBe(order.length - longestIncreasing(order));
        expect(made(current, moves)).toEqual(wanted);
      }),
    );
  });

  test('managed items get their order, and unmanaged items keep theirs, at any positions', () => {
    fc.assert(
      fc.property(
        permutation(40),
        fc.array(fc.nat(60), { maxLength: 20 }),
        fc.func(fc.boolean()),
        (order, places, isUnmanagedSection) => {
          const wanted = order.map((each) => `${each % 3 === 0 ? 'group' : 'section'}-${each}`);
          const current = [...wanted].sort();
          const all = [...current];
          for (const [at, place] of places.entries())
            all.splice(place % (all.length + 1), 0, `unmanaged-${isUnmanagedSection(at) ? 's' : 'g'}-${at}`);
          const moves = fewestMoves(current, wanted, { limited: (item) => item.startsWith('section') });
          for (const { item, beside } of moves) if (item.startsWith('section')) expect(beside).toMatch(/^section/);
          const after = made(all, moves);
          expect(after.filter((item) => !item.startsWith('unmanaged'))).toEqual(wanted);
          expect(after.filter((item) => item.startsWith('unmanaged'))).toEqual(
            all.filter((item) => item.startsWith('unmanaged')),
          );
        },
      ),
    );
  });

  test('the second of two swapped neighbours moves before the first', () => {
    expect(fewestMoves(['a', 'b', 'c'], ['b', 'a', 'c'])).toEqual([{ item: 'b', relation: 'before', beside: 'a' }]);
  });

  test('an item moves after the item that precedes it in the wanted order', () => {
    expect(fewestMoves(['a', 'b', 'c', 'd'], ['b', 'c', 'a', 'd'])).toEqual([
      { item: 'a', relation: 'after', beside: 'c' },
    ]);
  });

  test('ten reversed sections need nine moves', () => {
    const sections = [...'abcdefghij'];
    expect(fewestMoves(sections, [...sections].reverse(), { limited: () => true })).toHaveLength(9);
  });

  test('a section that will move away can be the neighbour of the section that takes its place', () => {
    const limited = (item: string): boolean => item.startsWith('section');
    const current = ['section-z', 'section-y', 'group-1', 'group-2', 'section-x'];
    const wanted = ['section-z', 'section-x', 'group-1', 'group-2', 'section-y'];
    const moves = fewestMoves(current, wanted, { limited });
    expect(moves).toHaveLength(2);
    expect(made(current, moves)).toEqual(wanted);
  });

  test('of 100,000 items are one fewer than the items where these are reversed, and two more than the sections where these rotate', () => {
    const plain = Array.from({ length: 100_000 }, (_, at) => String(at));
    expect(fewestMoves(plain, [...plain].reverse())).toHaveLength(plain.length - 1);
    const ring = Array.from({ length: 100_000 }, (_, at) => (at % 4 === 0 ? `section-${at}` : `group-${at}`));
    const wanted = ring.map((item, at) => (at % 4 === 0 ? (ring[(at + ring.length - 4) % ring.length] ?? '') : item));
    const moves = fewestMoves(ring, wanted, { limited: (item) => item.startsWith('section') });
    expect(moves).toHaveLength(ring.length / 4 + 2);
  });
});
