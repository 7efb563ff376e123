/** Edits a map or list to consist of given members, in blocks and between brackets, from and to nothing. */
import { blockBody, blockSplice } from './block-body.ts';
import { chunksOf } from './chunks.ts';
import { flowSplice } from './flow-body.ts';
import { columnOf, lineEnd, type Page, propsEnd } from './page.ts';
import { isSame, needsLines, type Piece, splicesIn } from './pieces.ts';
import { type Rope, type Splice, splice } from './rope.ts';
import type { CollectionTree, MemberTree, Tree } from './tree.ts';

/** Where a collection stands: under a key or behind a dash, or at the top of the file. */
export interface Holder {
  readonly member: MemberTree | null;
  /** Whether it stands between brackets, so that it cannot be a block. */
  readonly isInFlow: boolean;
}

/** An edit that cannot be done without losing something; the reason is for people. */
export class EditRefusal extends Error {
  override readonly name = 'EditRefusal';
}

/** Members between brackets stay there; a block that loses its last member becomes `{}` or `[]`, and an empty one that gains some becomes a block. */
export function collectionSplices(page: Page, holder: Holder, tree: CollectionTree, pieces: readonly Piece[]): readonly Splice[] {
  if (isSame(tree, pieces)) return splicesIn(pieces);
  if (!tree.isFlow && tree.members.length > 0) return pieces.length > 0 ? [blockSplice(page, tree, pieces)] : emptied(page, holder, tree);
  if (tree.members.length === 0 && pieces.length > 0 && !holder.isInFlow) return grown(page, holder, tree, pieces);
  if (!pieces.some(needsLines)) return [flowSplice(page, tree, pieces)];
  if (holder.isInFlow) {
    const short = pieces.map((piece) => withoutLines(page, piece));
    return [flowSplice(page, tree, short)];
  }
  return grown(page, holder, tree, pieces);
}

/** What stands in several lines is written anew between brackets, as long as no comment is lost. */
export function withoutLines({ text }: Page, piece: Piece): Piece {
  if (piece.is !== 'old' || !needsLines(piece)) return piece;
  const { anew } = piece;
  const chunk = chunksOf(text, piece.from)[piece.index];
  const hasComment = chunk === undefined || /(?:^|\s)#/.test(text.slice(chunk.leadStart, chunk.end));
  if (anew !== undefined && !hasComment) return { is: 'new', key: null, layout: anew() };
  throw new EditRefusal('what would come here has comments in several lines, and between brackets those cannot stand');
}

/** A block without members: its brackets go into the line of its key, and comments that belonged to none of them stay below. */
function emptied({ text, eol }: Page, { member }: Holder, tree: CollectionTree): readonly Splice[] {
  const gaps = chunksOf(text, tree).map(({ gapStart, leadStart }) => text.slice(gapStart, Math.max(gapStart, leadStart)));
  const comments = gaps
    .filter((gap) => gap.includes('#'))
    .join('')
    .trimEnd();
  const end = chunksOf(text, tree).at(-1)?.end ?? tree.end;
  const start = chunksOf(text, tree)[0]?.leadStart ?? tree.start;
  const brackets = tree.is === 'map' ? '{}' : '[]';
  if (member === null) return [splice(start, end, '')];
  const at = headEnd(text, member);
  const isOwnLine = start > lineEnd(text, at);
  return isOwnLine
    ? [splice(at, at, ` ${brackets}`), splice(lineBreakBefore(text, start), end, comments === '' ? '' : eol + comments)]
    : [splice(start, end, brackets)];
}

function lineBreakBefore(text: string, at: number): number {
  return text[at - 1] === '\n' ? (text[at - 2] === '\r' ? at - 2 : at - 1) : at;
}

/** Behind the colon or dash, and the anchor there. */
export function headEnd(text: string, member: MemberTree): number {
  const { value, valueStart } = member;
  const props = value.is === 'alias' ? valueStart : propsEnd(text, value);
  return value.start < value.textStart && props > value.start ? props : valueStart;
}

/** Brackets become lines. */
function grown(page: Page, { member }: Holder, tree: CollectionTree, pieces: readonly Piece[]): readonly Splice[] {
  const { text, eol } = page;
  if (member === null) return rootGrown(page, tree, pieces);
  const column = columnOf(text, member.start) + stepOf(page, member, tree);
  return putLines(page, member, [eol, ...blockBody(page, tree, pieces, { column, isInLine: false })]);
}

function stepOf({ step, listStep }: Page, member: MemberTree, tree: CollectionTree): number {
  if (member.is === 'item') return 2;
  return tree.is === 'list' ? listStep : step;
}

/** Of a file that holds nothing yet. */
function rootGrown(page: Page, tree: CollectionTree, pieces: readonly Piece[]): readonly Splice[] {
  const { text, eol } = page;
  const body = blockBody(page, tree, pieces, { column: 0, isInLine: false });
  if (tree.isFlow) return [splice(tree.textStart, tree.end, ...body)];
  const isEnded = text === '' || text.endsWith('\n');
  return [splice(text.length, text.length, ...(isEnded ? [] : [eol]), ...body, eol)];
}

/** `rope` begins with a line break and comes below the line that the value stood in, with the comment there; the value goes. */
export function putLines({ text }: Page, member: MemberTree, rope: Rope): readonly Splice[] {
  const { value } = member;
  const at = headEnd(text, member);
  if (isBlock(value)) {
    const end = chunksOf(text, value as CollectionTree).at(-1)?.end ?? value.end;
    return [splice(lineEnd(text, at), end, ...rope)];
  }
  const below = lineEnd(text, Math.max(value.end, at));
  return [splice(at, Math.max(value.end, at), colonOf(member)), splice(below, below, ...rope)];
}

/** `words` come behind the colon or dash in place of the value. */
export function putInLine({ text }: Page, member: MemberTree, words: string): readonly Splice[] {
  const { value } = member;
  const at = headEnd(text, member);
  if (isBlock(value)) {
    const end = chunksOf(text, value as CollectionTree).at(-1)?.end ?? value.end;
    return [splice(at, at, `${colonOf(member)} ${words}`), splice(lineEnd(text, at), end)];
  }
  if (value.is === 'scalar' && value.style === 'empty') return [splice(at, at, `${colonOf(member)} ${words}`)];
  const isTagged = text.slice(value.start, value.textStart).includes('!');
  const anchor = value.anchor === undefined ? '' : `&${value.anchor} `;
  return [isTagged ? splice(value.start, value.end, anchor + words) : splice(value.textStart, value.end, words)];
}

function colonOf(member: MemberTree): string {
  return member.is === 'entry' && !member.hasColon ? ':' : '';
}

/** Lines below a key. */
export function isBlock(value: Tree): boolean {
  return (value.is === 'map' || value.is === 'list') && !value.isFlow && value.members.length > 0;
}
