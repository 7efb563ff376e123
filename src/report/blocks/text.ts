/** Prints blocks as text for terminals and logs. */
import { withoutMissing } from '../../core/defined.ts';
import { oneLine, withoutCommands, wrapped, wrappedLines } from '../wording/sanitize.ts';
import { type Painter, plain } from '../wording/words.ts';
import type { Block, BlockedItem, FieldLine, Item, Line, Note, OutlineNode } from './block.ts';
import { blockedParts } from './blocked-parts.ts';

export interface TextOptions {
  readonly paint?: Painter | undefined;
  /** Missing: only prose is wrapped, to 80 columns. */
  readonly columns?: number | undefined;
}

/** Deterministic: equal blocks give the same bytes. `isTight`: without empty lines between blocks. */
export function blocksText(
  blocks: readonly Block[],
  { paint = plain, columns }: TextOptions = {},
  isTight = false,
): string {
  const texts = printed(blocks, paint, columns ?? 80);
  if (texts.length === 0) return '';
  const text = `${texts.join(isTight ? '\n' : '\n\n')}\n`;
  return columns === undefined ? withoutCommands(text) : wrappedLines(text, columns);
}

function printed(blocks: readonly Block[], paint: Painter, columns: number): readonly string[] {
  return blocks.flatMap((block) => blockLines(block, paint, columns)).filter((text) => text !== '');
}

/** One text, or the texts of the blocks inside. */
function blockLines(block: Block, paint: Painter, columns: number): readonly string[] {
  const print = (parts: Line | undefined): string => (parts === undefined ? '' : paintedText(parts, paint));
  const joinedLines = (...lines: readonly string[]) => [withoutMissing(...lines).join('\n')];
  switch (block.is) {
    case 'title':
      return joinedLines(...[block.title, ...(block.facts ?? [])].map(print));
    case 'paragraph':
      return joinedLines(...block.lines.map(print));
    case 'list': {
      const width = block.isProse ? columns : undefined;
      return joinedLines(
        print(block.heading),
        print(block.about),
        ...block.items.flatMap((item) => itemText(item, paint, width)),
      );
    }
    case 'changes': {
      const groups = block.groups.map((items) => items.flatMap((item) => itemText(item, paint)).join('\n'));
      return joinedLines(print(block.heading), print(block.about), withoutMissing(...groups).join('\n\n'));
    }
    case 'guards':
      return joinedLines(...block.guards.flatMap((guard) => indented(blockedText(guard, paint), '  ', '    ')));
    case 'tree':
      return joinedLines(
        print(block.heading),
        ...block.rows.map(({ sign, role, text }) => `  ${paint(role, sign)} ${text}`.trimEnd()),
        block.note === undefined ? '' : `  ${block.note}`,
      );
    case 'table':
      return joinedLines(
        oneLine(block.caption ?? ''),
        ...[block.columns, ...block.rows.map((row) => row.cells.map(print))].map((cells) => `  ${cells.join('  ')}`),
      );
    case 'outline':
      return joinedLines(...nodeLines(block, paint));
    case 'fold':
      return [oneLine(block.summary), ...printed(block.blocks, paint, columns)];
    case 'box':
      return printed(block.blocks, paint, columns);
    case 'marker':
      return [];
  }
}

export function textOf(parts: Line): string {
  return paintedText(parts, plain);
}

function paintedText(parts: Line, paint: Painter): string {
  return parts
    .map((part) => {
      if (part.as === 'literal') return part.text;
      if (part.as === 'link') return `${part.text} (${oneLine(part.to)})`;
      if (part.as !== 'span') return oneLine(part.text);
      const text = paintedText(part.parts, paint);
      return part.role === undefined || text === '' ? text : paint(part.role, text);
    })
    .join('');
}

function indented(lines: readonly string[], first: string, rest: string) {
  return lines.map((each, at) => `${at === 0 ? first : rest}${each}`);
}

function nodeLines({ line, nodes = [] }: OutlineNode, paint: Painter, indent = ''): readonly string[] {
  return [`${indent}${paintedText(line, paint)}`, ...nodes.flatMap((node) => nodeLines(node, paint, `${indent}  `))];
}

/** `columns`: wraps head and lines. */
function itemText(item: Item, paint: Painter, columns?: number): readonly string[] {
  const { symbol, role, isHighRisk, head, fields = [], lines = [], notes = [], blocked, names = [] } = item;
  const wrap = (text: string, first: string, rest: string) =>
    columns === undefined ? [`${first}${text}`] : wrapped(text, { columns, first, rest });
  const sign = symbol === undefined ? '' : `${role === undefined ? symbol : paint(role, symbol)} `;
  const mark = `${isHighRisk ? `${paint('bad', '!')} ` : ''}${sign}`;
  const below = [
    ...fieldsText(fields, paint),
    ...lines.map((each) => paintedText(each, paint)).filter((text) => text !== ''),
    ...notes.map((note) => noteText(note, paint)),
    ...(blocked === undefined ? [] : blockedText(blocked, paint)),
    ...names.map((each) => paintedText(each, paint)),
  ];
  const [first = '', ...more] = wrap(paintedText(head, paint), '    ', '      ');
  return [`  ${mark}${first.slice(4)}`, ...more, ...below.flatMap((text) => wrap(text, '      ', '        '))];
}

function noteText({ label, text, role }: Note, paint: Painter) {
  const labelled = `${label}: ${oneLine(text)}`;
  return role === undefined ? labelled : paint(role, labelled);
}

const signRoles = { '+': 'create', '-': 'delete', '~': 'update' } as const;

/** Values are aligned behind the names. */
function fieldsText(fields: readonly FieldLine[], paint: Painter) {
  const width = Math.max(0, ...fields.map(({ name }) => oneLine(name).length));
  return fields.flatMap(({ name, value, parts = [], origin }) => {
    const padded = oneLine(name).padEnd(width);
    if (value !== undefined) return [`${padded}  ${paintedText(value, paint)}${origin}`];
    // The origin is about the field, not about its first line.
    const head = origin === '' ? [] : [`${oneLine(name)}${origin}`];
    const lines = parts.map(({ mark, at, text }, index) => {
      const sign = mark === ' ' ? ' ' : paint(signRoles[mark], mark);
      const start = index === 0 && origin === '' ? padded : ' '.repeat(width);
      return `${start} ${sign} ${at === undefined ? '' : `${at}: `}${text}`;
    });
    return [...head, ...lines];
  });
}

function blockedText(blocked: BlockedItem, paint: Painter): readonly string[] {
  const { word, name, text, hint, override, starts } = blockedParts(blocked);
  return withoutMissing(
    paint('blocked', `${word}[${oneLine(name)}]: ${textOf(text)}`),
    hint && `  help: ${oneLine(hint)}`,
    override && `  override: ${oneLine(override)}${starts.length === 0 ? '' : ' (or a rule in `policy.allow`)'}`,
  );
}
