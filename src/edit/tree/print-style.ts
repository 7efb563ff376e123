/** Options of printing a tree, and which parts keep their own characters. */
import type { CollectionNode, Lines, Member, Tree } from './tree.ts';

export interface Style {
  /** The text that the tree was parsed from: what is as it was prints its own characters. Missing: everything is laid out anew. */
  readonly text?: string;
  /** Columns by which a map in a map is indented. */
  readonly step: number;
  /** Columns by which a list in a map is indented: the same, or none. */
  readonly listStep: number;
  /** Has lines of nothing but tabs and spaces, which could not stand behind a new block text. */
  readonly hasTabLines: boolean;
}

export const canonicalStyle: Style = { step: 2, listStep: 2, hasTabLines: false };

/** The longest line that a new map or list between brackets may make. */
export const mostColumns = 120;

export function isIntact({ text }: Style, { source, key, value }: Member): boolean {
  return text !== undefined && source !== undefined && source.key === key && source.value === value;
}

export function withProps(props: string, text: string): string {
  return [props, text].filter((part) => part !== '').join(' ');
}

/** Comments of its members, or behind them. */
export function hasComments({ members, after }: CollectionNode): boolean {
  return after.some(isWords) || members.some((member) => member.aside !== undefined || ownComments(member).length > 0);
}

export function ownComments({ gap, lead, spare, below }: Member): Lines {
  return [...gap, ...lead, ...spare, ...below].filter(isWords);
}

function isWords(line: string): boolean {
  return line.trim() !== '';
}

/** Comments in one column, never two empty lines. `isFirst`: there is no empty line before the first one. */
export function commentLines(lines: Lines, column: number, isFirst: boolean): Lines {
  const pad = ' '.repeat(column);
  const printed: string[] = [];
  for (const line of lines) {
    const words = line.trim();
    if (words !== '') printed.push(pad + words);
    else if (printed.length > 0 ? printed.at(-1) !== '' : !isFirst) printed.push('');
  }
  return printed;
}

/** Lines by so many more columns, or fewer; empty ones stay empty. */
export function shifted(lines: Lines, by: number): Lines {
  if (by === 0) return lines;
  if (by > 0) return lines.map((line) => (line.trim() === '' ? line : ' '.repeat(by) + line));
  const fewer = new RegExp(`^ {1,${-by}}`);
  return lines.map((line) => line.replace(fewer, ''));
}

/** Whether an empty line behind it would be part of its last text. */
export function endsKept(value: Tree): boolean {
  if (value.is === 'scalar') return value.block?.isKept === true;
  if (value.is === 'alias' || value.after.length > 0) return false;
  const last = value.members.at(-1);
  return last !== undefined && endsKept(last.value);
}
