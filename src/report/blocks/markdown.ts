/** Prints blocks as Markdown, for comments and issues of forges. */
import { withoutMissing } from '../../core/defined.ts';
import { cachePerObject } from '../../core/once.ts';
import {
  diffBlock,
  escapeHtml,
  escapeMarkdown,
  foldedMarkdown,
  inlineCode,
  messageMarkdown,
} from '../wording/sanitize.ts';
import {
  type Block,
  type BlockedItem,
  type BlockOf,
  code,
  type FieldLine,
  type Item,
  isRisk,
  type Line,
  type Note,
  type OutlineNode,
  strong,
} from './block.ts';
import { blockedParts } from './blocked-parts.ts';

/** Deterministic: equal blocks give the same bytes. */
export function blocksMarkdown(blocks: readonly Block[]): string {
  const texts = printed(blocks).map((text) => text.trim());
  return `${texts.join('\n\n').replace(/^(<!--.*-->)\n\n/, '$1\n')}\n`;
}

function printed(blocks: readonly Block[]): readonly string[] {
  return blocks.map(blockMarkdown).filter((text) => text !== '');
}

const boxSigns = { 'high-risk': '[!CAUTION]', notable: '[!WARNING]' } as const;

function blockMarkdown(block: Block): string {
  switch (block.is) {
    case 'title':
      return [`### ${markdownOf(block.title)}`, ...(block.facts ?? []).map(markdownOf)].join('\n\n');
    case 'paragraph': {
      const text = withoutMissing(...block.lines.map(markdownOf)).join('\n');
      return block.isAside ? `_${text}_` : text;
    }
    case 'list':
      return [...headOf(block), ...block.items.map(listItem)].join('\n');
    case 'changes': {
      const head = headOf(block).join('\n');
      const groups = block.groups.map((items) => items.map(changeItem).join('\n'));
      return withoutMissing(head, withoutMissing(...groups).join('\n\n')).join(
        block.about === undefined ? '\n' : '\n\n',
      );
    }
    case 'guards':
      return block.guards.map((guard) => `- ${blockedMarkdown(guard)}`).join('\n');
    case 'tree': {
      if (block.rows.length === 0) return '';
      const note = block.note === undefined ? [] : ['', block.note];
      return [...headOf(block), ...diffBlock(block.rows), ...note].join('\n');
    }
    case 'table':
      return tableMarkdown(block);
    case 'outline':
      return [`#### ${markdownOf(block.line)}`, ...(block.nodes ?? []).flatMap((node) => nodeMarkdown(node))].join(
        '\n',
      );
    case 'box':
      return boxMarkdown(block);
    case 'fold':
      return foldedMarkdown(escapeHtml(block.summary), printed(block.blocks).join('\n\n'), block.isOpen);
    case 'marker':
      return block.text;
  }
}

export function markdownOf(parts: Line): string {
  return parts.map(partMarkdown).join('');
}

function partMarkdown(part: Line[number]): string {
  switch (part.as) {
    case 'literal':
      return part.text;
    case 'message':
      return messageMarkdown(part.text);
    case 'data':
      return escapeMarkdown(part.text);
    case 'link':
      return `[${part.text}](${part.to})`;
    case 'span':
      return part.isStrong ? `**${markdownOf(part.parts)}**` : markdownOf(part.parts);
    default:
      return inlineCode(part.text);
  }
}

function headOf({ heading, about }: { readonly heading?: Line; readonly about?: Line }): readonly string[] {
  return withoutMissing(heading && `#### ${markdownOf(heading)}`, about && markdownOf(about));
}

/** Headings inside are bold, because the boxes of forges contain none. */
function boxMarkdown({ tone, blocks }: BlockOf<'box'>) {
  const texts = blocks.flatMap((block) => {
    if (!('heading' in block) || block.heading === undefined) return [blockMarkdown(block)];
    const { heading, ...rest } = block;
    return [markdownOf(strong(heading)), blockMarkdown(rest)];
  });
  const lines = texts.join('\n\n').split('\n');
  return [boxSigns[tone], ...lines].map((each) => (each === '' ? '>' : `> ${each}`)).join('\n');
}

function tableMarkdown({ caption, columns, rows }: BlockOf<'table'>) {
  const head = caption === undefined ? [] : [markdownOf(strong(code(caption, 'data'))), ''];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    ...head,
    row(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map(({ cells }) => row(cells.map(cell))),
  ].join('\n');
}

/** Inline code cannot escape a pipe, which would end the cell. */
function cell(parts: Line) {
  return parts
    .map((part) =>
      part.as === 'code' && part.text.includes('|')
        ? escapeMarkdown(part.text).replaceAll('\\|', '&#124;')
        : partMarkdown(part),
    )
    .join('');
}

function nodeMarkdown({ line, nodes = [] }: OutlineNode, indent = ''): readonly string[] {
  return [`${indent}- ${markdownOf(line)}`, ...nodes.flatMap((node) => nodeMarkdown(node, `${indent}  `))];
}

/** Memoized, because the search for the longest comment prints the same items many times. */
const listItem = cachePerObject((item: Item) => itemMarkdown(item, ''));

/** Changes also show their symbol. */
const changeItem = cachePerObject((item: Item) => {
  const { symbol } = item;
  return itemMarkdown(item, symbol === undefined ? '' : `${inlineCode(symbol)} `);
});

function itemMarkdown(item: Item, symbol: string): string {
  const { isHighRisk, head, fields = [], lines = [], notes = [], blocked, names = [] } = item;
  return [
    `- ${isHighRisk ? '**high-risk** ' : ''}${symbol}${markdownOf(head)}`,
    // A reviewer must see these lines, so they come first.
    ...(blocked === undefined ? [] : [`  - ${blockedMarkdown(blocked)}`]),
    ...notes.filter(isRisk).map(noteMarkdown),
    ...fields.flatMap(fieldMarkdown),
    ...lines.map((each) => `  - ${markdownOf(each)}`),
    ...notes.filter((note) => !isRisk(note)).map(noteMarkdown),
    ...names.map((each) => `  - ${markdownOf(each)}`),
  ].join('\n');
}

function noteMarkdown({ label, text, role }: Note) {
  return `  - ${role === 'bad' ? `**${label}**` : label}: ${messageMarkdown(text)}`;
}

/** On one line, or as a diff block. */
function fieldMarkdown({ name, value, parts = [], origin }: FieldLine): readonly string[] {
  const start = `  - ${escapeMarkdown(name)}:`;
  if (value !== undefined) return [`${start} ${markdownOf(value)}${origin}`];
  const lines = parts.map(({ mark, at, text }) => ({ sign: mark, text: at === undefined ? text : `${at}: ${text}` }));
  return [`${start}${origin}`, ...diffBlock(lines).map((each) => `    ${each}`)];
}

function blockedMarkdown(blocked: BlockedItem): string {
  const { word, name, text, hint, override, starts } = blockedParts(blocked);
  const rules = starts.map(inlineCode).join(', ');
  return withoutMissing(
    `**${word}** ${inlineCode(name)}: ${sentence(markdownOf(text))}`,
    hint !== undefined && `Help: ${sentence(messageMarkdown(hint))}`,
    override !== undefined &&
      `Override: ${inlineCode(override)}${rules === '' ? '' : `, or in ${inlineCode('policy.allow')}: ${rules}`}.`,
  ).join(' ');
}

function sentence(text: string) {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
