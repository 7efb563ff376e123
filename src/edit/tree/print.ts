/** Writes a tree: what is as it was by its own characters, everything else in the canonical layout. */
import { asideText, inlineText, isBlockText, keyLine } from './print-flow.ts';
import { commentLines, endsKept, isIntact, type Style, shifted, withProps } from './print-style.ts';
import { blockTextOf } from './scalars.ts';
import type { CollectionNode, CollectionPlace, FileTree, Lines, Member, MemberPlace } from './tree.ts';

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
export function blockLines(style: Style, { members }: CollectionNode, column: number, isBelow: boolean): readonly Laid[] {
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
  return { above: [...gap, ...(isInPlace ? lead : commentLines(lead, column, true)), ...commentLines(inner, column, true)], body };
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
    return isBlock(was) && isBlock(value) && value.source === was.source ? keptBlock(style, member, source, value, column) : undefined;
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
  if (text[place.top - 1] === '\n') return { hoisted: [], body: [...withShiftedRest(head.replace(/\n$/, ''), by), ...lines, ...after] };
  const above = inner[0]?.above ?? [];
  const [first = '', ...rest] = lines.slice(above.length);
  const heading = withShiftedRest(head, by);
  return { hoisted: above, body: [...heading.slice(0, -1), `${heading.at(-1)}${first.slice(place.column + by)}`, ...rest, ...after] };
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
  if (line !== undefined) return { hoisted: [], body: [...`${head}${line === '' ? '' : ` ${line}`}${rest}`.split('\n'), ...behind] };
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
      body: [`${head}${props}${aside === undefined ? '' : asideText(style, aside)}`, ...joined(inner, indent), ...after],
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
