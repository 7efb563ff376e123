/** Which lines around a member of a block belong to it: comments directly above, and what is commented out inside it. */
import { columnOf, lineAfter, lineEnd, lineStart } from './page.ts';
import type { CollectionTree } from './tree.ts';

/** Places in the text; a chunk ends before its line break. */
export interface Chunk {
  /** Empty lines and comments above that belong to no member begin here. */
  readonly gapStart: number;
  /** Its own comments begin here, each on a line of its own. */
  readonly leadStart: number;
  readonly start: number;
  /** Comments in its last line, and those below that are indented deeper, included. */
  readonly end: number;
}

const found = new WeakMap<CollectionTree, readonly Chunk[]>();

/** Of a block that is not empty. */
export function chunksOf(text: string, tree: CollectionTree): readonly Chunk[] {
  const known = found.get(tree);
  if (known !== undefined) return known;
  const chunks = findChunks(text, tree);
  found.set(tree, chunks);
  return chunks;
}

function findChunks(text: string, tree: CollectionTree): readonly Chunk[] {
  const chunks: Chunk[] = [];
  const { members } = tree;
  for (const [index, member] of members.entries()) {
    const before = chunks.at(-1);
    const line = lineStart(text, member.start);
    const isAlone = text.slice(line, member.start).trim() === '';
    const floor = before === undefined ? 0 : lineAfter(text, before.end);
    const leadStart = isAlone ? leadAbove(text, line, floor) : member.start;
    const gapStart = before === undefined ? leadStart : floor;
    const next = members[index + 1]?.start ?? text.length;
    chunks.push({ gapStart, leadStart, start: member.start, end: endOf(text, member.start, member.end, next) });
  }
  return chunks;
}

/** Whether the first member goes on in the line of what holds it, as behind a dash. */
export function isCompact(text: string, tree: CollectionTree): boolean {
  const [first] = tree.members;
  return first !== undefined && text.slice(lineStart(text, first.start), first.start).trim() !== '';
}

function leadAbove(text: string, line: number, floor: number): number {
  let start = line;
  while (start > floor) {
    const above = lineStart(text, start - 1);
    if (above < floor || !isComment(text, above)) break;
    start = above;
  }
  return start;
}

/** Lines below go with it as far as they are comments that are indented deeper than it is. */
function endOf(text: string, start: number, contentEnd: number, next: number): number {
  const column = columnOf(text, start);
  let end = lineEnd(text, contentEnd);
  for (let line = lineAfter(text, end); line < next && line < text.length; line = lineAfter(text, line)) {
    const words = text.slice(line, lineEnd(text, line));
    if (words.trim() === '') continue;
    if (!words.trimStart().startsWith('#') || words.length - words.trimStart().length <= column) break;
    end = lineEnd(text, line);
  }
  return end;
}

function isComment(text: string, line: number): boolean {
  return text.slice(line, lineEnd(text, line)).trimStart().startsWith('#');
}
