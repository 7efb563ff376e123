/** Prints blocks as reStructuredText. docform does not have this format: it shows that a new format is one file. */
import type { Block, Item, Line, OutlineNode } from '../../src/report/blocks/block.ts';

const textOf = (parts: Line): string =>
  parts
    .map((part) => {
      if (part.as === 'span') return textOf(part.parts);
      return part.as === 'code' ? `\`\`${part.text}\`\`` : part.text;
    })
    .join('');
const bullets = (items: readonly string[], indent: string) => items.map((each) => `${indent}* ${each}`);
const headed = (text: string, sign: string) => (text === '' ? [] : [text, sign.repeat(text.length), '']);

function itemLines({ symbol = '', head, fields = [], lines = [], notes = [], blocked, names = [] }: Item) {
  const values = fields.map(
    ({ name, value = [], parts = [] }) => `${name}: ${textOf(value)}${parts.map((each) => each.text).join('')}`,
  );
  const below = [
    ...values,
    ...[...lines, ...names].map(textOf),
    ...notes.map(({ label, text }) => `${label}: ${text}`),
  ];
  const reason = blocked === undefined ? [] : [`${blocked.code}: ${blocked.reason}`];
  return [`* ${symbol} ${textOf(head)}`, ...bullets([...below, ...reason], '  ')];
}

const nodeLines = ({ line, nodes = [] }: OutlineNode, indent = ''): readonly string[] => [
  `${indent}* ${textOf(line)}`,
  ...nodes.flatMap((node) => nodeLines(node, `${indent}  `)),
];

function linesOf(block: Block): readonly string[] {
  if (block.is === 'title') return [...headed(textOf(block.title), '='), ...(block.facts ?? []).map(textOf)];
  if (block.is === 'paragraph') return block.lines.map(textOf);
  if (block.is === 'guards') return block.guards.map(({ code, reason }) => `* ${code}: ${reason}`);
  if (block.is === 'list') return [...headed(textOf(block.heading ?? []), '-'), ...block.items.flatMap(itemLines)];
  if (block.is === 'changes')
    return [...headed(textOf(block.heading ?? []), '-'), ...block.groups.flat().flatMap(itemLines)];
  if (block.is === 'tree') return ['::', '', ...block.rows.map(({ sign, text }) => `  ${sign} ${text}`)];
  if (block.is === 'table') return block.rows.map(({ cells }) => `* ${cells.map(textOf).join(' | ')}`);
  if (block.is === 'outline') return nodeLines(block);
  return 'blocks' in block ? block.blocks.flatMap(linesOf) : [];
}

export function restructuredText(blocks: readonly Block[]): string {
  return blocks.map((block) => linesOf(block).join('\n')).join('\n\n');
}
