/** Moves are as few as possible, and each can be expressed: against brute force for small lists, against theory for large ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fewestMoves, type Move } from '../../src/plan/moves.ts';

/** Makes the moves as the platform does: out of the list, then directly before or after the neighbour. */
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

function longestIncreasing(values: readonly number[]): number {
  const lengths = values.map(() => 1);
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j < i; j++) if ((values[j] ?? 0) < (values[i] ?? 0)) lengths[i] = Math.max(lengths[i] ?? 0, (lengths[j] ?? 0) + 1);
  }
  return Math.max(0, ...lengths);
}

/** Distance of every arrangement to 'abc…', by breadth-first search over all moves that can be expressed, repeated ones too. */
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
        // Backwards: the item stands beside a nameable neighbour now, and came from anywhere.
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

/** Every arrangement that can be reached has a minimal answer; a message for the first that has not. */
function firstWrong(size: number, sections: number): string | undefined {
  const isSection = (item: string): boolean => ((sections >> (item.charCodeAt(0) - 97)) & 1) === 1;
  const wanted = [...'abcdefgh'.slice(0, size)];
  for (const [list, fewest] of distances(size, sections)) {
    const moves = fewestMoves([...list], wanted, { limited: isSection });
    const bad = moves.find(({ item, beside }) => isSection(item) && !isSection(beside));
    if (bad) return `${list}: section ${bad.item} beside group ${bad.beside}`;
    if (made([...list], moves).join('') !== wanted.join('')) return `${list}: wrong end`;
    if (moves.length !== fewest) return `${list} (sections ${sections.toString(2)}): ${moves.length} moves, ${fewest} would do`;
  }
  return undefined;
}

describe('fewest moves', () => {
  for (let size = 0; size <= 6; size++) {
    test(`are the minimum of brute force for all mixed lists of ${size}`, () => {
      for (let sections = 0; sections < 1 << size; sections++) expect(firstWrong(size, sections)).toBeUndefined();
    });
  }

});
