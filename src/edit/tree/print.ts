/** Writes a tree: what is as it was by its own characters, everything else in the canonical layout. */

import { blockTextOf, isSeveralLines, scalarText } from './scalars.ts';
import type {
  AliasNode,
  Aside,
  CollectionNode,
  CollectionPlace,
  FileTree,
  Lines,
  Member,
  MemberPlace,
  ScalarNode,
  Tree,
} from './tree.ts';

interface Laid {
  /** Comments and empty lines above. */
  readonly above: Lines;
  /** Its lines, the first one from where the member begins. */
  readonly body: Lines;
}

/** With what stands above and below the members as it is. */
export function fileLines(style: Style, { head, root, aside, after }: FileTree): Lines {
  const line = root.isFlow ? inlineText(style, root, 0) : undefined;
  if (line === undefined) {
    const asides = aside === undefined ? [] : [aside.text];
    return [...head, ...asides, ...joined(blockLines(style, root, 0, false), 0), ...root.after, ...after];
  }
  return [...head, ...(line + (aside === undefined ? '' : asideText(style, aside))).split('\n'), ...after];
}

/** Members one below the other. `isBelow`: what holds them stands above, so that no empty line comes first. */
export function blockLines(
  style: Style,
  { members }: CollectionNode,
  column: number,
  isBelow: boolean,
): readonly Laid[] {
  return members.map((member, at) => {
    const laid = memberLines(style, member, column, at === 0 && isBelow);
    const before = members[at - 1];
    if (before === undefined || !endsKept(before.value)) return laid;
    // An empty line would be part of the text before it.
    const words = laid.above.findIndex((line) => line.trim() !== '');
    return { ...laid, above: words === -1 ? [] : laid.above.slice(words) };
  });
}

export function joined(laid: readonly Laid[], column: number): Lines {
  return laid.flatMap(({ above, body: [first = '', ...rest] }) => [...above, ' '.repeat(column) + first, ...rest]);
}

function memberLines(style: Style, member: Member, column: number, isFirst: boolean): Laid {
  const { gap, lead, spare, source } = member;
  const kept = keptBody(style, member, column);
  const { hoisted, body } = kept ?? freshBody(style, member, column);
  const inner = kept === undefined ? [...spare, ...hoisted] : hoisted;
  if (style.text === undefined) return { above: commentsAbove([...gap, ...lead, ...inner], column, isFirst), body };
  const isInPlace = source !== undefined && source.column === column && !source.isInFlow;
  return {
    above: [...gap, ...(isInPlace ? lead : commentLines(lead, column, true)), ...commentLines(inner, column, true)],
    body,
  };
}

/** No empty line stands at the beginning of a block, nor right above its first member. */
function commentsAbove(lines: Lines, column: number, isFirst: boolean): Lines {
  const printed = commentLines(lines, column, isFirst);
  return isFirst && printed.at(-1) === '' ? printed.slice(0, -1) : printed;
}

interface Body {
  /** Comments that have no room in it. */
  readonly hoisted: Lines;
  readonly body: Lines;
}

/** With all of its own characters that did not change. undefined: it is laid out anew. */
function keptBody(style: Style, member: Member, column: number): Body | undefined {
  const { text } = style;
  const { source, value } = member;
  if (text === undefined || source === undefined || source.isInFlow) return undefined;
  const by = column - source.column;
  if (isIntact(style, member)) return { hoisted: [], body: withShiftedRest(text.slice(source.start, source.end), by) };
  const was = source.value;
  if (!source.hasColon || was.source === undefined) return undefined;
  if (isBlock(was) || isBlock(value))
    return isBlock(was) && isBlock(value) && value.source === was.source
      ? keptBlock(style, member, source, value, column)
      : undefined;
  const line = was.is === 'scalar' && was.block !== undefined ? undefined : inlineText(style, value, 0);
  if (line === undefined) return undefined;
  const head = headText(style, text, member, source, was.source.start);
  const space = /\s$/.test(head) || line === '' ? '' : ' ';
  return { hoisted: [], body: withShiftedRest(head + space + line + text.slice(was.source.end, source.end), by) };
}

function isBlock(value: Member['value']): value is CollectionNode {
  return (value.is === 'map' || value.is === 'list') && !value.isFlow && value.members.length > 0;
}

function withShiftedRest(text: string, by: number): Lines {
  const [first = '', ...rest] = text.split('\n');
  return [first, ...shifted(rest, by)];
}

/** From its beginning to where something begins behind its key. */
function headText(style: Style, text: string, { key }: Member, source: MemberPlace, end: number): string {
  const place = source.key?.source;
  if (key === undefined || place === undefined || key === source.key) return text.slice(source.start, end);
  return text.slice(source.start, place.start) + keyLine(style, key) + text.slice(place.end, end);
}

function keptBlock(style: Style, member: Member, source: MemberPlace, value: CollectionNode, column: number): Body {
  const { text = '' } = style;
  const place = value.source as CollectionPlace;
  const by = column - source.column;
  const inner = blockLines(style, value, place.column + by, false);
  const lines = joined(inner, place.column + by);
  const after = shifted(value.after, by);
  const start = Math.min(place.start, place.top);
  const head = headText(style, text, member, source, start) + propsText(text.slice(start, place.top), value, place);
  if (text[place.top - 1] === '\n')
    return { hoisted: [], body: [...withShiftedRest(head.replace(/\n$/, ''), by), ...lines, ...after] };
  const above = inner[0]?.above ?? [];
  const [first = '', ...rest] = lines.slice(above.length);
  const heading = withShiftedRest(head, by);
  return {
    hoisted: above,
    body: [...heading.slice(0, -1), `${heading.at(-1)}${first.slice(place.column + by)}`, ...rest, ...after],
  };
}

/** Between the key and the first member. */
function propsText(written: string, { props }: CollectionNode, { props: was }: CollectionPlace): string {
  if (props === was) return written;
  const rest = written.replace(/^(?:[&!]\S*[ \t]*)+/, '');
  return props === '' ? rest : `${props}${/^\s/.test(rest) ? '' : ' '}${rest}`;
}

function freshBody(style: Style, member: Member, column: number): Body {
  const { key, value, aside, source, below } = member;
  const head = key === undefined ? '-' : `${keyLine(style, key)}:`;
  const room = column + (key === undefined ? 2 : style.step);
  const line = inlineText(style, value, column + head.length + 1);
  const rest = aside === undefined ? '' : asideText(style, aside);
  // What is left of a map that has lost its last member.
  const left = value.is !== 'scalar' && value.is !== 'alias' && value.members.length === 0 ? value.after : [];
  const isGiven = style.text !== undefined && source !== undefined;
  const behind = [...left, ...(isGiven ? shifted(below, column - source.column) : commentLines(below, room, false))];
  if (line !== undefined)
    return { hoisted: [], body: [...`${head}${line === '' ? '' : ` ${line}`}${rest}`.split('\n'), ...behind] };
  if (value.is === 'scalar' && isBlockText(style, value)) {
    const { header, lines } = blockTextOf(value, room - column);
    const indented = lines.map((each) => (each === '' ? '' : ' '.repeat(room) + each));
    return { hoisted: [], body: [`${head} ${withProps(value.props, header)}${rest}`, ...indented, ...behind] };
  }
  const { hoisted, body } = freshBlock(style, member, value as CollectionNode, head, column);
  return { hoisted, body: [...body, ...behind] };
}

/** A map or list on lines of its own. */
function freshBlock(style: Style, { key, aside }: Member, value: CollectionNode, head: string, column: number): Body {
  const isItem = key === undefined;
  const indent = column + (isItem ? 2 : value.is === 'list' ? style.listStep : style.step);
  const inner = blockLines(style, value, indent, true);
  const place = value.source;
  const isInPlace = style.text !== undefined && place?.column === indent;
  const after = isInPlace ? value.after : commentLines(value.after, indent, false);
  const props = value.props === '' ? '' : ` ${value.props}`;
  if (!isItem)
    return {
      hoisted: [],
      body: [
        `${head}${props}${aside === undefined ? '' : asideText(style, aside)}`,
        ...joined(inner, indent),
        ...after,
      ],
    };
  // Behind a dash with a block there is no room for a comment, nor between it and the first member of that.
  const [first, ...others] = inner;
  const hoisted = [...(aside === undefined ? [] : [aside.text]), ...(first?.above ?? [])];
  const rest = [...(first?.body.slice(1) ?? []), ...joined(others, indent), ...after];
  const [word = ''] = first?.body ?? [];
  if (props === '' && isPlainFirst(value)) return { hoisted, body: [`${head} ${word}`, ...rest] };
  return { hoisted, body: [`${head}${props}`, ' '.repeat(indent) + word, ...rest] };
}

/** An anchor of the first key would be taken for one of the whole map. */
function isPlainFirst({ is, members: [first] }: CollectionNode): boolean {
  return is === 'list' || first?.key?.props === '';
}

interface Brackets {
  /** It has to stand between brackets, whatever it is: what it stands in does. */
  readonly isForced: boolean;
  /** New keys and texts get double quotes, as their neighbours have. */
  readonly isQuoted: boolean;
}

const free: Brackets = { isForced: false, isQuoted: false };

/** Lines below a `|`. */
function isBlockText({ hasTabLines }: Style, { block, source, value }: ScalarNode): boolean {
  return block !== undefined || (source === undefined && isSeveralLines(value) && !hasTabLines);
}

/** undefined: it stands on lines of its own. */
export function inlineText(style: Style, value: Tree, column: number): string | undefined {
  if (value.is === 'alias') return aliasText(value);
  if (value.is === 'scalar')
    return isBlockText(style, value) ? undefined : withProps(value.props, scalarIn(style, value, false, false));
  if (value.members.length === 0) return withProps(value.props, value.is === 'list' ? '[]' : '{}');
  if (!value.isFlow) return undefined;
  const text = bracketText(style, value, free);
  if (text === undefined) return undefined;
  // What was one line, however long, or was broken by its author, stays so when it is edited.
  const isGiven = style.text !== undefined && value.source !== undefined && value.source.layout !== 'mixed';
  return isGiven || column + [...text].length <= mostColumns ? text : undefined;
}

function aliasText({ name, props }: AliasNode): string {
  return withProps(props, `*${name}`);
}

function keyLine(style: Style, key: ScalarNode | AliasNode, isInFlow = false, isQuoted = false): string {
  // A colon may be part of the name of an alias.
  return key.is === 'alias' ? `${aliasText(key)} ` : withProps(key.props, scalarIn(style, key, isInFlow, isQuoted));
}

function scalarIn(
  { text }: Style,
  { source, written, block, value, props }: ScalarNode,
  isInFlow: boolean,
  isQuoted: boolean,
): string {
  const mayStay = !isInFlow || typeof value !== 'string' || props.includes('!') || !/[,[\]{}]/.test(written ?? '');
  if (written !== undefined && mayStay) return written;
  const own =
    text === undefined || source === undefined || block !== undefined ? '' : text.slice(source.textStart, source.end);
  if (/^["']/.test(own) && !own.includes('\n')) return own;
  return isQuoted ? JSON.stringify(value) : scalarText(value, isInFlow);
}

/** undefined: it cannot stand between brackets, as a comment stands in it. */
function flowText(style: Style, value: Tree, brackets: Brackets): string | undefined {
  if (value.is === 'alias') return aliasText(value);
  if (value.is === 'scalar') {
    if (isBlockText(style, value) && !brackets.isForced) return undefined;
    return withProps(value.props, scalarIn(style, value, true, brackets.isQuoted));
  }
  return value.isFlow || brackets.isForced ? bracketText(style, value, brackets) : undefined;
}

function bracketText(style: Style, value: CollectionNode, given: Brackets): string | undefined {
  const { source } = value;
  const isGiven = style.text !== undefined && source !== undefined && source.layout !== 'block';
  if (isGiven && source.members === value.members && source.props === value.props)
    return style.text?.slice(source.start, source.end);
  const isQuoted = given.isQuoted || (isGiven && areQuoted(style, source));
  const brackets = { isForced: given.isForced || isGiven, isQuoted };
  if (isGiven && source.layout === 'lines' && value.members.length > 0)
    return linesText(style, value, source, brackets);
  if (hasComments(value)) return undefined;
  const parts = value.members.map((member) => memberText(style, member, brackets));
  if (parts.includes(undefined)) return undefined;
  const [open, close] = value.is === 'list' ? ['[', ']'] : parts.length === 0 ? ['{', '}'] : ['{ ', ' }'];
  return withProps(value.props, `${open}${parts.join(', ')}${close}`);
}

function memberText(style: Style, member: Member, brackets: Brackets): string | undefined {
  const { key, value, source } = member;
  // In lines it would have another end, and may be plain where brackets need quotes.
  if (isIntact(style, member) && source?.isInFlow) return style.text?.slice(source.start, source.end);
  const text = flowText(style, value, brackets);
  if (text === undefined || key === undefined) return text;
  const name = keyLine(style, key, true, brackets.isQuoted);
  return text === '' ? name.trimEnd() : `${name}: ${text}`;
}

/** Each member in a line of its own stays so, with its comments. */
function linesText(
  style: Style,
  { members, props }: CollectionNode,
  source: CollectionPlace,
  brackets: Brackets,
): string | undefined {
  const text = style.text ?? '';
  const pad = ' '.repeat(source.column);
  const last = source.members.at(-1)?.source?.end ?? source.tail;
  const isEnded = text.slice(last, source.tail).trimStart().startsWith(',');
  const lines: string[] = [];
  for (const [at, member] of members.entries()) {
    const { gap, lead, aside } = member;
    const words = memberText(style, member, brackets);
    if (words === undefined || (!isIntact(style, member) && ownComments({ ...member, gap: [], lead: [] }).length > 0))
      return undefined;
    const comma = at < members.length - 1 || isEnded ? ',' : '';
    const line = `${pad}${words}${comma}${aside === undefined ? '' : asideText(style, aside)}`;
    lines.push([...gap, ...lead, line].join('\n'));
  }
  const opening = text.slice(source.textStart, source.top);
  return withProps(props, opening + lines.join('\n') + text.slice(source.tail, source.end));
}

function asideText(style: Style, { gap, text }: Aside): string {
  return (style.text === undefined || gap === '' ? ' '.repeat(Math.max(1, gap.length)) : gap) + text;
}

function areQuoted({ text = '' }: Style, { members }: CollectionPlace): boolean {
  return members.length > 0 && members.every((member) => isQuotedMember(text, member));
}

function isQuotedMember(text: string, { key, value }: Member): boolean {
  if (key !== undefined) return text[key.source?.textStart ?? -1] === '"';
  return (
    value.is === 'map' && value.members.length > 0 && value.members.every((member) => isQuotedMember(text, member))
  );
}

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
const mostColumns = 120;

function isIntact({ text }: Style, { source, key, value }: Member): boolean {
  return text !== undefined && source !== undefined && source.key === key && source.value === value;
}

function withProps(props: string, text: string): string {
  return [props, text].filter((part) => part !== '').join(' ');
}

/** Comments of its members, or behind them. */
function hasComments({ members, after }: CollectionNode): boolean {
  return after.some(isWords) || members.some((member) => member.aside !== undefined || ownComments(member).length > 0);
}

function ownComments({ gap, lead, spare, below }: Member): Lines {
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
function shifted(lines: Lines, by: number): Lines {
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
