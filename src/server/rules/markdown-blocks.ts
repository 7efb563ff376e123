/** Reads markdown as a document tree: paragraphs, headings, lists, quotes, code and rules. */
import { type BlockNode, block, plainText } from './document.ts';
import { readInline } from './markdown-inline.ts';

/** What is nested deeper is text. */
const deepestNesting = 20;

// None of these can be matched in two ways: text that almost matches must not take long.
const headingPattern = /^ {0,3}(#{1,6})((?:[ \t].*)?)$/;
const fencePattern = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const dividerPattern = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const quotePattern = /^ {0,3}> ?(.*)$/;
const itemPattern = /^( {0,3})([-*+]|\d{1,9}[.)])(?:( {1,4})(.*)|)$/;

interface Read {
  readonly node: BlockNode;
  /** Number of the line after it. */
  readonly end: number;
}

export function readBlocks(markdown: string): BlockNode[] {
  return blocksOf(markdown.split(/\r?\n/), 0);
}

function blocksOf(lines: readonly string[], depth: number): BlockNode[] {
  const nodes: BlockNode[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const { node, end } = readFence(lines, at) ?? readLine(lines[at] ?? '', at) ?? readNested(lines, at, depth) ?? readParagraph(lines, at);
    nodes.push(node);
    at = end;
  }
  return nodes;
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === '';
}

interface Fence {
  readonly marks: string;
  /** Language of the code; empty: not said. */
  readonly syntax: string;
}

export function readFenceLine(line: string): Fence | undefined {
  const [, marks = '', info = ''] = fencePattern.exec(line) ?? [];
  if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return undefined;
  return { marks, syntax: info.trim().split(/\s/, 1)[0] ?? '' };
}

export interface Heading {
  readonly level: number;
  readonly title: string;
}

/** Hashes at the end are no part of the title. */
export function readHeading(line: string): Heading | undefined {
  const [, marks, rest = ''] = headingPattern.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const text = rest.trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || /\s/.test(text[end - 1] ?? '');
  return { level: marks.length, title: isClosed ? text.slice(0, end).trimEnd() : text };
}

function readFence(lines: readonly string[], at: number): Read | undefined {
  const fence = readFenceLine(lines[at] ?? '');
  if (fence === undefined) return undefined;
  const { marks, syntax } = fence;
  const isEnd = (line: string): boolean => line.trim().startsWith(marks) && /^ {0,3}(`+|~+)[ \t]*$/.test(line);
  const found = lines.findIndex((line, index) => index > at && isEnd(line));
  const end = found === -1 ? lines.length : found;
  const inside = lines.slice(at + 1, end).map((line) => block('code-line', [plainText(line)]));
  return { node: block('code', inside, syntax === '' ? {} : { syntax }), end: end + 1 };
}

/** Headings and rules. */
function readLine(line: string, at: number): Read | undefined {
  const heading = readHeading(line);
  if (heading) return { node: block(`heading-${heading.level}`, readInline(heading.title)), end: at + 1 };
  return dividerPattern.test(line) ? { node: block('divider', []), end: at + 1 } : undefined;
}

function readNested(lines: readonly string[], at: number, depth: number): Read | undefined {
  return depth >= deepestNesting ? undefined : (readQuote(lines, at, depth) ?? readList(lines, at, depth));
}

function readQuote(lines: readonly string[], at: number, depth: number): Read | undefined {
  const inside: string[] = [];
  let end = at;
  for (let text = quotePattern.exec(lines[end] ?? '')?.[1]; text !== undefined; text = quotePattern.exec(lines[end] ?? '')?.[1]) {
    inside.push(text);
    end += 1;
  }
  return inside.length === 0 ? undefined : { node: block('blockquote', blocksOf(inside, depth + 1)), end };
}

interface Item {
  readonly isOrdered: boolean;
  readonly number: number;
  readonly lines: readonly string[];
  readonly end: number;
}

function readList(lines: readonly string[], at: number, depth: number): Read | undefined {
  const items: Item[] = [];
  for (let item = readItem(lines, at); item !== undefined; item = readItem(lines, item.end)) {
    if (items.length > 0 && items[0]?.isOrdered !== item.isOrdered) break;
    items.push(item);
  }
  const [first] = items;
  if (first === undefined) return undefined;
  const nodes = items.map((item) => block('list-item', blocksOf(item.lines, depth + 1)));
  const data = first.isOrdered && first.number !== 1 ? { start: first.number } : {};
  return { node: block(first.isOrdered ? 'list-ordered' : 'list-unordered', nodes, data), end: items.at(-1)?.end ?? at };
}

/** An item goes on with lines that are indented at least as far as its text; empty lines before such a line belong to it. */
function readItem(lines: readonly string[], from: number): Item | undefined {
  const line = lines[from];
  const [, indent, marker, gap = ' ', text = ''] = (line === undefined || dividerPattern.test(line) ? null : itemPattern.exec(line)) ?? [];
  if (indent === undefined || marker === undefined) return undefined;
  const width = indent.length + marker.length + gap.length;
  const inside = [text];
  let end = from + 1;
  for (let at = end; at < lines.length; at += 1) {
    const next = lines[at] ?? '';
    if (isBlank(next)) continue;
    if (next.search(/\S/) < width) break;
    while (end < at) {
      inside.push('');
      end += 1;
    }
    inside.push(next.slice(width));
    end = at + 1;
  }
  return { isOrdered: /\d/.test(marker), number: Number.parseInt(marker, 10), lines: inside, end };
}

function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end]) && !isStart(lines[end] ?? '')) end += 1;
  const text = lines.slice(at, end).map((line) => line.trim());
  return { node: block('paragraph', readInline(text.join('\n'))), end };
}

/** Ends the paragraph before it. */
function isStart(line: string): boolean {
  return (
    readFenceLine(line) !== undefined || [headingPattern, dividerPattern, quotePattern, itemPattern].some((pattern) => pattern.test(line))
  );
}
