/** Builds the tree of values from the syntax tree: keys become texts, aliases what they stand for, and limits hold. */
import { isAlias, isMap, isScalar } from 'yaml';
import type { SourceSpan } from '../core/problem.ts';
import { type Anchors, type Built, beyondLimit, expandAlias, remember, sumOf } from './aliases.ts';
import { maxDepth, type SyntaxNode, type SyntaxPair } from './compose.ts';
import { reportDuplicateKey } from './duplicate-key.ts';
import { tooDeepAt } from './faults.ts';
import type { Entry, Node, Report } from './node.ts';
import type { Place } from './place.ts';
import { keyText, plainValue, reportKey } from './plain-value.ts';

interface Building {
  readonly place: Place;
  readonly report: Report;
  readonly anchors: Anchors;
}

/** Undefined when a limit was broken, which has been reported. */
export function buildTree(contents: SyntaxNode, place: Place, report: Report): Node | undefined {
  try {
    return build(contents, 0, { place, report, anchors: { known: new Map(), aliasCount: 0 } }).node;
  } catch (error) {
    if (error === beyondLimit) return undefined;
    throw error;
  }
}

/** `around` is the place of the key, for values that are written as nothing at all. */
function build(syntax: SyntaxNode, depth: number, building: Building, around?: SourceSpan): Built {
  const { place, report, anchors } = building;
  const span = spanOf(syntax, place, around);
  if (isAlias(syntax)) return expandAlias(syntax.source, span, depth, anchors, report);
  if (syntax.anchor !== undefined) anchors.known.set(syntax.anchor, 'open');
  return remember(syntax.anchor, buildPlain(syntax, span, depth, building), anchors);
}

function buildPlain(
  syntax: Exclude<SyntaxNode, { source: string; resolve: unknown }>,
  span: SourceSpan,
  depth: number,
  building: Building,
): Built {
  if (isScalar(syntax)) {
    return { node: { is: 'scalar', value: plainValue(syntax, span, building.report), span }, height: 0, size: 1, expanded: 0 };
  }
  if (depth >= maxDepth) {
    building.report(tooDeepAt(syntax.range?.[0] ?? 0, (syntax.range?.[0] ?? 0) + 1, building.place));
    throw beyondLimit;
  }
  if (isMap<SyntaxNode, SyntaxNode | null>(syntax)) return buildMap(syntax.items, span, depth, building);
  const items = syntax.items.map((item) => build(item, depth + 1, building));
  return { node: { is: 'list', items: items.map(({ node }) => node), span }, ...sumOf(items, building.report) };
}

function buildMap(pairs: readonly SyntaxPair[], span: SourceSpan, depth: number, building: Building): Built {
  const entries = new Map<string, Entry>();
  const values: Built[] = [];
  for (const { key: syntaxKey, value: syntaxValue } of pairs) {
    const keySpan = spanOf(syntaxKey, building.place, span);
    const key = buildKey(syntaxKey, keySpan, depth, building);
    const value = syntaxValue === null ? absent(keySpan) : build(syntaxValue, depth + 1, building, keySpan);
    values.push(value);
    if (key === undefined) continue;
    const first = entries.get(key);
    if (first !== undefined) reportDuplicateKey(key, first.keySpan, keySpan, building.report);
    else entries.set(key, { key, keySpan, value: value.node });
  }
  return { node: { is: 'map', entries: [...entries.values()], span }, ...sumOf(values, building.report) };
}

function buildKey(syntax: SyntaxNode, span: SourceSpan, depth: number, building: Building): string | undefined {
  if (isScalar(syntax)) {
    const key = keyText(syntax, span, building.report);
    if (syntax.anchor !== undefined) build(syntax, depth, building);
    return key;
  }
  if (isAlias(syntax)) {
    const { node } = build(syntax, depth, building);
    if (node.is === 'scalar' && node.value !== null) return String(node.value);
  }
  reportKey(span, 'a map or a list cannot be a key', building.report);
  return undefined;
}

function absent(span: SourceSpan): Built {
  return { node: { is: 'scalar', value: null, span }, height: 0, size: 1, expanded: 0 };
}

/** A block map is marked at its first key and a block list at its first dash; everything else from its beginning to its end. */
function spanOf(syntax: SyntaxNode, place: Place, around?: SourceSpan): SourceSpan {
  const [start, end] = syntax.range ?? [0, 0];
  if (isScalar(syntax)) return start === end && around !== undefined ? around : place(start, end);
  if (isAlias(syntax) || syntax.flow === true) return place(start, end);
  if (!isMap<SyntaxNode, SyntaxNode | null>(syntax)) return place(start, start + 1);
  const first = syntax.items[0]?.key;
  return first?.range == null ? place(start, start + 1) : place(first.range[0], first.range[1]);
}
