/** Parses a YAML text that is known to be valid into a tree: every comment goes to the member that it belongs to, by where it stands. */
import { type CST, Parser } from 'yaml';
import {
  asideAndSpare,
  contentStart,
  isNothing,
  type Parsing,
  readKey,
  readSingle,
  startOf,
  withAnchor,
} from './parse-parts.ts';
import { blockScalarOf, blockTextEnd, emptyScalar } from './scalars.ts';
import {
  asideAt,
  betweenParts,
  deeperCount,
  gapAndLead,
  isComment,
  isFirstInLine,
  lineAfter,
  lineEnd,
  lineStart,
  linesBetween,
  marksIn,
} from './scan.ts';
import {
  type Aside,
  type CollectionNode,
  type CollectionPlace,
  type FileTree,
  type Lines,
  type Member,
  newCollection,
  OddYamlError,
  type Tree,
} from './tree.ts';

type CstBlock = CST.BlockMap | CST.BlockSequence;

export function tokensOf(text: string): readonly CST.Token[] {
  return [...new Parser().parse(text)];
}

/** Throws OddYamlError. */
export function parseTree(text: string, tokens: Iterable<CST.Token> = new Parser().parse(text)): FileTree {
  let document: CST.Document | undefined;
  let limit = text.length;
  for (const token of tokens) {
    if (token.type === 'document' && document !== undefined) throw new OddYamlError('it holds several documents');
    if (token.type === 'document') document = token;
    if (token.type === 'doc-end') limit = Math.min(limit, token.offset);
  }
  const value = document?.value;
  if (document === undefined || value === undefined || (value.type === 'scalar' && value.source === ''))
    return { head: linesBetween(text, 0, text.length), root: newCollection('map', false, []), after: [] };
  const parsing: Parsing = { text, anchors: new Map() };
  const { props, propsStart } = marksIn(text, document.start);
  if (value.type === 'block-map' || value.type === 'block-seq') return blockFile(parsing, value, props, limit);
  if (value.type !== 'flow-collection') throw new OddYamlError('it is no map');
  const { node, end, inner } = parseFlow(parsing, value, props, propsStart ?? value.offset);
  return flowFile(parsing, node as CollectionNode, end, inner);
}

function blockFile(parsing: Parsing, token: CstBlock, props: string, limit: number): FileTree {
  const { text } = parsing;
  const [first] = token.items.filter((item) => !isNothing(item));
  const start = first === undefined ? 0 : startOf(first);
  const above = linesBetween(text, 0, lineStart(text, start));
  const marked = above.findLastIndex((line) => line.trim() !== '' && !isComment(line)) + 1;
  const { lead } = gapAndLead(above.slice(marked));
  const head = above.slice(0, above.length - lead.length);
  const top = head.reduce((at, line) => at + line.length + 1, 0);
  const { node, end } = parseBlock(parsing, token, { props, start: top, top, parentColumn: -1, limit });
  return {
    head,
    root: { ...node, after: [] },
    after: [...node.after, ...linesBetween(text, lineAfter(text, end), text.length)],
  };
}

function flowFile({ text }: Parsing, node: CollectionNode, end: number, inner: Lines): FileTree {
  const start = node.source?.start ?? 0;
  const line = lineStart(text, start);
  const mark = text.slice(line, start).trimEnd();
  const aside = asideAt(text, end, lineEnd(text, end));
  const after = [...inner, ...linesBetween(text, lineAfter(text, end), text.length)];
  return {
    head: [...linesBetween(text, 0, line), ...(mark === '' ? [] : [mark])],
    root: node,
    ...(aside === undefined ? {} : { aside }),
    after,
  };
}

interface Above {
  readonly props: string;
  readonly start: number;
  /** Where its lines begin; undefined: behind a dash. */
  readonly top: number;
  /** Of the member that it stands in. */
  readonly parentColumn: number;
  /** Where the lines of what follows begin. */
  readonly limit: number;
}

interface BlockRead {
  readonly node: CollectionNode;
  /** Behind its last line, its comments included. */
  readonly end: number;
}

function parseBlock(
  parsing: Parsing,
  token: CstBlock,
  { props, start, top: given, parentColumn, limit }: Above,
): BlockRead {
  const { text } = parsing;
  const items = (token.items as readonly CST.CollectionItem[]).filter((item) => !isNothing(item));
  const starts = items.map(startOf);
  const textStart = starts[0] ?? start;
  const column = textStart - lineStart(text, textStart);
  const isCompact = !isFirstInLine(text, textStart);
  const top = isCompact ? textStart : given;
  const members: Member[] = [];
  let from = top;
  for (const [at, item] of items.entries()) {
    const memberStart = starts[at] ?? 0;
    const next = starts[at + 1];
    const above = at === 0 && isCompact ? [] : linesBetween(text, from, lineStart(text, memberStart));
    const end = next === undefined ? limit : lineStart(text, next);
    const member = parseMember(parsing, item, { ...gapAndLead(above), start: memberStart, column, limit: end });
    members.push(member);
    from = lineAfter(text, member.source?.end ?? 0);
  }
  const last = members.at(-1)?.source?.end ?? textStart;
  const { lines: after, end } = linesBelow(text, last, limit, parentColumn);
  const source = { start, textStart, end, members, props, top, tail: last, column, layout: 'block' } as const;
  return {
    node: { is: token.type === 'block-map' ? 'map' : 'list', isFlow: false, props, members, after, source },
    end,
  };
}

/** Comments behind something that are deeper than a column, and where they end. */
function linesBelow(
  text: string,
  end: number,
  limit: number,
  column: number,
): { readonly lines: Lines; readonly end: number } {
  const all = linesBetween(text, lineAfter(text, end), limit);
  const lines = all.slice(0, deeperCount(all, column));
  return { lines, end: lines.reduce((at, line) => at + 1 + line.length, end) };
}

interface Before {
  readonly gap: Lines;
  readonly lead: Lines;
  readonly start: number;
  readonly column: number;
  readonly limit: number;
}

function parseMember(parsing: Parsing, item: CST.CollectionItem, { gap, lead, start, column, limit }: Before): Member {
  const { text } = parsing;
  const isItem = item.start.some(({ type }) => type === 'seq-item-ind');
  const colon = item.sep?.find(({ type }) => type === 'map-value-ind');
  const key = isItem ? undefined : readKey(parsing, item);
  const indicatorEnd = isItem ? start + 1 : colon === undefined ? (key?.source?.end ?? start) : colon.offset + 1;
  const marks = marksIn(text, isItem ? item.start.filter(({ offset }) => offset > start) : (item.sep ?? []));
  const behind = Math.max(indicatorEnd, marks.propsEnd ?? 0);
  const read = parseValue(parsing, item.value ?? undefined, { ...marks, behind, column, limit });
  const keyComments = isItem ? [] : marksIn(text, item.start).comments.filter(({ at }) => at > start);
  const { aside, spare } = asideAndSpare(
    [...keyComments, ...marks.comments.filter(({ at }) => at < read.headEnd)],
    read.aside,
  );
  const below = read.hasRoom ? linesBelow(text, read.end, limit, column) : { lines: [], end: read.end };
  const { node: value } = read;
  withAnchor(parsing, value);
  return {
    ...(key === undefined ? {} : { key }),
    value,
    gap,
    lead,
    spare: [...spare, ...read.inner],
    ...(aside === undefined ? {} : { aside }),
    below: below.lines,
    source: { start, end: below.end, column, hasColon: isItem || colon !== undefined, isInFlow: false, key, value },
  };
}

interface Head {
  readonly props: string;
  readonly propsStart?: number;
  readonly propsEnd?: number;
  /** Behind the colon or dash, and anchor and tag. */
  readonly behind: number;
  readonly column: number;
  readonly limit: number;
}

interface ValueRead {
  readonly node: Tree;
  /** Behind its last line. */
  readonly end: number;
  /** Comments before this are no part of what it consists of. */
  readonly headEnd: number;
  readonly aside?: Aside;
  readonly inner: Lines;
  /** Whether comments can stand below it, deeper than it is. */
  readonly hasRoom: boolean;
}

function parseValue(parsing: Parsing, token: CST.Token | undefined, head: Head): ValueRead {
  const { text } = parsing;
  const { props, propsStart, behind, column, limit } = head;
  if (token === undefined) {
    const node = emptyScalar(props, { start: propsStart ?? behind, textStart: behind, end: behind });
    return { node, ...lineBehind(text, behind), headEnd: behind, inner: [], hasRoom: true };
  }
  const textStart = contentStart(token);
  const start = propsStart ?? textStart;
  if (token.type === 'block-map' || token.type === 'block-seq') {
    const isCompact = !isFirstInLine(text, textStart);
    const top = isCompact ? textStart : lineAfter(text, behind);
    const { node, end } = parseBlock(parsing, token, { props, start, top, parentColumn: column, limit });
    return { node, end, headEnd: top, inner: [], hasRoom: false };
  }
  if (token.type === 'block-scalar') {
    const end = blockTextEnd(text, token);
    const header = token.props.find(({ type }) => type === 'block-scalar-header');
    const headerEnd = textStart + (header !== undefined && 'source' in header ? header.source.length : 1);
    const aside = asideAt(text, headerEnd, lineEnd(text, headerEnd));
    const node = blockScalarOf(token, props, { start, textStart, end });
    return { node, end, headEnd: textStart, inner: [], hasRoom: false, ...(aside === undefined ? {} : { aside }) };
  }
  if (token.type === 'flow-collection') {
    const { node, end, inner } = parseFlow(parsing, token, props, start);
    return { node, ...lineBehind(text, end), headEnd: textStart, inner, hasRoom: true };
  }
  const node = readSingle(parsing, token, props, start);
  return { node, ...lineBehind(text, node.source?.end ?? textStart), headEnd: textStart, inner: [], hasRoom: true };
}

/** The end of the line, and the comment in it. */
function lineBehind(text: string, at: number): { readonly end: number; readonly aside?: Aside } {
  const end = lineEnd(text, at);
  const aside = asideAt(text, at, end);
  return { end, ...(aside === undefined ? {} : { aside }) };
}

interface FlowRead {
  readonly node: CollectionNode;
  readonly end: number;
  /** Comments between brackets with nothing else: there is no room for them. */
  readonly inner: Lines;
}

/** `start`: of its anchor or tag. */
function parseFlow(parsing: Parsing, token: CST.FlowCollection, props: string, start: number): FlowRead {
  const { text } = parsing;
  const isMap = token.start.source === '{';
  const members: Member[] = [];
  const open = token.start.offset + 1;
  let from = open;
  for (const item of token.items) {
    if (isNothing(item)) continue;
    const memberStart = startOf(item);
    const { aside, lines } = betweenParts(text, from, memberStart);
    const last = members.at(-1);
    if (last !== undefined && aside !== undefined) members[members.length - 1] = { ...last, aside };
    const opening = last === undefined && aside !== undefined ? [aside.text] : [];
    const member = flowMember(parsing, item, memberStart, isMap);
    members.push({ ...member, ...gapAndLead(lines), spare: [...opening, ...member.spare] });
    from = member.source?.end ?? memberStart;
  }
  const closing =
    token.end.find(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end')?.offset ?? text.length;
  const { aside, lines } = betweenParts(text, from, closing);
  const last = members.at(-1);
  if (last !== undefined && aside !== undefined) members[members.length - 1] = { ...last, aside };
  const inner = last === undefined ? [...(aside === undefined ? [] : [aside.text]), ...lines] : [];
  const node: CollectionNode = {
    is: isMap ? 'map' : 'list',
    isFlow: true,
    props,
    members,
    after: last === undefined ? [] : lines.slice(0, lines.findLastIndex((line) => line !== '') + 1),
    source: { ...placeOf(text, { start, open, from, closing, members }), props },
  };
  return { node, end: closing + 1, inner };
}

interface Brackets {
  readonly start: number;
  readonly open: number;
  readonly from: number;
  readonly closing: number;
  readonly members: readonly Member[];
}

function placeOf(text: string, { start, open, from, closing, members }: Brackets): Omit<CollectionPlace, 'props'> {
  const place = { start, textStart: open - 1, end: closing + 1, members };
  const [first] = members;
  const isInLines =
    first !== undefined && members.every(({ source }) => source !== undefined && isFirstInLine(text, source.start));
  if (!isInLines)
    return {
      ...place,
      top: open,
      tail: from,
      column: 0,
      layout: text.slice(start, closing).includes('\n') ? 'mixed' : 'line',
    };
  const at = first.source?.start ?? open;
  const behind = /^[ \t]*(?:,?[ \t]*#[^\n]*|,)?/.exec(text.slice(from, closing))?.[0] ?? '';
  const tail = from + behind.trimEnd().length;
  return { ...place, top: lineAfter(text, open), tail, column: at - lineStart(text, at), layout: 'lines' };
}

/** In a list, `a: b` is a map of its own. */
function flowMember(parsing: Parsing, item: CST.CollectionItem, start: number, isMap: boolean): Member {
  if (isMap || item.sep === undefined) return flowPart(parsing, item, start, isMap);
  const pair = flowPart(parsing, item, start, true);
  const end = pair.source?.end ?? start;
  const place = {
    start,
    textStart: start,
    end,
    members: [pair],
    props: '',
    top: start,
    tail: end,
    column: 0,
    layout: 'mixed',
  } as const;
  const value: CollectionNode = {
    is: 'map',
    isFlow: true,
    props: '',
    members: place.members,
    after: [],
    source: place,
  };
  const source = { start, end, column: 0, hasColon: true, isInFlow: true, key: undefined, value };
  return { value, gap: [], lead: [], spare: [], below: [], source };
}

function flowPart(parsing: Parsing, item: CST.CollectionItem, start: number, isPair: boolean): Member {
  const { text } = parsing;
  const key = isPair ? readKey(parsing, item) : undefined;
  const colon = item.sep?.find(({ type }) => type === 'map-value-ind');
  const own = marksIn(text, item.start);
  const marks = isPair ? marksIn(text, item.sep ?? []) : own;
  const indicatorEnd = isPair ? (colon === undefined ? (key?.source?.end ?? start) : colon.offset + 1) : start;
  const behind = Math.max(indicatorEnd, marks.propsEnd ?? 0);
  const read = flowValue(parsing, item.value ?? undefined, marks.props, marks.propsStart, behind);
  withAnchor(parsing, read.node);
  const comments = [...own.comments.filter(({ at }) => at > start), ...(isPair ? marks.comments : [])].filter(
    ({ at }) => at < read.headEnd,
  );
  const { aside, spare } = asideAndSpare(comments, undefined);
  const { node: value, end } = read;
  return {
    ...(key === undefined ? {} : { key }),
    value,
    gap: [],
    lead: [],
    spare: [...(aside === undefined ? [] : [aside.text]), ...spare, ...read.inner],
    below: [],
    source: { start, end, column: 0, hasColon: colon !== undefined || !isPair, isInFlow: true, key, value },
  };
}

interface FlowValueRead {
  readonly node: Tree;
  readonly end: number;
  readonly headEnd: number;
  readonly inner: Lines;
}

function flowValue(
  parsing: Parsing,
  token: CST.Token | undefined,
  props: string,
  propsStart: number | undefined,
  behind: number,
): FlowValueRead {
  if (token === undefined) {
    const node = emptyScalar(props, { start: propsStart ?? behind, textStart: behind, end: behind });
    return { node, end: behind, headEnd: behind, inner: [] };
  }
  const textStart = contentStart(token);
  const start = propsStart ?? textStart;
  if (token.type === 'flow-collection') return { ...parseFlow(parsing, token, props, start), headEnd: textStart };
  const node = readSingle(parsing, token, props, start);
  return { node, end: node.source?.end ?? textStart, headEnd: textStart, inner: [] };
}
