/** Converts between Markdown and document trees, for the bodies of comments. */
import { createRequire } from 'node:module';
import type { MarkdownIt, Token } from 'markdown-it';
import { invalid } from '../errors.ts';
import { isDeeper } from './nesting.ts';

/** Deeper nesting becomes text. */
const maxDepth = 100;

const rules = [
  ...['fence', 'hr', 'blockquote', 'list', 'heading'],
  ...['newline', 'escape', 'backticks', 'emphasis', 'strikethrough', 'link', 'image'],
  ...['balance_pairs', 'fragments_join', 'text_join'],
];

let reader: MarkdownIt | undefined;

/** The package is loaded on first use, because the platform starts faster without it. */
function markdownReader() {
  if (reader !== undefined) return reader;
  const create = createRequire(import.meta.url)('markdown-it') as typeof import('markdown-it')['default'];
  reader = create('zero', { maxNesting: maxDepth }).enable(rules);
  // Keeps URLs as they are written.
  reader.normalizeLink = (url) => url;
  reader.validateLink = () => true;
  return reader;
}

export function readBlocks(markdown: string): BlockNode[] {
  const tokens = markdownReader().parse(markdown, {});
  const isTooDeep = tokens.some(({ level, nesting }) => nesting === 1 && level >= maxDepth - 1);
  return isTooDeep ? [block('paragraph', [plainText(markdown)])] : blocksOf(tokens);
}

interface Open {
  make: (nodes: BlockNode['nodes']) => BlockNode;
  nodes: (BlockNode | InlineNode | TextNode)[];
}

function blocksOf(tokens: readonly Token[]) {
  const made: BlockNode[] = [];
  const open: Open[] = [];
  const put = (node: BlockNode) => void (open.at(-1)?.nodes ?? made).push(node);
  for (const token of tokens) {
    if (token.type === 'inline') open.at(-1)?.nodes.push(...inlinesOf(token.children ?? []));
    else if (token.type === 'fence') put(codeOf(token));
    else if (token.type === 'hr') put(block('divider', []));
    else if (token.nesting === 1) open.push({ make: makerOf(token), nodes: [] });
    else {
      const closed = open.pop();
      if (closed !== undefined) put(closed.make(closed.nodes));
    }
  }
  return made;
}

const blockTypes: { [type: string]: string } = {
  blockquote_open: 'blockquote',
  bullet_list_open: 'list-unordered',
  ordered_list_open: 'list-ordered',
  list_item_open: 'list-item',
};

function makerOf(token: Token): Open['make'] {
  const type =
    token.type === 'heading_open' ? `heading-${token.tag.slice(1)}` : (blockTypes[token.type] ?? 'paragraph');
  const start = token.attrGet('start');
  return (nodes) => block(type, nodes, start === null ? {} : { start: Number(start) });
}

function codeOf({ content, info }: Token) {
  const lines = content === '' ? [] : content.replace(/\n$/, '').split('\n');
  const [syntax = ''] = info.trim().split(/\s/, 1);
  return block(
    'code',
    lines.map((line) => block('code-line', [plainText(line)])),
    syntax === '' ? {} : { syntax },
  );
}

const markOf: { [type: string]: Mark } = { strong: 'bold', em: 'italic', s: 'strikethrough' };
const markOrder: readonly Mark[] = ['bold', 'italic', 'strikethrough', 'code'];

function inlinesOf(tokens: readonly Token[]): (InlineNode | TextNode)[] {
  const nodes: (InlineNode | TextNode)[] = [];
  const marks = new Set<Mark>();
  let within: { url: string; nodes: TextNode[] } | undefined;
  const write = (text: string, ...more: readonly Mark[]) =>
    addLeaf(
      within?.nodes ?? nodes,
      text,
      markOrder.filter((mark) => marks.has(mark) || more.includes(mark)),
    );
  for (const token of tokens) {
    const [name = '', part] = token.type.split('_');
    const mark = markOf[name];
    if (mark !== undefined && part === 'open') marks.add(mark);
    else if (mark !== undefined) marks.delete(mark);
    else if (token.type === 'link_open') within = { url: String(token.attrGet('href') ?? ''), nodes: [] };
    else if (token.type === 'link_close' && within !== undefined) {
      nodes.push({
        object: 'inline',
        type: 'link',
        data: { ref: { kind: 'url', url: within.url } },
        nodes: within.nodes,
      });
      within = undefined;
    } else if (token.type === 'image' && within === undefined) nodes.push(imageOf(token));
    else if (name === 'softbreak' || name === 'hardbreak') write('\n');
    else write(token.content, ...(token.type === 'code_inline' ? (['code'] as const) : []));
  }
  return nodes;
}

function imageOf(token: Token): InlineNode {
  const ref = { kind: 'url' as const, url: String(token.attrGet('src') ?? '') };
  const alt = (token.children ?? []).map(({ content }) => content).join('');
  return { object: 'inline', type: 'inline-image', data: alt === '' ? { ref } : { ref, alt }, nodes: [] };
}

function addLeaf(nodes: (InlineNode | TextNode)[], text: string, types: readonly Mark[]) {
  if (text === '') return;
  const marks = types.map((type) => ({ object: 'mark' as const, type }));
  const last = nodes.at(-1);
  if (last?.object !== 'text') {
    nodes.push({ object: 'text', leaves: [{ object: 'leaf', text, marks }] });
    return;
  }
  const leaves = last.leaves as Leaf[];
  const before = leaves.at(-1);
  const isSame = before?.marks.map(({ type }) => type).join() === types.join();
  if (before !== undefined && isSame) leaves[leaves.length - 1] = { ...before, text: before.text + text };
  else leaves.push({ object: 'leaf', text, marks });
}

export type Mark = 'bold' | 'italic' | 'strikethrough' | 'code';

export interface Leaf {
  object: 'leaf';
  text: string;
  marks: readonly { object: 'mark'; type: Mark }[];
}

export interface TextNode {
  object: 'text';
  leaves: readonly Leaf[];
}

export interface InlineNode {
  object: 'inline';
  type: 'link' | 'inline-image';
  data: { ref: { kind: 'url'; url: string }; alt?: string };
  nodes: readonly TextNode[];
}

export interface BlockNode {
  object: 'block';
  /** `paragraph`, `heading-1` to `heading-6`, `code` and its `code-line`, `blockquote`, `divider`, `list-ordered`, `list-unordered`, `list-item`. */
  type: string;
  data: { syntax?: string; start?: number };
  nodes: readonly (BlockNode | InlineNode | TextNode)[];
}

export function block(type: string, nodes: BlockNode['nodes'], data: BlockNode['data'] = {}): BlockNode {
  return { object: 'block', type, data, nodes };
}

export function plainText(text: string): TextNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
}

/** The text as readers see it. */
export function textOf({ type, nodes }: BlockNode): string {
  if (type === 'divider') return '---';
  const texts = nodes.map((node) => {
    if (node.object === 'block') return textOf(node);
    return node.object === 'text' ? leafText(node) : (node.data.alt ?? node.nodes.map(leafText).join(''));
  });
  return texts.join(nodes[0]?.object === 'block' ? '\n' : '');
}

function leafText({ leaves }: TextNode) {
  return leaves.map(({ text }) => text).join('');
}

/** Documents come from requests, so every member can have any type. */
interface Node {
  object?: unknown;
  type?: unknown;
  data?: unknown;
  text?: unknown;
  leaves?: unknown;
  nodes?: unknown;
  marks?: unknown;
}

export function writeBlocks(nodes: readonly unknown[]): string {
  const texts = nodes.map((node) => writeBlock(asNode(node)));
  return texts.filter((text) => text !== '').join('\n\n');
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? value : {};
}

function nodesOf({ nodes }: Node): readonly Node[] {
  return Array.isArray(nodes) ? nodes.map(asNode) : [];
}

function dataOf({ data }: Node): { [name: string]: unknown } {
  return asNode(data) as { [name: string]: unknown };
}

function writeBlock(node: Node): string {
  const type = typeof node.type === 'string' ? node.type : '';
  const [, level] = /^heading-([1-6])$/.exec(type) ?? [];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${writeInline(node).replace(/\n/g, ' ')}`;
  if (type === 'code') return writeCode(node);
  if (type === 'divider') return '---';
  if (type === 'blockquote')
    return writeBlocks(nodesOf(node))
      .split('\n')
      .map((line) => `> ${line}`.trimEnd())
      .join('\n');
  if (type === 'list-ordered' || type === 'list-unordered') return writeList(node, type === 'list-ordered');
  const inside = nodesOf(node);
  if (inside.some(({ object }) => object === 'block')) return writeBlocks(inside);
  return guarded(writeInline(node));
}

function writeCode(node: Node): string {
  const text = nodesOf(node)
    .map((line) => `${rawText(line)}\n`)
    .join('');
  const { syntax } = dataOf(node);
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${typeof syntax === 'string' ? syntax.replace(/[\s`]/g, '') : ''}\n${text}${fence}`;
}

function writeList(node: Node, isOrdered: boolean): string {
  const { start } = dataOf(node);
  const first = typeof start === 'number' && Number.isInteger(start) && start >= 0 ? start : 1;
  return nodesOf(node)
    .map((item, at) => {
      const marker = isOrdered ? `${first + at}. ` : '- ';
      const lines = writeItem(item).split('\n');
      return lines
        .map((line, index) =>
          (index === 0 ? marker + line : line === '' ? '' : ' '.repeat(marker.length) + line).trimEnd(),
        )
        .join('\n');
    })
    .join('\n');
}

/** A list within an item follows its text without an empty line. */
function writeItem(item: Node): string {
  const inside = nodesOf(item);
  if (!inside.some(({ object }) => object === 'block')) return guarded(writeInline(item));
  return inside.reduce((text, node) => {
    const written = writeBlock(node);
    const isList = node.type === 'list-ordered' || node.type === 'list-unordered';
    return text === '' ? written : `${text}${isList ? '\n' : '\n\n'}${written}`;
  }, '');
}

/** What would begin another block at the beginning of a line is escaped. */
function guarded(text: string): string {
  return text
    .replace(/^([ \t]*)(#{1,6}(?=\s|$)|[>+-]|~{3}|=+$)/gm, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
    .replace(/^\s+/gm, '');
}

function writeInline(node: Node): string {
  // An exclamation mark right before a link would make a picture of it.
  return nodesOf(node).reduce((text, next) => {
    const written = writeInlineNode(next);
    return (text.endsWith('!') && written.startsWith('[') ? `${text.slice(0, -1)}\\!` : text) + written;
  }, '');
}

function writeInlineNode(node: Node): string {
  if (Array.isArray(node.leaves)) return node.leaves.map(asNode).map(writeLeaf).join('');
  const ref = asNode(dataOf(node).ref) as { url?: unknown };
  const url = typeof ref.url === 'string' ? ref.url.replace(/[<>\n]/g, encodeURIComponent) : undefined;
  if (node.type === 'link' && url !== undefined) return `[${writeInline(node).replace(/\n/g, ' ')}](${address(url)})`;
  if (node.type === 'inline-image' && url !== undefined) {
    const { alt } = dataOf(node);
    return `![${typeof alt === 'string' ? escaped(alt) : ''}](${address(url)})`;
  }
  return (typeof node.text === 'string' ? escaped(node.text) : '') + writeInline(node);
}

function address(url: string): string {
  return /[\s()]/.test(url) || url === '' ? `<${url}>` : url;
}

const wraps: readonly (readonly [Mark, string])[] = [
  ['italic', '*'],
  ['bold', '**'],
  ['strikethrough', '~~'],
];

/** Space at the edges stays outside of the marks, where markdown wants it. */
function writeLeaf({ text, marks }: Node): string {
  if (typeof text !== 'string' || text === '') return '';
  const has = (mark: Mark) => Array.isArray(marks) && marks.some((one) => asNode(one).type === mark);
  const inside = text.trim();
  if (inside === '') return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  const wrapped = (core: string) => wraps.reduce((made, [mark, wrap]) => (has(mark) ? wrap + made + wrap : made), core);
  return has('code') ? wrapped(codeSpan(text)) : before + wrapped(escaped(inside)) + after;
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const gap = /^`|`$/.test(text) || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : '';
  return ticks + gap + text + gap + ticks;
}

/** Underscores inside words have no meaning. */
function escaped(text: string): string {
  return text.replace(/[\\`*[\]]|~~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (found) => found.replace(/./g, '\\$&'));
}

function rawText(node: Node): string {
  const below = [node.leaves, node.nodes].flatMap((list) => (Array.isArray(list) ? list.map(asNode) : []));
  return `${typeof node.text === 'string' ? node.text : ''}${below.map(rawText).join('')}`;
}

export interface BodyRecord {
  markdown?: string;
  document?: DocumentRecord;
}

interface DocumentRecord {
  object: 'document';
  data?: Record<string, unknown>;
  nodes: unknown[];
}

/** If both formats are given, the Markdown is used. Without either, the body is empty. */
export function readBody(given: object): BodyRecord {
  const { markdown, document } = given as { markdown?: unknown; document?: unknown };
  if (typeof markdown === 'string') return { markdown };
  if (markdown !== undefined) throw invalid('body.body.markdown: must be string');
  if (document === undefined) return {};
  if (!isDocument(document)) throw invalid('body.body.document: must be a document with nodes');
  if (isDeeper(document, maxDepth)) throw invalid(`body.body.document: nested more than ${maxDepth} levels deep`);
  return { document };
}

function isDocument(value: unknown): value is DocumentRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { object, nodes } = value as { object?: unknown; nodes?: unknown };
  return object === 'document' && Array.isArray(nodes);
}

export function showBody(
  body: BodyRecord,
  format: string | undefined,
): { markdown: string } | { document: DocumentRecord } {
  if (requireFormat(format) === 'document')
    return { document: body.document ?? { object: 'document', data: {}, nodes: readBlocks(body.markdown ?? '') } };
  return { markdown: body.markdown ?? (body.document === undefined ? '' : writeBlocks(body.document.nodes)) };
}

export function requireFormat(format: string | undefined): 'markdown' | 'document' {
  if (format === undefined || format === 'markdown') return 'markdown';
  if (format === 'document') return format;
  throw invalid(`query.format: ${JSON.stringify(format)} is neither document nor markdown`);
}
