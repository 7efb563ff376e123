/** The members between two brackets as they shall stand: in one line, or each in a line of its own with its comments. */
import { gapsOf } from './gaps.ts';
import { memberText, type Place } from './member-text.ts';
import { columnOf, isSeveralLines, lineAfter, lineEnd, lineStart, type Page } from './page.ts';
import type { Piece } from './pieces.ts';
import { edited, type Rope, type Splice } from './rope.ts';
import type { CollectionTree, MemberTree } from './tree.ts';

/** In place of everything from bracket to bracket. All old pieces stand in this collection or another one in brackets. */
export function flowSplice(page: Page, tree: CollectionTree, pieces: readonly Piece[]): Splice {
  const { textStart: start, end } = tree;
  if (pieces.length === 0) return { start, end, rope: [tree.is === 'map' ? '{}' : '[]'] };
  const rope = eachOnItsLine(page.text, tree) ? linesRope(page, tree, pieces) : lineRope(page, tree, pieces);
  return { start, end, rope };
}

function placeIn({ step, listStep, eol, hasTabLines, isJson: isPageJson }: Page, tree: CollectionTree): Place {
  const isJson = isPageJson || (tree.members.length > 0 && tree.members.every((each) => isDouble(each)));
  return { column: 0, step, listStep, eol, hasTabLines, isFlow: true, isJson };
}

function isDouble(member: MemberTree): boolean {
  if (member.is === 'entry') return member.keyStyle === 'double';
  const { value } = member;
  return value.is === 'map' ? value.members.length > 0 && value.members.every(isDouble) : false;
}

function pieceRope(piece: Piece, place: Place): Rope {
  if (piece.is === 'new') return [memberText(piece.key, piece.layout, place)];
  if (piece.is === 'built') return piece.build(place);
  const member = piece.from.members[piece.index];
  return member === undefined ? [] : edited(member.start, member.end, piece.splices);
}

/** A new list in one line. */
export function bracketed(page: Page, pieces: readonly Piece[]): Rope {
  const place = placeIn(page, { is: 'list', isFlow: true, members: [], start: 0, textStart: 0, end: 0 });
  return ['[', ...pieces.flatMap((piece, at) => [at > 0 ? ', ' : '', ...pieceRope(piece, place)]), ']'];
}

function eachOnItsLine(text: string, tree: CollectionTree): boolean {
  return tree.members.length > 0 && tree.members.every(({ start }) => text.slice(lineStart(text, start), start).trim() === '');
}

/** What stands between neighbours that stay neighbours is kept. */
function lineRope(page: Page, tree: CollectionTree, pieces: readonly Piece[]): Rope {
  const { textStart, end, members } = tree;
  const [first] = members;
  const last = members.at(-1);
  const place = placeIn(page, tree);
  const pad = tree.is === 'map' ? ' ' : '';
  const rope: (Rope[number] | Rope)[] = [{ start: textStart, end: textStart + 1 }];
  rope.push(first === undefined ? pad : { start: textStart + 1, end: first.start });
  for (const [position, piece] of pieces.entries()) {
    const before = pieces[position - 1];
    if (before !== undefined) rope.push(separator(tree, before));
    rope.push(pieceRope(piece, place));
  }
  rope.push(last === undefined ? pad : { start: last.end, end: end - 1 }, { start: end - 1, end });
  return rope.flat(1) as Rope;
}

function separator(tree: CollectionTree, before: Piece): Rope[number] {
  if (before.is !== 'old' || before.from !== tree) return ', ';
  const member = tree.members[before.index];
  const next = tree.members[before.index + 1];
  return member === undefined || next === undefined ? ', ' : { start: member.end, end: next.start };
}

interface Line {
  readonly gapStart: number;
  readonly leadStart: number;
  readonly member: MemberTree;
  /** The comment behind it, with the space before. */
  readonly comment: string;
  /** Its last character, comma and comment included. */
  readonly end: number;
}

function linesOf(text: string, tree: CollectionTree): readonly Line[] {
  const lines: Line[] = [];
  for (const member of tree.members) {
    const floor = lineAfter(text, lines.at(-1)?.end ?? tree.textStart);
    let leadStart = lineStart(text, member.start);
    while (
      leadStart > floor &&
      text
        .slice(lineStart(text, leadStart - 1), leadStart)
        .trimStart()
        .startsWith('#')
    )
      leadStart = lineStart(text, leadStart - 1);
    const isLast = member === tree.members.at(-1);
    const limit = isLast && !isSeveralLines(text, member.end, tree.end) ? tree.end - 1 : lineEnd(text, member.end);
    const behind = text.slice(member.end, limit);
    const comment = /\s+#.*$/.exec(behind)?.[0] ?? '';
    lines.push({
      gapStart: floor,
      leadStart,
      member,
      comment,
      end: comment === '' ? limit - (behind.length - behind.trimEnd().length) : limit,
    });
  }
  return lines;
}

function linesRope(page: Page, tree: CollectionTree, pieces: readonly Piece[]): Rope {
  const { text, eol } = page;
  const lines = linesOf(text, tree);
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  const indent = ' '.repeat(columnOf(text, first.member.start));
  const isEnded = text.slice(last.member.end, last.end).trimStart().startsWith(',');
  const order = pieces.map((piece) => (piece.is === 'old' && piece.from === tree ? piece.index : null));
  const old = lines.map(({ gapStart, leadStart }, at) => (at === 0 ? '' : text.slice(gapStart, leadStart)));
  const gaps = gapsOf(old, order, { eol, isLocal: false });
  const rope: (Rope[number] | Rope)[] = [{ start: tree.textStart, end: first.leadStart }];
  for (const [position, piece] of pieces.entries()) {
    rope.push(position > 0 ? eol : '', gaps.before(position));
    const line = piece.is === 'old' && piece.from === tree ? lines[piece.index] : undefined;
    if (line !== undefined) rope.push(text.slice(line.leadStart, lineStart(text, line.member.start)));
    const comma = position < pieces.length - 1 || isEnded ? ',' : '';
    rope.push(indent, pieceRope(piece, placeIn(page, tree)), comma, line?.comment ?? '');
  }
  if (gaps.last !== '') rope.push(eol, gaps.last.replace(/\r?\n$/, ''));
  rope.push({ start: last.end, end: tree.end });
  return rope.flat(1) as Rope;
}
