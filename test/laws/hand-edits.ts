/** Random edits of a configuration, as in a text editor: removed, duplicated, moved, swapped, renamed and changed lines. */
import type { Draw } from './draw.ts';

/** A line and the lines indented below it; `from` inclusive, `to` exclusive. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly indent: number;
}

type Edit = (lines: readonly string[], block: Block, draw: Draw) => readonly string[];

const indentOf = (line: string): number => line.search(/\S|$/);

const pair = /^(\s*(?:- )?)([\w-]+): (.+)$/;

function blocksOf(lines: readonly string[]): readonly Block[] {
  return lines.flatMap((line, from) => {
    const indent = indentOf(line);
    if (line.trim() === '') return [];
    const after = lines.slice(from + 1).findIndex((next) => next.trim() !== '' && indentOf(next) <= indent);
    return [{ from, to: after < 0 ? lines.length : from + 1 + after, indent }];
  });
}

const within = (lines: readonly string[], { from, to }: Block): readonly string[] => lines.slice(from, to);
const without = (lines: readonly string[], { from, to }: Block): readonly string[] => [
  ...lines.slice(0, from),
  ...lines.slice(to),
];
const withAt = (lines: readonly string[], at: number, more: readonly string[]): readonly string[] => [
  ...lines.slice(0, at),
  ...more,
  ...lines.slice(at),
];

const gone: Edit = (lines, block) => without(lines, block);

/** A copy with another key, or another item of a list. */
const twice: Edit = (lines, block) => {
  const [first = '', ...rest] = within(lines, block);
  return withAt(lines, block.to, [first.replace(/[\w.@-]+(?=:|$)/, '$&2'), ...rest]);
};

/** Moves the block, in most cases to a place with the same indentation. */
const elsewhere: Edit = (lines, block, draw) => {
  const left = without(lines, block);
  const isAnywhere = draw.chance(20);
  const places = blocksOf(left).filter(({ indent }) => isAnywhere || indent === block.indent);
  if (places.length === 0) return lines;
  const place = draw.pick(places);
  const moved = within(lines, block).map(
    (line) => ' '.repeat(place.indent) + line.slice(Math.min(block.indent, indentOf(line))),
  );
  return withAt(left, draw.chance(50) ? place.from : place.to, moved);
};

const exchanged: Edit = (lines, block, draw) => {
  const others = blocksOf(lines).filter(
    ({ from, to, indent }) => indent === block.indent && (to <= block.from || from >= block.to),
  );
  if (others.length === 0) return lines;
  const other = draw.pick(others);
  const [first, second] = other.from < block.from ? [other, block] : [block, other];
  return [
    ...lines.slice(0, first.from),
    ...within(lines, second),
    ...lines.slice(first.to, second.from),
    ...within(lines, first),
    ...lines.slice(second.to),
  ];
};

/** Renames a key and its references, to a new or to an existing key. */
const renamed: Edit = (lines, _, draw) => {
  const words = [...new Set(lines.flatMap((line) => /^\s*(?:- )?([a-z][\w-]*):/.exec(line)?.[1] ?? []))];
  const word = draw.pick(words);
  const name = draw.chance(60) ? `${word}-x` : draw.pick(words);
  return lines.map((line) => line.replace(new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'g'), name));
};

/** Takes the value of the same key in another line. */
const otherwise: Edit = (lines, { from }, draw) => {
  const [, before, key] = pair.exec(lines[from] ?? '') ?? [];
  if (key === undefined) return lines;
  const values = lines.flatMap((line) => {
    const [, , same, value] = pair.exec(line) ?? [];
    return same === key && value !== undefined ? [value] : [];
  });
  return lines.with(from, `${before}${key}: ${draw.pick(values)}`);
};

const edits: readonly Edit[] = [otherwise, gone, twice, elsewhere, exchanged, renamed];

/** Makes one edit. About one edit in three results in a valid configuration. */
export function handEdited(text: string, draw: Draw): string {
  const lines = text.split('\n');
  const blocks = blocksOf(lines).filter(({ from, to, indent }) => indent > 0 && to - from < 60);
  return blocks.length === 0 ? text : draw.pick(edits)(lines, draw.pick(blocks), draw).join('\n');
}
