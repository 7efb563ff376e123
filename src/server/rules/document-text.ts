/** Writes a document tree as markdown; of nodes it does not know, their text. */
import type { Mark } from './document.ts';

/** Anything may stand in a document that was sent, so nothing is taken for granted. */
interface Node {
  readonly object?: unknown;
  readonly type?: unknown;
  readonly data?: unknown;
  readonly text?: unknown;
  readonly leaves?: unknown;
  readonly nodes?: unknown;
  readonly marks?: unknown;
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

function dataOf({ data }: Node): { readonly [name: string]: unknown } {
  return asNode(data) as { readonly [name: string]: unknown };
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
        .map((line, index) => (index === 0 ? marker + line : line === '' ? '' : ' '.repeat(marker.length) + line).trimEnd())
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
  const ref = asNode(dataOf(node).ref) as { readonly url?: unknown };
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
  const has = (mark: Mark): boolean => Array.isArray(marks) && marks.some((one) => asNode(one).type === mark);
  const inside = text.trim();
  if (inside === '') return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  const wrapped = (core: string): string => wraps.reduce((made, [mark, wrap]) => (has(mark) ? wrap + made + wrap : made), core);
  return has('code') ? wrapped(codeSpan(text)) : before + wrapped(escaped(inside)) + after;
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const gap = /^`|`$/.test(text) || (text.startsWith(' ') && text.endsWith(' ')) ? ' ' : '';
  return ticks + gap + text + gap + ticks;
}

/** An underscore inside of a word means nothing. */
function escaped(text: string): string {
  return text.replace(/[\\`*[\]]|~~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (found) => found.replace(/./g, '\\$&'));
}

/** The text of a node and of all below it. */
function rawText(node: Node): string {
  const below = [node.leaves, node.nodes].flatMap((list) => (Array.isArray(list) ? list.map(asNode) : []));
  return `${typeof node.text === 'string' ? node.text : ''}${below.map(rawText).join('')}`;
}
