/** The members of a block one below the other, each with its comments, as they shall stand. */
import { type Chunk, chunksOf, isCompact } from './chunks.ts';
import { gapsOf } from './gaps.ts';
import { memberText, type Place } from './member-text.ts';
import { columnOf, lineAfter, lineEnd, lineStart, type Page } from './page.ts';
import type { Piece } from './pieces.ts';
import { edited, type Rope, type Splice, shifted } from './rope.ts';
import type { CollectionTree } from './tree.ts';

/** In place of a block that is not empty: one splice over all its members. At least one piece. */
export function blockSplice(page: Page, tree: CollectionTree, pieces: readonly Piece[]): Splice {
  const chunks = chunksOf(page.text, tree);
  const [first] = chunks;
  const isInLine = isCompact(page.text, tree);
  const column = columnOf(page.text, tree.members[0]?.start ?? 0);
  const start = isInLine ? (first?.start ?? 0) : (first?.leadStart ?? 0);
  return { start, end: chunks.at(-1)?.end ?? start, rope: blockBody(page, tree, pieces, { column, isInLine }) };
}

/** From the indentation of the first line (`isInLine`: from its first word) to the end of the last line. */
export function blockBody(
  page: Page,
  tree: CollectionTree,
  pieces: readonly Piece[],
  { column, isInLine }: { readonly column: number; readonly isInLine: boolean },
): Rope {
  const { text, eol } = page;
  const isBlock = !tree.isFlow && tree.members.length > 0;
  const chunks = isBlock ? chunksOf(text, tree) : [];
  const indexOf = (piece: Piece): number | null => (piece.is === 'old' && piece.from === tree && isBlock ? piece.index : null);
  const old = chunks.map(({ gapStart, leadStart }) => text.slice(gapStart, Math.max(gapStart, leadStart)));
  const gaps = gapsOf(old, pieces.map(indexOf), { eol, isLocal: tree === page.tree });
  const place = placeIn(page, tree, column);
  const rope: (Rope[number] | Rope)[] = [];
  for (const [position, piece] of pieces.entries()) {
    if (position === 0) rope.push(firstGap(gaps.before(0), isInLine, column));
    else {
      const before = pieces[position - 1] as Piece;
      const gap = gaps.before(position);
      rope.push(breakAfter(page, chunks, indexOf(before)), keepsEmptyLines(page, before) ? withoutFirstEmpty(gap) : gap);
    }
    const indent = position === 0 && isInLine ? '' : ' '.repeat(column);
    rope.push(pieceRope(page, piece, place, indent));
  }
  if (gaps.last !== '') rope.push(eol, gaps.last.replace(/\r?\n$/, ''));
  return rope.flat(1) as Rope;
}

/** Whether empty lines behind it would be a part of its text (`|+`). */
function keepsEmptyLines({ text }: Page, piece: Piece): boolean {
  let value = piece.is === 'old' ? piece.from.members[piece.index]?.value : undefined;
  while (value !== undefined && (value.is === 'map' || value.is === 'list')) value = value.members.at(-1)?.value;
  return value?.is === 'scalar' && /^[|>]\d?\+/.test(text.slice(value.textStart, value.textStart + 3));
}

function withoutFirstEmpty(gap: string): string {
  return gap.replace(/^(?:[ \t]*\r?\n)+/, '');
}

/** Comments that stood between members that are gone come to the first line. */
function firstGap(gap: string, isInLine: boolean, column: number): string {
  const lines = withoutFirstEmpty(gap);
  return isInLine && lines !== '' ? lines.trimStart() + ' '.repeat(column) : lines;
}

/** The line break that stands behind a member, so that files with both kinds keep them. */
function breakAfter({ text, eol }: Page, chunks: readonly Chunk[], index: number | null): string {
  const end = index === null ? undefined : chunks[index]?.end;
  if (end === undefined) return eol;
  return text.slice(end, lineAfter(text, end)) || eol;
}

export function placeIn(page: Page, tree: CollectionTree, column: number): Place {
  const { step, listStep, eol, hasTabLines } = page;
  const maps = tree.members.flatMap(({ value }) => (value.is === 'map' && value.members.length > 0 ? [value] : []));
  const last = maps.at(-1);
  const isShort = last === undefined ? {} : { isShort: last.isFlow };
  return { column, step, listStep, eol, hasTabLines, isFlow: false, isJson: false, ...isShort };
}

function pieceRope(page: Page, piece: Piece, place: Place, indent: string): Rope {
  if (piece.is === 'new') return [indent, memberText(piece.key, piece.layout, place)];
  if (piece.is === 'built') return [indent, ...piece.build(place)];
  return oldRope(page, piece, place.column, indent);
}

function oldRope({ text }: Page, { from, index, splices }: Extract<Piece, { is: 'old' }>, column: number, indent: string): Rope {
  const member = from.members[index];
  if (member === undefined) return [];
  if (from.isFlow) {
    const dash = member.is === 'item' ? '- ' : '';
    return [indent, dash, ...shifted(column - columnOf(text, lineStart(text, member.start)), edited(member.start, member.end, splices))];
  }
  const chunk = chunksOf(text, from)[index];
  if (chunk === undefined) return [];
  const by = column - columnOf(text, member.start);
  const words = shifted(by, edited(chunk.start, chunk.end, splices));
  const isAlone = chunk.leadStart < chunk.start || columnOf(text, chunk.start) === 0;
  if (by === 0 && isAlone && indent.length === column) return [{ start: lineStart(text, chunk.leadStart), end: chunk.start }, ...words];
  const inner = ' '.repeat(column);
  const lead = leadLines(text, chunk).flatMap(
    ({ start, end }, at): Rope => [at === 0 ? indent : inner, { start, end }, text.slice(end, lineAfter(text, end))],
  );
  return [...lead, lead.length > 0 ? inner : indent, ...words];
}

/** Its own comments, from their `#`. */
function leadLines(text: string, { leadStart, start }: Chunk): readonly { readonly start: number; readonly end: number }[] {
  const lines: { start: number; end: number }[] = [];
  for (let line = leadStart; line < lineStart(text, start); line = lineAfter(text, line)) {
    const end = lineEnd(text, line);
    const words = text.slice(line, end);
    lines.push({ start: line + words.length - words.trimStart().length, end });
  }
  return lines;
}
