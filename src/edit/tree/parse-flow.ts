/** Parses what stands between brackets. */
import type { CST } from 'yaml';
import { asideAndSpare, contentStart, isNothing, type Parsing, readKey, readSingle, startOf, withAnchor } from './parse-parts.ts';
import { emptyScalar } from './scalars.ts';
import { betweenParts, gapAndLead, isFirstInLine, lineAfter, lineStart, marksIn } from './scan.ts';
import type { CollectionNode, CollectionPlace, Lines, Member, Tree } from './tree.ts';

interface FlowRead {
  readonly node: CollectionNode;
  readonly end: number;
  /** Comments between brackets with nothing else: there is no room for them. */
  readonly inner: Lines;
}

/** `start`: of its anchor or tag. */
export function parseFlow(parsing: Parsing, token: CST.FlowCollection, props: string, start: number): FlowRead {
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
  const closing = token.end.find(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end')?.offset ?? text.length;
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
  const isInLines = first !== undefined && members.every(({ source }) => source !== undefined && isFirstInLine(text, source.start));
  if (!isInLines)
    return { ...place, top: open, tail: from, column: 0, layout: text.slice(start, closing).includes('\n') ? 'mixed' : 'line' };
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
  const place = { start, textStart: start, end, members: [pair], props: '', top: start, tail: end, column: 0, layout: 'mixed' } as const;
  const value: CollectionNode = { is: 'map', isFlow: true, props: '', members: place.members, after: [], source: place };
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
