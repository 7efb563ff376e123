/** Edits a written value, such as that of a field, so that it says something else; what stays equal is not touched. */
import { isEqual } from '../../core/equal.ts';
import type { Value } from '../../core/value.ts';
import { type Layout, plainLayout } from '../compose/layout.ts';
import { type Anchored, visit } from './anchors.ts';
import { collectionSplices, EditRefusal, type Holder, putInLine, putLines } from './collection.ts';
import { flowText, valueText } from './member-text.ts';
import { columnOf, lineEnd, type Page } from './page.ts';
import type { Piece } from './pieces.ts';
import { restyled } from './restyle.ts';
import { type Splice, splice } from './rope.ts';
import { type ListTree, type MapTree, type MemberTree, type NodeTree, nodeOf, type ScalarTree, type Tree } from './tree.ts';

export interface ValueEdit {
  /** As it is written now, its variables put in; undefined: not known. */
  readonly before: Value | undefined;
  readonly after: Value;
  /** Order means nothing in its lists. */
  readonly isSet?: boolean;
}

type Members = { readonly [key: string]: Value };

export function valueSplices(page: Page, anchored: Anchored, holder: Holder, edit: ValueEdit): readonly Splice[] {
  const { before, after } = edit;
  if (before !== undefined && isEqual(before, after)) return [];
  return visit(page, anchored, holder, (node) => {
    if (node.is === 'list' && Array.isArray(after)) return listSplices(page, anchored, holder, node, edit);
    if (node.is === 'map' && isMap(after)) return mapSplices(page, anchored, holder, node, edit);
    return replaced(page, holder, node, after);
  });
}

function isMap(value: Value | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `${vars.x}` anywhere in it, and not as `$${`. */
export function variableIn(tree: Tree): string | undefined {
  const node = nodeOf(tree);
  if (node.is !== 'scalar') {
    for (const { value } of node.members) {
      const found = variableIn(value);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const { value } = node;
  return typeof value === 'string' ? /\$\{(vars\.[^}]*)\}/.exec(value.replaceAll('$${', ''))?.[1] : undefined;
}

export function refuseVariable(tree: Tree): void {
  const variable = variableIn(tree);
  if (variable !== undefined) throw new EditRefusal(`its value comes from \${${variable}}`);
}

function replaced(page: Page, holder: Holder, node: NodeTree, after: Value): readonly Splice[] {
  const { member } = holder;
  if (member === null) return [];
  refuseVariable(node);
  if (typeof after === 'object' && after !== null) return layoutSplices(page, holder, plainLayout(after));
  const { text, eol, step, isJson, hasTabLines } = page;
  const style = isJson ? 'double' : node.is === 'scalar' ? node.style : 'plain';
  const column = columnOf(text, member.start) + step;
  const words = restyled(after as ScalarTree['value'], { style, isInFlow: holder.isInFlow, column, step, eol, hasTabLines });
  return putText(page, member, withHeaderComment(page, node, words));
}

/** Lines of a block text come below the line, so that a comment in it stays behind the header. */
function putText(page: Page, member: MemberTree, words: string): readonly Splice[] {
  const { value } = member;
  const isLines = value.is === 'scalar' && (value.style === 'literal' || value.style === 'folded');
  const at = words.indexOf('\n');
  if (at === -1 || isLines) return putInLine(page, member, words);
  const head = words.slice(0, at).replace(/\r$/, '');
  const below = lineEnd(page.text, member.end);
  return [...putInLine(page, member, head), splice(below, below, words.slice(head.length))];
}

/** In place of whatever stands there. */
export function layoutSplices(page: Page, { member, isInFlow }: Holder, layout: Layout): readonly Splice[] {
  if (member === null) return [];
  if (isInFlow) return putInLine(page, member, flowText(layout, page));
  const { text, eol, step, listStep, hasTabLines } = page;
  const place = { column: columnOf(text, member.start), step, listStep, eol, hasTabLines, isFlow: false, isJson: false };
  const words = valueText(layout, place, member.valueStart - member.start);
  return words.startsWith('\n') ? putLines(page, member, [words.replaceAll('\n', eol)]) : putInLine(page, member, words.slice(1));
}

/** A comment behind the `|` of a block text. */
function withHeaderComment({ text }: Page, node: NodeTree, words: string): string {
  if (node.is !== 'scalar' || (node.style !== 'literal' && node.style !== 'folded')) return words;
  const comment = /^[^\r\n]*?([ \t]+#[^\r\n]*)/.exec(text.slice(node.textStart, node.end))?.[1];
  if (comment === undefined) return words;
  const [head = '', ...lines] = words.split('\n');
  return [head.replace(/\r$/, '') + comment + (head.endsWith('\r') ? '\r' : ''), ...lines].join('\n');
}

function listSplices(page: Page, anchored: Anchored, holder: Holder, tree: ListTree, edit: ValueEdit): readonly Splice[] {
  const after = edit.after as readonly Value[];
  const before = (Array.isArray(edit.before) ? edit.before : []) as readonly Value[];
  const isKnown = before.length === tree.members.length;
  const values = tree.members.map(({ value }, index) => (isKnown ? before[index] : scalarOf(value)));
  const isInFlow = holder.isInFlow || tree.isFlow;
  const keep = (index: number): Piece => ({ is: 'old', from: tree, index, splices: [] });
  const fresh = (value: Value): Piece => ({ is: 'new', key: null, layout: plainLayout(value) });
  const indexOf = (value: Value): number => values.findIndex((each) => isEqual(each, value));
  const isIn = (value: Value | undefined): boolean => value !== undefined && after.some((each) => isEqual(each, value));
  const gone = tree.members.filter((_, index) => !isIn(values[index]));
  if (edit.isSet) {
    const kept = tree.members.flatMap((_, index) => (isIn(values[index]) ? [keep(index)] : []));
    for (const { value } of gone) refuseVariable(value);
    const added = after.filter((value) => indexOf(value) === -1).map(fresh);
    return collectionSplices(page, holder, tree, [...kept, ...added]);
  }
  const isReplaced = (index: number, value: Value): boolean =>
    after.length === values.length && indexOf(value) === -1 && !isIn(values[index]);
  for (const { value } of gone) refuseVariable(value);
  const pieces = after.map((value, at): Piece => {
    const index = indexOf(value);
    const member = tree.members[at];
    if (index !== -1) return keep(index);
    if (!isReplaced(at, value) || member === undefined) return fresh(value);
    const splices = valueSplices(page, anchored, { member, isInFlow }, { before: values[at], after: value });
    return { is: 'old', from: tree, index: at, splices };
  });
  return collectionSplices(page, holder, tree, pieces);
}

function scalarOf(tree: Tree): Value | undefined {
  const node = nodeOf(tree);
  return node.is === 'scalar' ? node.value : undefined;
}

function mapSplices(page: Page, anchored: Anchored, holder: Holder, tree: MapTree, edit: ValueEdit): readonly Splice[] {
  const after = edit.after as Members;
  const before = isMap(edit.before) ? edit.before : {};
  const isInFlow = holder.isInFlow || tree.isFlow;
  const kept = tree.members.flatMap((member, index): readonly Piece[] => {
    const value = after[member.key];
    if (value === undefined) {
      refuseVariable(member.value);
      return [];
    }
    const splices = valueSplices(page, anchored, { member, isInFlow }, { ...edit, before: before[member.key], after: value });
    return [{ is: 'old', from: tree, index, splices }];
  });
  const known = new Set(tree.members.map(({ key }) => key));
  const added = Object.entries(after).flatMap(([key, value]): readonly Piece[] =>
    known.has(key) ? [] : [{ is: 'new', key, layout: plainLayout(value) }],
  );
  return collectionSplices(page, holder, tree, [...kept, ...added]);
}
