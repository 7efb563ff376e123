/** What somebody is typing: the word at the cursor, and the way to it in a text that is half typed and may be broken above and below. */
import { Composer, isCollection } from 'yaml';
import { defaultLimits } from '../config/limits.ts';
import { boundedTokens } from '../config/parse.ts';
import { resolveAliases, type YamlMap, type YamlSeq } from '../edit/yaml/nodes.ts';
import { type Path, pathTo } from './path.ts';

export interface Typed extends Path {
  /** As far as the cursor. */
  readonly word: string;
  /** What a completion takes the place of, its quotes included. */
  readonly start: number;
  readonly end: number;
  /** A colon stands behind it. */
  readonly hasColon: boolean;
  /** It is the first word behind a dash: an item, or the first key of one. */
  readonly isItem: boolean;
}

/** Stands for the word while the tree is made: nobody writes it. */
const mark = 'docform\u2060cursor';

/** undefined: nothing is completed there, as in a comment. */
export function typedAt(text: string, offset: number): Typed | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const state = lineState(before);
  if (state.isComment) return undefined;
  const { quote } = state;
  const start =
    quote === undefined ? offset - (/[^\s,[\]{}#"']*$/.exec(before)?.[0].length ?? 0) : lineStart + quote.at;
  const rest = text.slice(offset, lineEnd(text, offset));
  const closed = quote === undefined ? -1 : rest.indexOf(quote.mark);
  const more = quote === undefined ? (/^(?:[^\s,[\]{}#"':]|:(?=\S))*/.exec(rest)?.[0].length ?? 0) : closed + 1;
  const end = offset + more;
  const hasColon = /^\s*:(?:\s|$)/.test(text.slice(end, lineEnd(text, end)));
  const indent = /^(?: |- )*-?/.exec(before)?.[0] ?? '';
  const isFirst = /^(?: |- )*$/.test(text.slice(lineStart, start)) && state.open.length === 0;
  const found = pathOf({
    text,
    start,
    end,
    lineStart,
    put: isFirst && !hasColon ? `${mark}:` : mark,
    open: state.open,
  });
  if (found === undefined) return undefined;
  const word = text.slice(quote === undefined ? start : start + 1, offset);
  return { ...found, word, start, end, hasColon, isItem: isFirst && indent.includes('-') };
}

/** The scalar at an offset of a text as it is. */
export function standingAt(text: string, offset: number): Path | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const end = lineEnd(text, offset);
  for (const { text: attempt, isLast } of attempts({ text, start: end, end, lineStart, put: '', open: [] })) {
    const root = rootOf(attempt, !isLast);
    const found = root && pathTo(root, offset);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface TypedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly lineStart: number;
  readonly put: string;
  /** Brackets that are open at the word, in its line. */
  readonly open: readonly string[];
}

function pathOf(word: TypedWord): Path | undefined {
  for (const { text, at, isLast } of attempts(word)) {
    const root = rootOf(text, !isLast);
    const found = root && pathTo(root, at);
    if (found?.scalar.value === mark) return found;
  }
  return undefined;
}

interface Attempt {
  readonly text: string;
  readonly at: number;
  readonly isLast: boolean;
}

/** The whole text; without what stands below, where that is broken; only with the lines that this one stands in, where the others above are. */
function* attempts(word: TypedWord): Generator<Attempt> {
  const { text, start, end, lineStart, put, open } = word;
  yield { text: text.slice(0, start) + put + text.slice(end), at: start, isLast: false };
  const closers = [...open].reverse().map((bracket) => (bracket === '{' ? '}' : ']'));
  const line = `${text.slice(lineStart, start)}${put}${closers.join('')}\n`;
  yield { text: text.slice(0, lineStart) + line, at: start, isLast: false };
  const above = enclosing(text.slice(0, lineStart), line);
  yield { text: above + line, at: above.length + start - lineStart, isLast: true };
}

/** The lines above that are indented less and less, to the left margin: what a line stands in. */
function enclosing(above: string, line: string): string {
  const kept: string[] = [];
  let least = indentOf(line);
  let isItem = isDashed(line);
  for (const each of above.split('\n').slice(0, -1).reverse()) {
    if (least === 0 && !isItem) break;
    if (/^\s*(?:#.*)?$/.test(each)) continue;
    const indent = indentOf(each);
    if (indent > least || (indent === least && !(isItem && !isDashed(each)))) continue;
    kept.push(`${each}\n`);
    least = indent;
    isItem = isDashed(each);
  }
  return kept.reverse().join('');
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

function isDashed(line: string): boolean {
  return /^ *-(?: |\r?$)/.test(line);
}

/** `isStrict`: undefined if the text is not valid. */
function rootOf(text: string, isStrict: boolean): YamlMap | YamlSeq | undefined {
  if (text.length > defaultLimits.fileBytes) return undefined;
  const tokens = boundedTokens(text, defaultLimits);
  if (tokens === undefined || (isStrict && tokens.some(({ type }) => type === 'error'))) return undefined;
  const [document, second] = [...new Composer({ uniqueKeys: false, logLevel: 'silent' }).compose(tokens)];
  if (document === undefined || second !== undefined || !isCollection(document.contents)) return undefined;
  resolveAliases(document);
  return document.contents as YamlMap | YamlSeq;
}

function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/\r?\n/);
  return end === -1 ? text.length : from + end;
}

interface LineState {
  readonly isComment: boolean;
  readonly quote?: { readonly mark: string; readonly at: number };
  readonly open: readonly string[];
}

/** Quotes and hashes mean something only where a word begins. */
function lineState(line: string): LineState {
  const open: string[] = [];
  let quote: { readonly mark: string; readonly at: number } | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const isStart = at === 0 || /[\s,[{:-]/.test(line[at - 1] ?? '');
    if (quote !== undefined) {
      if (character === '\\' && quote.mark === '"') at += 1;
      else if (character === quote.mark) quote = undefined;
    } else if (isStart && (character === '"' || character === "'")) quote = { mark: character, at };
    else if (character === '#' && (at === 0 || /\s/.test(line[at - 1] ?? ''))) return { isComment: true, open };
    else if (character === '{' || character === '[') {
      if (isStart || open.length > 0) open.push(character);
    } else if (character === '}' || character === ']') open.pop();
  }
  return { isComment: false, open, ...(quote === undefined ? {} : { quote }) };
}
