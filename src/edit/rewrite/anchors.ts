/** Edits of what an alias repeats: the alias is written out, and what its anchor says stays as it was. */

import { plainLayout } from '../compose/layout.ts';
import { chunksOf } from './chunks.ts';
import { EditRefusal, type Holder, isBlock, putLines } from './collection.ts';
import { flowText } from './member-text.ts';
import { columnOf, lineStart, type Page, propsEnd } from './page.ts';
import { edited, type Rope, type Splice, shifted, splice } from './rope.ts';
import { type CollectionTree, type MemberTree, type NodeTree, nodeOf, type Tree } from './tree.ts';

/** What became of anchored values so far, in the order of the file. */
export interface Anchored {
  readonly edits: Map<NodeTree, readonly Splice[]>;
  /** Aliases whose value changes exactly as that of their anchor. */
  readonly following: Set<Tree>;
}

/** Does `edit` on what stands under a key or behind a dash, by alias or not. */
export function visit(page: Page, anchored: Anchored, holder: Holder, edit: (node: NodeTree) => readonly Splice[]): readonly Splice[] {
  const { member } = holder;
  if (member === null) return edit(page.tree);
  const { value } = member;
  const node = nodeOf(value);
  const splices = edit(node);
  if (value.is !== 'alias') {
    if (value.anchor !== undefined) anchored.edits.set(value, splices);
    return splices;
  }
  if (splices.length === 0 || !splices.every(({ start, end }) => start >= node.start && end <= endOf(page, node))) return splices;
  if (JSON.stringify(splices) === JSON.stringify(anchored.edits.get(node))) {
    anchored.following.add(value);
    return [];
  }
  return writtenOut(page, holder, splices);
}

/** The first line of a block with the comments above it. */
function startOf({ text }: Page, node: NodeTree): number {
  const [first] = isBlock(node) ? chunksOf(text, node as CollectionTree) : [];
  return first === undefined ? node.textStart : lineStart(text, first.leadStart);
}

/** Behind a dash, the first line goes on. */
function withoutIndent(text: string, [first, ...rest]: Rope): Rope {
  if (typeof first === 'string') return first.trim() === '' ? withoutIndent(text, rest) : [first.trimStart(), ...rest];
  if (first === undefined || 'by' in first) return first === undefined ? [] : [first, ...rest];
  const words = text.slice(first.start, first.end);
  return words.trim() === '' ? withoutIndent(text, rest) : [{ ...first, start: first.end - words.trimStart().length }, ...rest];
}

/** The last line of a block with its comments. */
function endOf({ text }: Page, node: NodeTree): number {
  return isBlock(node) ? (chunksOf(text, node as CollectionTree).at(-1)?.end ?? node.end) : node.end;
}

/** The text of what an alias repeats in its place, edited, without anchors. `anchor`: that it gets itself. */
export function writtenOut(page: Page, { member, isInFlow }: Holder, splices: readonly Splice[], anchor?: string): readonly Splice[] {
  if (member?.value.is !== 'alias') return [];
  const { value } = member;
  const { target } = value;
  const rope = edited(startOf(page, target), endOf(page, target), [...splices, ...withoutAnchors(page, target)]);
  const name = anchor === undefined ? '' : `&${anchor}`;
  if (!isBlock(target)) return [splice(value.start, value.end, name === '' ? '' : `${name} `, ...rope)];
  if (isInFlow) {
    const hasComment = page.text.slice(target.textStart, endOf(page, target)).includes('#');
    if (splices.length > 0 || hasComment)
      throw new EditRefusal('an alias between brackets repeats a value that is written in several lines');
    return [splice(value.start, value.end, name === '' ? '' : `${name} `, flowText(plainLayout(plainValue(target)), page))];
  }
  return blockWrittenOut(page, member, target, rope, name);
}

function blockWrittenOut(page: Page, member: MemberTree, target: NodeTree, rope: Rope, name: string): readonly Splice[] {
  const { text, eol, step, listStep } = page;
  const { value } = member;
  const from = columnOf(text, target.textStart);
  if (member.is === 'item' && name === '') {
    return [splice(value.start, value.end, ...shifted(columnOf(text, member.start) + 2 - from, withoutIndent(text, rope)))];
  }
  const column = columnOf(text, member.start) + (member.is === 'item' ? 2 : target.is === 'list' ? listStep : step);
  const [head, ...rest] = putLines(page, member, shifted(column - from, [eol, ...rope]));
  if (head === undefined || name === '') return head === undefined ? [] : [head, ...rest];
  return [{ ...head, rope: [...head.rope, ` ${name}`] }, ...rest];
}

/** What a node says, aliases followed. */
function plainValue(tree: Tree): unknown {
  const node = nodeOf(tree);
  if (node.is === 'scalar') return node.value;
  if (node.is === 'list') return node.members.map(({ value }) => plainValue(value));
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
}

/** An anchor that stood twice would be another one from there on. */
function withoutAnchors({ text }: Page, tree: Tree): readonly Splice[] {
  if (tree.is !== 'map' && tree.is !== 'list') return [];
  const members: readonly MemberTree[] = tree.members;
  return members.flatMap(({ value }) => {
    if (value.is === 'alias') return [];
    const end = propsEnd(text, value);
    const begin = text[value.start - 1] === ' ' ? value.start - 1 : value.start;
    const own = value.anchor === undefined ? [] : [splice(begin, end, '')];
    return [...own, ...withoutAnchors({ text } as Page, value)];
  });
}
