/** Finds the word at the cursor and its path, also in a text that is not valid yet. */
import { Composer, isAlias, isCollection, isPair, isScalar, type Node, type Scalar } from 'yaml';
import { defaultLimits } from '../config/files/file-reader.ts';
import { boundedTokens } from '../config/yaml/any-yaml.ts';
import {
  keyOf,
  type Member,
  membersOf,
  memberValue,
  resolveAliases,
  type YamlMap,
  type YamlSeq,
} from '../edit/yaml/nodes.ts';

export interface Typed extends Path {
  /** Up to the cursor. */
  readonly word: string;
  /** The range that a completion replaces, with quotes. */
  readonly start: number;
  readonly end: number;
  /** A colon follows. */
  readonly hasColon: boolean;
  /** The first word after a dash: an item, or the first key of an item. */
  readonly isItem: boolean;
}

/** Replaces the word while the text is parsed. No text contains it. */
const mark = 'docform\u2060cursor';

/** undefined: no completions, such as in a comment. */
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

/** The scalar at an offset of a text. */
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
  /** Open brackets before the word in its line. */
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

/** Texts to parse: the whole text, the text without the lines below, and only the parent lines. */
function* attempts(word: TypedWord): Generator<Attempt> {
  const { text, start, end, lineStart, put, open } = word;
  yield { text: text.slice(0, start) + put + text.slice(end), at: start, isLast: false };
  const closers = [...open].reverse().map((bracket) => (bracket === '{' ? '}' : ']'));
  const line = `${text.slice(lineStart, start)}${put}${closers.join('')}\n`;
  yield { text: text.slice(0, lineStart) + line, at: start, isLast: false };
  const above = enclosing(text.slice(0, lineStart), line);
  yield { text: above + line, at: above.length + start - lineStart, isLast: true };
}

/** The parent lines of a line. */
function enclosing(above: string, line: string) {
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

function indentOf(line: string) {
  return /^ */.exec(line)?.[0].length ?? 0;
}

function isDashed(line: string) {
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

function lineEnd(text: string, from: number) {
  const end = text.slice(from).search(/\r?\n/);
  return end === -1 ? text.length : from + end;
}

/** Quotes and hashes are special only at the start of a word. */
function lineState(line: string) {
  const open: string[] = [];
  let quote: { readonly mark: string; readonly at: number } | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const isStart = at === 0 || /[\s,[{:-]/.test(line[at - 1] ?? '');
    if (quote !== undefined) {
      if (character === '\\' && quote.mark === '"') at += 1;
      else if (character === quote.mark) quote = undefined;
    } else if (isStart && (character === '"' || character === "'")) quote = { mark: character, at };
    else if (character === '#' && (at === 0 || /\s/.test(line[at - 1] ?? ''))) return { isComment: true, open, quote };
    else if (character === '{' || character === '[') {
      if (isStart || open.length > 0) open.push(character);
    } else if (character === '}' || character === ']') open.pop();
  }
  return { isComment: false, open, quote };
}

interface Step {
  readonly node: YamlMap | YamlSeq;
  readonly member: Member;
}

/** The scalar at an offset, and the members that lead to the scalar. The last member has the scalar as its key or its value. */
export interface Path {
  readonly steps: readonly Step[];
  readonly part: 'key' | 'value';
  readonly scalar: Scalar;
}

/** undefined: there is no scalar at the offset. */
function pathTo(root: YamlMap | YamlSeq, at: number): Path | undefined {
  const steps: Step[] = [];
  let node = root;
  for (;;) {
    const found = membersOf(node).find((member) => isAt(memberKey(member), at) || isAt(memberValue(member), at));
    if (found === undefined) return undefined;
    steps.push({ node, member: found });
    const [key, value] = [memberKey(found), memberValue(found)];
    if (isAt(key, at) && isScalar(key)) return { steps, part: 'key', scalar: key };
    if (isScalar(value)) return { steps, part: 'value', scalar: value };
    if (isAlias(value) || !isCollection(value)) return undefined;
    node = value as YamlMap | YamlSeq;
  }
}

function memberKey(member: Member): Node | undefined {
  return isPair(member) ? (member.key as Node) : undefined;
}

function isAt(node: Node | null | undefined, at: number) {
  const range = node?.range;
  return range !== undefined && range !== null && range[0] <= at && at <= range[1];
}

/** The keys of the other members. */
export function siblingKeys({ node, member }: Step): readonly string[] {
  return membersOf(node)
    .filter((each) => each !== member)
    .map(keyOf);
}
