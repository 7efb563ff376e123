/** New text as parts of the old one and new words between them, so that it stays known what of the old text is still there. */

/** Characters `start` to `end` of the old text. */
export interface Kept {
  readonly start: number;
  readonly end: number;
}

/** A rope whose lines, but for the first, are indented by so many more columns (or fewer). */
export interface Shifted {
  readonly by: number;
  readonly rope: Rope;
}

export type Rope = readonly (string | Kept | Shifted)[];

/** In place of characters `start` to `end`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly rope: Rope;
}

export function splice(start: number, end: number, ...rope: Rope): Splice {
  return { start, end, rope };
}

/** Characters `start` to `end` with those splices done that lie within. */
export function edited(start: number, end: number, splices: readonly Splice[]): Rope {
  const inside = splices.filter((each) => each.start >= start && each.end <= end).sort((a, b) => a.start - b.start || a.end - b.end);
  const rope: (string | Kept | Shifted)[] = [];
  let at = start;
  for (const each of inside) {
    if (each.start < at) continue;
    if (each.start > at) rope.push({ start: at, end: each.start });
    rope.push(...each.rope);
    at = each.end;
  }
  if (end > at) rope.push({ start: at, end });
  return rope;
}

export function shifted(by: number, rope: Rope): Rope {
  return by === 0 ? rope : [{ by, rope }];
}

/** `substitutions` are done wherever the part they stand in is kept; their places do not overlap. */
export function flatten(text: string, rope: Rope, substitutions: readonly Splice[] = []): string {
  return rope
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('by' in part) return indented(flatten(text, part.rope, substitutions), part.by);
      const inside = substitutions.filter((each) => isWithin(each, part));
      if (inside.length === 0) return text.slice(part.start, part.end);
      const rest = substitutions.filter((each) => !inside.includes(each));
      return flatten(text, edited(part.start, part.end, inside), rest);
    })
    .join('');
}

/** What is put between two characters belongs to the first of them, so that it is done once. */
function isWithin({ start, end }: Splice, part: Kept): boolean {
  return end <= part.end && (start === end ? start > part.start : start >= part.start);
}

/** Lines but the first, by `by` more columns; empty ones stay empty. */
export function indented(text: string, by: number): string {
  if (by === 0) return text;
  if (by > 0) return text.replace(/\n(?=[^\r\n])/g, `\n${' '.repeat(by)}`);
  return text.replace(new RegExp(`\\n {1,${-by}}`, 'g'), '\n');
}

/** Whether characters `start` to `end` are still there, in one piece. */
export function isIntact(rope: Rope, start: number, end: number): boolean {
  let from: number | undefined;
  let to = -1;
  for (const part of flatParts(rope)) {
    if (from === undefined || part.start !== to) from = part.start;
    to = part.end;
    if (from <= start && to >= end) return true;
  }
  return false;
}

/** The old parts in the order of the new text; what is new between two of them keeps them apart. */
function flatParts(rope: Rope): readonly Kept[] {
  return rope.flatMap((part): readonly Kept[] => {
    if (typeof part === 'string') return part === '' ? [] : [apart];
    return 'by' in part ? flatParts(part.rope) : [part];
  });
}

const apart: Kept = { start: -1, end: -1 };
