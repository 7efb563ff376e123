/** Converts a YAML document into nodes, and reports duplicate keys, aliases, deep nesting and invalid keys. */
import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type LineCounter,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { cachePerObject } from '../../core/once.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { Limits, Used } from '../files/file-reader.ts';
import type { ProblemList } from '../problem-list.ts';
import { type ConfigurationNode, childrenOf, type MapEntry, type MapNode } from './node.ts';

export interface Conversion {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly problems: ProblemList;
  readonly limits: Limits;
  /** Values by anchor; undefined while the value is being converted. */
  readonly anchors: Map<string, ConfigurationNode | undefined>;
  readonly used: Used;
  /** Excessive aliases are reported once per file. */
  readonly aliased: { isReported: boolean };
}

/** Returns the span of the first line of the text from `start` to `end`. */
export function spanOf(conversion: Pick<Conversion, 'file' | 'text' | 'lines'>, start: number, end: number) {
  const { line, col } = conversion.lines.linePos(start);
  const newline = conversion.text.slice(start, end).search(/[\r\n]/);
  return {
    file: conversion.file,
    line: Math.max(line, 1),
    column: Math.max(col, 1),
    length: Math.max(1, newline === -1 ? end - start : newline),
  };
}

/** `empty` is the span for an omitted value. */
export function convert(conversion: Conversion, node: Node | null, empty: SourceSpan, depth = 0): ConfigurationNode {
  if (node === null) return { is: 'scalar', value: null, source: '', span: empty };
  if (isAlias(node)) return convertAlias(conversion, node, depth);
  const anchor = 'anchor' in node ? (node as { anchor?: string }).anchor : undefined;
  if (anchor !== undefined) conversion.anchors.set(anchor, undefined);
  const converted = isScalar(node) ? scalarNode(conversion, node, empty) : convertCollection(conversion, node, depth);
  if (anchor !== undefined) conversion.anchors.set(anchor, converted);
  return converted;
}

function rangeOf(node: Node): readonly [number, number] {
  return [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
}

function scalarNode(conversion: Conversion, node: Scalar, empty: SourceSpan): ConfigurationNode {
  const [start, end] = rangeOf(node);
  const source = node.source ?? '';
  const { value, tag } = node;
  const isNothing = end <= start;
  // With a tag, an empty value is not null: `!!str` makes it the empty text.
  if (isNothing && tag === undefined) return { is: 'scalar', value: null, source: '', span: empty };
  const span = isNothing ? empty : spanOf(conversion, start, end);
  if (value !== null && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return { is: 'lost', span };
  if (isNothing) return { is: 'scalar', value, source: '', span };
  const quote = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE' ? 1 : 0;
  const isVerbatim =
    typeof value === 'string' && conversion.text.startsWith(value, start + quote) && value.length <= span.length;
  return { is: 'scalar', value, source, span, ...(isVerbatim ? { textColumn: span.column + quote } : {}) };
}

/** Reuses the converted value of the anchor. Only the count of repeated nodes grows, so an alias bomb costs nothing. */
function convertAlias(conversion: Conversion, alias: Alias, depth: number): ConfigurationNode {
  const { anchors, aliased, limits, problems, used } = conversion;
  const span = spanOf(conversion, ...rangeOf(alias));
  const target = anchors.get(alias.source);
  const lost = { is: 'lost', span } as const;
  if (target === undefined) {
    const message = anchors.has(alias.source)
      ? `alias *${alias.source} is inside its own anchor`
      : `alias *${alias.source} has no anchor &${alias.source} before it`;
    problems.add('E-YAML', span, { message, label: 'unresolved alias' });
    return lost;
  }
  const { size, height } = measure(target);
  used.aliased += size;
  if (used.aliased <= limits.aliasedNodes && depth + height <= limits.depth) return target;
  if (aliased.isReported) return lost;
  aliased.isReported = true;
  problems.add('E-LIMIT-ALIAS', span, {
    message: `aliases repeat more than ${limits.aliasedNodes} values or ${limits.depth} levels`,
    label: 'limit exceeded here',
    hint: 'write the values out, or use fewer aliases',
  });
  return lost;
}

/** The number of nodes with expanded aliases, and their levels. */
const measure: (node: ConfigurationNode) => { readonly size: number; readonly height: number } = cachePerObject(
  (node) => {
    const parts = childrenOf(node).map(measure);
    return {
      size: parts.reduce((sum, part) => sum + part.size, 1),
      height: parts.reduce((most, part) => Math.max(most, part.height + 1), 0),
    };
  },
);

function convertCollection(conversion: Conversion, node: Node, depth: number): ConfigurationNode {
  const span = spanOf(conversion, ...rangeOf(node));
  if (!isCollection(node) || depth >= conversion.limits.depth) {
    reportDepth(conversion, span);
    return { is: 'lost', span };
  }
  if (isMap(node)) return convertMap(conversion, node, span, depth);
  const items = (node.items as readonly (Node | Pair | null)[]).map((item) =>
    convert(conversion, isPair(item) ? null : item, span, depth + 1),
  );
  const first = node.flow ? undefined : items[0]?.span;
  return { is: 'list', items, span: first ?? span };
}

export function reportDepth(
  { problems, limits }: Pick<Conversion, 'problems' | 'limits'>,
  span: SourceSpan,
): undefined {
  return problems.add('E-LIMIT-DEPTH', span, {
    message: `maps and lists are nested more than ${limits.depth} levels deep`,
    label: 'too deep',
  });
}

function convertMap(conversion: Conversion, node: YAMLMap, span: SourceSpan, depth: number): MapNode {
  const entries: MapEntry[] = [];
  const seen = new Map<string, SourceSpan>();
  for (const pair of node.items) {
    const key = keyOf(conversion, pair.key as Node | null, span);
    const value = convert(conversion, pair.value as Node | null, key?.span ?? span, depth + 1);
    if (key === undefined) continue;
    const first = seen.get(key.text);
    if (first !== undefined) {
      reportDuplicateKey(conversion.problems, key.text, key.span, first);
      continue;
    }
    seen.set(key.text, key.span);
    entries.push({ key: key.text, keySpan: key.span, value });
  }
  const first = node.flow ? undefined : entries[0]?.keySpan;
  return { is: 'map', entries, span: first ?? span };
}

export function reportDuplicateKey(
  problems: ProblemList,
  key: string,
  span: SourceSpan,
  first: SourceSpan,
  what = 'key',
) {
  problems.add('E-DUPLICATE-KEY', span, {
    message: `duplicate ${what} "${key}"`,
    label: 'defined again',
    hint: 'remove or rename one of the two',
    related: [{ message: 'first defined here', span: first }],
  });
}

/** Numbers and words such as `true` are keys as written. */
function keyOf(conversion: Conversion, key: Node | null, map: SourceSpan) {
  const text = isScalar(key) ? (typeof key.value === 'string' ? key.value : key.source) : undefined;
  if (isScalar(key) && text !== undefined && key.value !== null)
    return { text, span: spanOf(conversion, ...rangeOf(key)) };
  const span = key === null ? map : spanOf(conversion, ...rangeOf(key));
  return conversion.problems.add('E-YAML-KEY', span, {
    message: 'a map key must be text',
    label: 'not text',
    hint: 'write the key as a word, or in quotes',
  });
}
