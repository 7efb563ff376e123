/** Scans the text between the parts of a YAML tree: comments, empty lines, anchors and tags. */
import type { CST } from 'yaml';
import type { Aside, Lines } from './tree.ts';

export type Token = CST.SourceToken;

/** Where the line of this character begins. */
export function lineStart(text: string, at: number): number {
  // A negative start would be taken for 0.
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line of this character ends, before its line break. */
export function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline;
}

/** Behind the line break of this line; the end of the text where there is none. */
export function lineAfter(text: string, at: number): number {
  return Math.min(lineEnd(text, at) + 1, text.length);
}

/** Whether nothing but spaces stands before it in its line. Looks no further than it has to: a line may be a whole file. */
export function isFirstInLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before -= 1;
  return before < 0 || text[before] === '\n';
}

/** Whole lines; the line break of the last one may be missing. */
export function linesBetween(text: string, start: number, end: number): Lines {
  if (end <= start) return [];
  return text.slice(start, text[end - 1] === '\n' ? end - 1 : end).split('\n');
}

export function isComment(line: string): boolean {
  return line.trimStart().startsWith('#');
}

function columnIn(line: string): number {
  return line.length - line.trimStart().length;
}

const nothing = { gap: [], lead: [] } as const;

/** How many of these lines, all of them comments or empty, are comments deeper than a column, with the empty ones between. */
export function deeperCount(lines: Lines, column: number): number {
  let count = 0;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    if (columnIn(line) <= column) break;
    count = at + 1;
  }
  return count;
}

/** Comments that nothing parts from what stands below are about that. */
export function gapAndLead(lines: Lines): { readonly gap: Lines; readonly lead: Lines } {
  if (lines.length === 0) return nothing;
  const at = lines.findLastIndex((line) => line.trim() === '') + 1;
  return { gap: lines.slice(0, at), lead: lines.slice(at) };
}

/** The comment at the beginning of what follows a part in its line. */
export function asideAt(text: string, start: number, end: number): Aside | undefined {
  if (start >= end) return undefined;
  const found = /^([ \t]*)(#[^\n]*)$/.exec(text.slice(start, end));
  return found?.[2] === undefined ? undefined : { text: found[2].trimEnd(), gap: found[1] ?? '' };
}

export interface Marks {
  readonly props: string;
  readonly propsStart?: number;
  /** Behind anchor and tag. */
  readonly propsEnd?: number;
  readonly comments: readonly Comment[];
}

export interface Comment extends Aside {
  readonly at: number;
  readonly isOwnLine: boolean;
}

const noMarks: Marks = { props: '', comments: [] };

/** Anchor, tag and comments among tokens. */
export function marksIn(text: string, tokens: readonly Token[]): Marks {
  if (!tokens.some(({ type }) => type === 'comment' || type === 'anchor' || type === 'tag')) return noMarks;
  const props = tokens.filter(({ type }) => type === 'anchor' || type === 'tag');
  const [first] = props;
  const last = props.at(-1);
  const comments = tokens.flatMap(({ type, source, offset }, at): readonly Comment[] => {
    if (type !== 'comment') return [];
    const before = tokens[at - 1];
    const gap = before?.type === 'space' ? before.source : '';
    return [{ at: offset, text: source.trimEnd(), gap, isOwnLine: isFirstInLine(text, offset) }];
  });
  return {
    props: props.map(({ source }) => source).join(' '),
    ...(first === undefined || last === undefined
      ? {}
      : { propsStart: first.offset, propsEnd: last.offset + last.source.length }),
    comments,
  };
}

/** Between two parts in brackets, where besides comments only a comma stands: the comment in the line of the first, and lines below it. */
export function betweenParts(
  text: string,
  start: number,
  end: number,
): { readonly aside?: Aside; readonly lines: Lines } {
  const region = text.slice(start, end);
  if (!region.includes('\n')) return { lines: [] };
  const [first = '', ...rest] = region.split('\n');
  const aside = asideAt(first.replace(',', ' '), 0, first.length);
  const lines = rest.slice(0, -1).map((line) => (line.includes('#') ? line.replace(/^[ \t]*,/, '') : ''));
  const last = rest.at(-1) ?? '';
  const all = last.includes('#') ? [...lines, last] : lines;
  // A comma of its own line is no empty one.
  const kept = all.filter((line, at) => line !== '' || rest[at]?.trim() === '');
  return {
    ...(aside === undefined ? {} : { aside: { ...aside, gap: /^[ \t]*,?([ \t]*)/.exec(first)?.[1] ?? '' } }),
    lines: kept,
  };
}
