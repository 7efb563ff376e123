/** Reads markdown as a document tree: paragraphs, headings, lists, quotes, code and rules, with marked text, links and images in them. */
import { createRequire } from 'node:module';
import type { MarkdownIt, Token } from 'markdown-it';
import { type BlockNode, block, type InlineNode, type Leaf, type Mark, plainText, type TextNode } from './document.ts';

/** What is nested deeper is text. */
const deepestNesting = 100;

/** All that is read of the language; whatever else is written stays text. */
const rules = [
  ...['fence', 'hr', 'blockquote', 'list', 'heading'],
  ...['newline', 'escape', 'backticks', 'emphasis', 'strikethrough', 'link', 'image'],
  ...['balance_pairs', 'fragments_join', 'text_join'],
];

let reader: MarkdownIt | undefined;

/** The package is loaded when something is read, so that the platform starts without it. */
function markdownReader(): MarkdownIt {
  if (reader !== undefined) return reader;
  const create = createRequire(import.meta.url)('markdown-it') as typeof import('markdown-it')['default'];
  reader = create('zero', { maxNesting: deepestNesting }).enable(rules);
  // Addresses are kept as they are written.
  reader.normalizeLink = (url) => url;
  reader.validateLink = () => true;
  return reader;
}

export function readBlocks(markdown: string): BlockNode[] {
  const tokens = markdownReader().parse(markdown, {});
  const isTooDeep = tokens.some(({ level, nesting }) => nesting === 1 && level >= deepestNesting - 1);
  return isTooDeep ? [block('paragraph', [plainText(markdown)])] : blocksOf(tokens);
}

/** A block that is open, with what stands in it so far. */
interface Open {
  readonly make: (nodes: BlockNode['nodes']) => BlockNode;
  readonly nodes: (BlockNode | InlineNode | TextNode)[];
}

function blocksOf(tokens: readonly Token[]): BlockNode[] {
  const made: BlockNode[] = [];
  const open: Open[] = [];
  const put = (node: BlockNode): void => void (open.at(-1)?.nodes ?? made).push(node);
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

const blockTypes: { readonly [type: string]: string } = {
  blockquote_open: 'blockquote',
  bullet_list_open: 'list-unordered',
  ordered_list_open: 'list-ordered',
  list_item_open: 'list-item',
};

function makerOf(token: Token): Open['make'] {
  const type = token.type === 'heading_open' ? `heading-${token.tag.slice(1)}` : (blockTypes[token.type] ?? 'paragraph');
  const start = token.attrGet('start');
  return (nodes) => block(type, nodes, start === null ? {} : { start: Number(start) });
}

function codeOf({ content, info }: Token): BlockNode {
  const lines = content === '' ? [] : content.replace(/\n$/, '').split('\n');
  const [syntax = ''] = info.trim().split(/\s/, 1);
  return block(
    'code',
    lines.map((line) => block('code-line', [plainText(line)])),
    syntax === '' ? {} : { syntax },
  );
}

const markOf: { readonly [type: string]: Mark } = { strong: 'bold', em: 'italic', s: 'strikethrough' };
const markOrder: readonly Mark[] = ['bold', 'italic', 'strikethrough', 'code'];

/** Leaves beside each other are one text; those with the same marks are one leaf. In a link there is text alone. */
function inlinesOf(tokens: readonly Token[]): (InlineNode | TextNode)[] {
  const nodes: (InlineNode | TextNode)[] = [];
  const marks = new Set<Mark>();
  let within: { readonly url: string; readonly nodes: TextNode[] } | undefined;
  const write = (text: string, ...more: readonly Mark[]): void =>
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
      nodes.push({ object: 'inline', type: 'link', data: { ref: { kind: 'url', url: within.url } }, nodes: within.nodes });
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

function addLeaf(nodes: (InlineNode | TextNode)[], text: string, types: readonly Mark[]): void {
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
