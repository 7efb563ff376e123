/** Parses a YAML text that is known to be a valid configuration into a tree of its parts. */
import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { EntryTree, ItemTree, ListTree, MapTree, NodeTree, ScalarStyle, ScalarTree, ScalarValue, Tree } from './tree.ts';

const options = { version: '1.2', schema: 'core', merge: false, uniqueKeys: false, keepSourceTokens: true, logLevel: 'silent' } as const;

const styles: { readonly [type: string]: ScalarStyle } = {
  PLAIN: 'plain',
  QUOTE_DOUBLE: 'double',
  QUOTE_SINGLE: 'single',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

interface Parsing {
  readonly text: string;
  readonly anchors: Map<string, NodeTree>;
}

type Token = CST.SourceToken;

/** undefined: the text is not valid, or written in a way that cannot be edited (a key that is no scalar). An empty file is an empty map at its end. */
export function parseTree(text: string): MapTree | undefined {
  const documents = [...new Composer(options).compose(new Parser().parse(text), true, text.length)] as Document.Parsed[];
  const [document] = documents;
  if (document === undefined || documents.length > 1 || document.errors.length > 0) return undefined;
  const { contents } = document;
  const parsing: Parsing = { text, anchors: new Map() };
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    const at = text.length;
    return { is: 'map', isFlow: false, members: [], start: at, textStart: at, end: at };
  }
  const start = offsetOf(contents);
  const tree = treeOf(parsing, contents, start, start);
  return tree?.is === 'map' ? tree : undefined;
}

/** The value of the first key of a text that is one map entry or one list item; for checking what was written. undefined: not valid. */
export function readBack(text: string): unknown {
  const [document, second] = [...new Composer(options).compose(new Parser().parse(text), true, text.length)] as Document.Parsed[];
  return document === undefined || second !== undefined || document.errors.length > 0 ? undefined : document.toJS();
}

function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** `start`: of its anchor or tag, else of itself. `empty`: where a value that is left out would stand. */
function treeOf(parsing: Parsing, node: Node | null, start: number | undefined, empty: number): Tree | undefined {
  if (node === null) return emptyTree(start ?? empty, empty);
  if (isAlias(node)) return aliasTree(parsing, node);
  const tree = nodeTree(parsing, node, start, empty);
  if (tree?.anchor !== undefined) parsing.anchors.set(tree.anchor, tree);
  return tree;
}

function emptyTree(start: number, end: number, anchor?: string): ScalarTree {
  return { is: 'scalar', value: null, style: 'empty', start, textStart: end, end, ...(anchor === undefined ? {} : { anchor }) };
}

function aliasTree({ anchors }: Parsing, node: Alias): Tree | undefined {
  const target = anchors.get(node.source);
  if (target === undefined) return undefined;
  const start = offsetOf(node);
  return { is: 'alias', target, start, textStart: start, end: start + 1 + node.source.length };
}

function nodeTree(parsing: Parsing, node: Node, start: number | undefined, empty: number): NodeTree | undefined {
  const { anchor } = node as { anchor?: string };
  const named = anchor === undefined ? {} : { anchor };
  const textStart = offsetOf(node);
  if (isScalar(node)) {
    if (node.srcToken === undefined || (node.source === '' && node.type === 'PLAIN')) return emptyTree(start ?? empty, empty, anchor);
    return { ...scalarTree(parsing, node), start: start ?? textStart, ...named };
  }
  const inner = isMap(node) ? mapTree(parsing, node) : isSeq(node) ? listTree(parsing, node) : undefined;
  return inner === undefined ? undefined : { ...inner, start: start ?? inner.textStart, ...named };
}

function scalarTree({ text }: Parsing, node: Scalar): ScalarTree {
  const start = offsetOf(node);
  const style = styles[node.type ?? 'PLAIN'] ?? 'plain';
  const isBlock = style === 'literal' || style === 'folded';
  const end = node.range?.[1] ?? start;
  return {
    is: 'scalar',
    value: node.value as ScalarValue,
    style,
    start,
    textStart: start,
    end: isBlock ? blockEnd(text, start, end) : end,
  };
}

/** Line breaks at the end of a block text count where its header says `+`, but for the last one. */
function blockEnd(text: string, start: number, end: number): number {
  const header = /^[|>][0-9]*[+-]?[0-9]*/.exec(text.slice(start, start + 4))?.[0] ?? '';
  const body = text.slice(start, end);
  const kept = header.includes('+') ? body.replace(/\r?\n$/, '') : body.replace(/(?:\r?\n[ \t]*)+$/, '');
  return start + Math.max(kept.length, header.length);
}

function mapTree(parsing: Parsing, node: YAMLMap): MapTree | undefined {
  const members = (node.items as readonly Pair<Node, Node | null>[]).map((pair) => entryTree(parsing, pair));
  if (members.includes(undefined)) return undefined;
  return { is: 'map', ...collection(node, members as EntryTree[]) };
}

function listTree(parsing: Parsing, node: YAMLSeq): ListTree | undefined {
  const { srcToken } = node;
  const tokens = srcToken !== undefined && 'items' in srcToken ? (srcToken.items as readonly CST.CollectionItem[]) : [];
  const own = tokens.filter(({ start, value }) => (node.flow ? value !== undefined : start.some(({ type }) => type === 'seq-item-ind')));
  const members = (node.items as readonly (Node | null)[]).map((item, at) => itemTree(parsing, item, own[at]));
  if (members.includes(undefined) || own.length !== members.length) return undefined;
  return { is: 'list', ...collection(node, members as ItemTree[]) };
}

function collection<Member extends EntryTree | ItemTree>(node: YAMLMap | YAMLSeq, members: readonly Member[]) {
  const start = members[0]?.start ?? offsetOf(node);
  if (!node.flow) return { isFlow: false, members, start, textStart: start, end: members.at(-1)?.end ?? start };
  const textStart = offsetOf(node);
  return { isFlow: true, members, start: textStart, textStart, end: node.range?.[1] ?? textStart };
}

function entryTree(parsing: Parsing, pair: Pair<Node, Node | null>): EntryTree | undefined {
  const { key, value } = pair;
  const token = (pair as { srcToken?: CST.CollectionItem }).srcToken;
  if (!isScalar(key) || key.srcToken === undefined || token === undefined) return undefined;
  const keyStart = offsetOf(key);
  const keyEnd = key.range?.[1] ?? keyStart;
  const colon = token.sep?.find(({ type }) => type === 'map-value-ind');
  const valueStart = colon === undefined ? keyEnd : colon.offset + 1;
  const behind = (token.sep ?? []).filter(({ offset }) => offset >= valueStart);
  const tree = treeOf(parsing, value, propsStart(behind), propsEnd(behind) ?? valueStart);
  if (tree === undefined) return undefined;
  return {
    is: 'entry',
    start: token.start.find(({ type }) => type === 'explicit-key-ind' || isProp(type))?.offset ?? keyStart,
    key: typeof key.value === 'string' ? key.value : (key.source ?? ''),
    keyStyle: styles[key.type ?? 'PLAIN'] ?? 'plain',
    keyStart,
    keyEnd,
    valueStart,
    hasColon: colon !== undefined,
    value: tree,
    end: Math.max(tree.end, valueStart),
  };
}

function itemTree(parsing: Parsing, item: Node | null, token: CST.CollectionItem | undefined): ItemTree | undefined {
  const dash = token?.start.find(({ type }) => type === 'seq-item-ind');
  const behind = (token?.start ?? []).filter(({ offset }) => dash === undefined || offset > dash.offset);
  const value = treeOf(parsing, item, propsStart(behind), propsEnd(behind) ?? (dash === undefined ? 0 : dash.offset + 1));
  if (value === undefined) return undefined;
  const start = dash?.offset ?? value.start;
  return { is: 'item', start, valueStart: dash === undefined ? start : start + 1, value, end: Math.max(value.end, start + 1) };
}

function isProp(type: string): boolean {
  return type === 'anchor' || type === 'tag';
}

function propsStart(tokens: readonly Token[]): number | undefined {
  return tokens.find(({ type }) => isProp(type))?.offset;
}

function propsEnd(tokens: readonly Token[]): number | undefined {
  const last = tokens.findLast(({ type }) => isProp(type));
  return last && last.offset + last.source.length;
}
