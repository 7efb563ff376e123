/** One YAML file that is edited: its text, its tree, and the habits it is written in. */
import { parseTree } from './parse-tree.ts';
import type { MapTree, MemberTree, Tree } from './tree.ts';

export interface Page {
  readonly file: string;
  readonly text: string;
  readonly tree: MapTree;
  readonly eol: '\n' | '\r\n';
  /** Columns by which a map in a map is indented. */
  readonly step: number;
  /** Columns by which a list in a map is indented: the same, or none. */
  readonly listStep: number;
  /** Has lines of nothing but tabs and spaces, which could not stand behind a block text. */
  readonly hasTabLines: boolean;
  /** Written as JSON: keys and texts in double quotes. */
  readonly isJson: boolean;
}

/** undefined: it cannot be edited. */
export function pageOf(file: string, text: string): Page | undefined {
  const tree = parseTree(text);
  if (tree === undefined) return undefined;
  const steps = stepsIn(text, tree);
  const step = steps.find((each) => each.is === 'map' && each.columns > 0)?.columns ?? 2;
  const listStep = steps.find((each) => each.is === 'list')?.columns ?? step;
  return {
    file,
    text,
    tree,
    eol: eolOf(text),
    step,
    listStep,
    hasTabLines: /^[ \t]*\t[ \t]*\r?$/m.test(text),
    isJson: tree.isFlow && tree.members.every(({ keyStyle }) => keyStyle === 'double'),
  };
}

/** The line break that most lines have. */
function eolOf(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1;
  return (text.split('\r\n').length - 1) * 2 > all ? '\r\n' : '\n';
}

interface Step {
  readonly is: 'map' | 'list';
  readonly columns: number;
}

function stepsIn(text: string, tree: Tree): readonly Step[] {
  if (tree.is !== 'map' && tree.is !== 'list') return [];
  const members: readonly MemberTree[] = tree.members;
  return members.flatMap((member) => {
    const { value } = member;
    const isBlock = (value.is === 'map' || value.is === 'list') && !value.isFlow;
    const own =
      isBlock && member.is === 'entry' ? [{ is: value.is, columns: columnOf(text, value.textStart) - columnOf(text, member.start) }] : [];
    return [...own, ...stepsIn(text, value)];
  });
}

/** Where the line of this character begins. */
export function lineStart(text: string, at: number): number {
  // A negative start would be taken for 0.
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line of this character ends, before its line break. */
export function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  if (newline === -1) return text.length;
  return newline > at && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** Behind the line break of this line; the end of the text where there is none. */
export function lineAfter(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline + 1;
}

export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

export function isSeveralLines(text: string, start: number, end: number): boolean {
  return text.slice(start, end).includes('\n');
}

/** Where an anchor or tag before the value ends; where the value begins, if it has none. */
export function propsEnd(text: string, tree: Tree): number {
  const props = /^(?:[&!][^\s,[\]{}]*[ \t]*)+/.exec(text.slice(tree.start, tree.textStart))?.[0] ?? '';
  return tree.start + props.trimEnd().length;
}
