/** What differs between two values: of texts the words, of lists and maps the elements. */
import { diffArrays } from 'diff';
import { quoted } from '../sanitize.ts';

/** `same` and `gone` put together are the text of the value before; `same` and `new` that of the value after. */
export interface Piece {
  readonly is: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Where more differs, nobody would find their way in it. */
const mostEdits = 300;
/** How much of the shorter one has to be the same. */
const leastAlike = 0.6;

/** On one line, with hidden characters as escapes. undefined: they have too little in common to be told as one. */
export function differenceOf(before: unknown, after: unknown): readonly Piece[] | undefined {
  const [was, is] = [partsOf(before), partsOf(after)];
  if (was === undefined || is === undefined) return undefined;
  const changes = diffArrays([...was], [...is], { maxEditLength: mostEdits });
  if (changes === undefined) return undefined;
  const pieces = changes.map(({ value, added, removed }): Piece => {
    return { is: removed === true ? 'gone' : added === true ? 'new' : 'same', text: value.join('') };
  });
  const same = lengthOf(pieces.filter((piece) => piece.is === 'same'));
  const shorter = Math.min(...(['gone', 'new'] as const).map((side) => same + lengthOf(pieces.filter((piece) => piece.is === side))));
  return same >= shorter * leastAlike ? pieces : undefined;
}

/** What is never parted; undefined: of a number, or nothing, there are no parts. */
function partsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return quoted(value).match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];
  if (Array.isArray(value)) return listed('[', value.map(quoted), ']');
  if (typeof value !== 'object' || value === null) return undefined;
  return listed(
    '{',
    Object.entries(value).map(([key, each]) => `${quoted(key)}: ${quoted(each)}`),
    '}',
  );
}

function listed(open: string, items: readonly string[], close: string): readonly string[] {
  return [open, ...items.flatMap((item, at) => (at === 0 ? [item] : [', ', item])), close];
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
