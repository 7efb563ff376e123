/** Converts between Markdown and document trees, for the bodies of comments. */
import { createRequire } from 'node:module';
import type { MarkdownIt, Token } from 'markdown-it';
import { invalid } from '../http/errors.ts';
import { isDeeper } from './objects.ts';

/** Deeper nesting becomes text. */
const maxDepth = 100;

const rules = [
  'fence',
  'hr',
  'blockquote',
  'list',
  'heading',
  'newline',
  'escape',
  'backticks',
  'emphasis',
  'strikethrough',
  'link',
  'image',
  'balance_pairs',
  'fragments_join',
  'text_join',
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

export function readBlocks(markdown: string): DocumentNode[] {
  const tokens = markdownReader().parse(markdown, {});
  const isTooDeep = tokens.some(({ level, nesting }) => nesting === 1 && level >= maxDepth - 1);
  return isTooDeep ? [block('paragraph', [textNode(leaf(markdown))])] : blocksOf(tokens);
}

type Mark = 'bold' | 'italic' | 'strikethrough' | 'code';

interface Leaf {
  object: 'leaf';
  text: string;
  marks: readonly { object: 'mark'; type: Mark }[];
}

interface DocumentNode {
  object: 'block' | 'inline' | 'text';
  /**
   * Blocks: `paragraph`, `heading-1` to `heading-6`, `code` and its `code-line`, `blockquote`, `divider`, `list-ordered`,
   * `list-unordered`, `list-item`. Inline: `link`, `inline-image`. Texts have only leaves.
   */
  type?: string;
  data?: { syntax?: string; start?: number; ref?: { kind: 'url'; url: string }; alt?: string };
  nodes?: readonly DocumentNode[];
  leaves?: Leaf[];
}

function block(type: string, nodes: readonly DocumentNode[], data: DocumentNode['data'] = {}): DocumentNode {
  return { object: 'block', type, data, nodes };
}

function inline(type: string, url: string, nodes: readonly DocumentNode[], alt = ''): DocumentNode {
  const ref = { kind: 'url' as const, url };
  return { object: 'inline', type, data: alt === '' ? { ref } : { ref, alt }, nodes };
}

function textNode(...leaves: Leaf[]): DocumentNode {
  return { object: 'text', leaves };
}

function leaf(text: string, marks: readonly Mark[] = []): Leaf {
  return { object: 'leaf', text, marks: marks.map((type) => ({ object: 'mark', type })) };
}

function blocksOf(tokens: readonly Token[]) {
  const top: DocumentNode[] = [];
  const open: { token: Token; nodes: DocumentNode[] }[] = [];
  for (const token of tokens) {
    const closed = token.nesting === -1 ? open.pop() : undefined;
    const nodes = open.at(-1)?.nodes ?? top;
    if (closed !== undefined) nodes.push(blockOf(closed.token, closed.nodes));
    else if (token.nesting === 1) open.push({ token, nodes: [] });
    else if (token.type === 'inline') nodes.push(...inlinesOf(token.children ?? []));
    else nodes.push(token.type === 'fence' ? codeBlockFrom(token) : block('divider', []));
  }
  return top;
}

const blockTypes: { [type: string]: string } = {
  blockquote_open: 'blockquote',
  bullet_list_open: 'list-unordered',
  ordered_list_open: 'list-ordered',
  list_item_open: 'list-item',
};

function blockOf(token: Token, nodes: readonly DocumentNode[]) {
  const type = token.type === 'heading_open' ? `heading-${token.tag.slice(1)}` : blockTypes[token.type];
  const start = token.attrGet('start');
  return block(type ?? 'paragraph', nodes, start === null ? {} : { start: Number(start) });
}

function codeBlockFrom({ content, info }: Token) {
  const lines = content === '' ? [] : content.replace(/\n$/, '').split('\n');
  const [syntax = ''] = info.trim().split(/\s/, 1);
  const nodes = lines.map((line) => block('code-line', [textNode(leaf(line))]));
  return block('code', nodes, syntax === '' ? {} : { syntax });
}

const markOf: { [type: string]: Mark } = { strong: 'bold', em: 'italic', s: 'strikethrough' };
const markOrder: readonly Mark[] = ['bold', 'italic', 'strikethrough', 'code'];

function inlinesOf(tokens: readonly Token[]): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  const marks = new Set<Mark>();
  let link: { url: string; nodes: DocumentNode[] } | undefined;
  const write = (text: string, more?: Mark) => {
    const own = markOrder.filter((mark) => marks.has(mark) || mark === more);
    addText(link?.nodes ?? nodes, leaf(text, own));
  };
  for (const token of tokens) {
    const [name = '', part] = token.type.split('_');
    const mark = markOf[name];
    if (mark !== undefined && part === 'open') marks.add(mark);
    else if (mark !== undefined) marks.delete(mark);
    else if (token.type === 'link_open') link = { url: urlOf(token, 'href'), nodes: [] };
    else if (token.type === 'link_close' && link !== undefined) {
      nodes.push(inline('link', link.url, link.nodes));
      link = undefined;
    } else if (name === 'image' && link === undefined) {
      const alt = (token.children ?? []).map(({ content }) => content).join('');
      nodes.push(inline('inline-image', urlOf(token, 'src'), [], alt));
    } else if (name === 'softbreak' || name === 'hardbreak') write('\n');
    else write(token.content, token.type === 'code_inline' ? 'code' : undefined);
  }
  return nodes;
}

function urlOf(token: Token, attribute: string) {
  return String(token.attrGet(attribute) ?? '');
}

/** Adjacent texts with the same marks are one leaf. */
function addText(nodes: DocumentNode[], { text, marks }: Leaf) {
  if (text === '') return;
  const leaves = nodes.at(-1)?.leaves;
  if (leaves === undefined) return void nodes.push(textNode({ object: 'leaf', text, marks }));
  const last = leaves.at(-1);
  const isSame = last?.marks.map(({ type }) => type).join() === marks.map(({ type }) => type).join();
  if (last !== undefined && isSame) last.text += text;
  else leaves.push({ object: 'leaf', text, marks });
}

/** The text as readers see it. */
export function textOf({ type, data, leaves = [], nodes = [] }: DocumentNode): string {
  if (type === 'divider') return '---';
  const inside = nodes.map(textOf).join(nodes[0]?.object === 'block' ? '\n' : '');
  return data?.alt ?? leaves.map(({ text }) => text).join('') + inside;
}

/** Documents come from requests, so every member can have any type, or be missing. */
interface Written {
  isBlock: boolean;
  type: string;
  text: string;
  data: { [name: string]: unknown };
  marks: readonly string[];
  leaves: readonly Written[] | undefined;
  nodes: readonly Written[];
}

function objectOf(value: unknown): { [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function written(value: unknown): Written {
  const { object, type, text, data, marks, leaves, nodes } = objectOf(value);
  const textOr = (member: unknown) => (typeof member === 'string' ? member : '');
  return {
    isBlock: object === 'block',
    type: textOr(type),
    text: textOr(text),
    data: objectOf(data),
    marks: Array.isArray(marks) ? marks.map((mark) => textOr(objectOf(mark).type)) : [],
    leaves: Array.isArray(leaves) ? leaves.map(written) : undefined,
    nodes: Array.isArray(nodes) ? nodes.map(written) : [],
  };
}

function writeBlocks(nodes: readonly Written[]): string {
  return nodes
    .map(writeBlock)
    .filter((text) => text !== '')
    .join('\n\n');
}

function isList({ type }: Written) {
  return type === 'list-ordered' || type === 'list-unordered';
}

function writeBlock(node: Written): string {
  const { type, nodes } = node;
  const [, level] = /^heading-([1-6])$/.exec(type) ?? [];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${writeInline(node).replace(/\n/g, ' ')}`;
  if (type === 'code') return writeCode(node);
  if (type === 'divider') return '---';
  if (type === 'blockquote') return indented(writeBlocks(nodes), '> ', '> ');
  if (isList(node)) return writeList(node);
  return nodes.some(({ isBlock }) => isBlock) ? writeBlocks(nodes) : guarded(writeInline(node));
}

function indented(text: string, first: string, others: string) {
  const lines = text.split('\n').map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd());
  return lines.join('\n');
}

function ticksAround(text: string, least: number) {
  const longest = Math.max(least - 1, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  return '`'.repeat(longest + 1);
}

function writeCode({ nodes, data: { syntax } }: Written): string {
  const text = nodes.map((line) => `${rawText(line)}\n`).join('');
  const fence = ticksAround(text, 3);
  return `${fence}${typeof syntax === 'string' ? syntax.replace(/[\s`]/g, '') : ''}\n${text}${fence}`;
}

function writeList({ type, nodes, data: { start } }: Written): string {
  const first = typeof start === 'number' && Number.isInteger(start) && start >= 0 ? start : 1;
  const items = nodes.map((item, at) => {
    const marker = type === 'list-ordered' ? `${first + at}. ` : '- ';
    return indented(writeItem(item), marker, ' '.repeat(marker.length));
  });
  return items.join('\n');
}

/** A list within an item follows its text without an empty line. */
function writeItem(item: Written): string {
  if (!item.nodes.some(({ isBlock }) => isBlock)) return guarded(writeInline(item));
  return item.nodes.reduce(
    (text, node) => (text === '' ? '' : text + (isList(node) ? '\n' : '\n\n')) + writeBlock(node),
    '',
  );
}

/** What would begin another block at the beginning of a line is escaped. */
function guarded(text: string): string {
  return text
    .replace(/^([ \t]*)(#{1,6}(?=\s|$)|[>+-]|~{3}|=+$)/gm, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
    .replace(/^\s+/gm, '');
}

function writeInline({ nodes }: Written): string {
  // An exclamation mark right before a link would make a picture of it.
  return nodes.reduce((text, next) => {
    const added = writeInlineNode(next);
    return (text.endsWith('!') && added.startsWith('[') ? `${text.slice(0, -1)}\\!` : text) + added;
  }, '');
}

function writeInlineNode(node: Written): string {
  const { type, text, leaves, data } = node;
  if (leaves !== undefined) return leaves.map(writeLeaf).join('');
  const { url } = objectOf(data.ref);
  if (typeof url === 'string' && type === 'link')
    return `[${writeInline(node).replace(/\n/g, ' ')}](${writeAddress(url)})`;
  if (typeof url === 'string' && type === 'inline-image')
    return `![${typeof data.alt === 'string' ? escaped(data.alt) : ''}](${writeAddress(url)})`;
  return escaped(text) + writeInline(node);
}

function writeAddress(url: string): string {
  const address = url.replace(/[<>\n]/g, encodeURIComponent);
  return /[\s()]/.test(address) || address === '' ? `<${address}>` : address;
}

const wraps: readonly (readonly [Mark, string])[] = [
  ['italic', '*'],
  ['bold', '**'],
  ['strikethrough', '~~'],
];

/** Space at the edges stays outside of the marks, where markdown wants it. */
function writeLeaf({ text, marks }: Written): string {
  const inside = text.trim();
  if (inside === '') return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  const wrapped = (core: string) =>
    wraps.reduce((made, [mark, wrap]) => (marks.includes(mark) ? wrap + made + wrap : made), core);
  return marks.includes('code') ? wrapped(codeSpan(text)) : before + wrapped(escaped(inside)) + after;
}

function codeSpan(text: string): string {
  const ticks = ticksAround(text, 1);
  const gap = /^`|`$/.test(text) || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : '';
  return ticks + gap + text + gap + ticks;
}

/** Underscores inside words have no meaning. */
function escaped(text: string): string {
  return text.replace(/[\\`*[\]]|~~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (found) => found.replace(/./g, '\\$&'));
}

function rawText({ text, leaves = [], nodes }: Written): string {
  return text + [...leaves, ...nodes].map(rawText).join('');
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
  return {
    markdown: body.markdown ?? (body.document === undefined ? '' : writeBlocks(body.document.nodes.map(written))),
  };
}

export function requireFormat(format: string | undefined): 'markdown' | 'document' {
  if (format === undefined || format === 'markdown') return 'markdown';
  if (format === 'document') return format;
  throw invalid(`query.format: ${JSON.stringify(format)} is neither document nor markdown`);
}
