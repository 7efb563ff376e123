/** Transfers the changes between two printed texts to the text as its author wrote it. */
import { type Region, regionsBetween } from '../text-diff.ts';

type Lines = readonly string[];

/** More different lines than this take too long to compare. */
const maxDifferences = 20_000;

/** `base` and `edited` are printed; `written` is `base` in another layout. undefined: too different. */
export function mergedLines(written: Lines, base: Lines, edited: Lines): Lines | undefined {
  const layout = changedRegions(base.map(withoutLayout), written.map(withoutLayout));
  const edits = changedRegions(base, edited);
  if (layout === undefined || edits === undefined) return undefined;
  const pairs = linePairs(base, written, layout);
  const merged: string[] = [];
  let [done, writtenShift, editedShift] = [0, 0, 0];
  for (const { start, end, longer, editedLonger } of joined(layout, edits)) {
    merged.push(...written.slice(done + writtenShift, start + writtenShift));
    const old = written.slice(start + writtenShift, end + writtenShift + longer);
    const now = edited.slice(start + editedShift, end + editedShift + (editedLonger ?? 0));
    const isAligned = now.length === end - start && now.every((_, at) => pairs[start + at] !== undefined);
    if (editedLonger === undefined) merged.push(...old);
    else if (isAligned) merged.push(...now.map((line, at) => respaced(line, base[start + at] ?? '', old[at] ?? '')));
    else merged.push(...indented(now, start, base, pairs));
    writtenShift += longer;
    editedShift += editedLonger ?? 0;
    done = end;
  }
  return [...merged, ...written.slice(done + writtenShift)];
}

/** The written line of each line of the base, where they differ in spaces only. */
function linePairs(base: Lines, written: Lines, layout: readonly Region[]): readonly (string | undefined)[] {
  const pairs: (string | undefined)[] = [];
  let shift = 0;
  for (const { start, end, otherEnd } of [...layout, { start: base.length, end: base.length, otherEnd: 0 }]) {
    while (pairs.length < start) pairs.push(written[pairs.length + shift]);
    while (pairs.length < end) pairs.push(undefined);
    shift = otherEnd - end;
  }
  return pairs;
}

/** New lines of the base at `start`, indented like similar lines around are written. Lines below a new line move with that line. */
function indented(lines: Lines, start: number, base: Lines, pairs: readonly (string | undefined)[]): Lines {
  let [block, by] = [Number.POSITIVE_INFINITY, 0];
  const known = new Map<string, number>();
  return lines.map((line) => {
    if (line.trim() === '') return line;
    const indent = indentOf(line);
    if (indent <= block) {
      const alike = `${indent} ${isDashed(line)}`;
      by = known.get(alike) ?? shiftOf(line, start, base, pairs);
      known.set(alike, by);
      block = indent;
    }
    return ' '.repeat(Math.max(0, indent + by)) + line.slice(indent);
  });
}

function shiftOf(line: string, start: number, base: Lines, pairs: readonly (string | undefined)[]) {
  const indent = indentOf(line);
  const shiftAt = (at: number) => {
    const [printed = '', written] = [base[at], pairs[at]];
    const isReference =
      indentOf(printed) < indent || (indentOf(printed) === indent && isDashed(printed) === isDashed(line));
    return isReference && written !== undefined && !isIrregular(printed)
      ? indentOf(written) - indentOf(printed)
      : undefined;
  };
  for (let at = start; at < base.length; at += 1) {
    const below = base[at] ?? '';
    if (!isIrregular(below) && indentOf(below) < indent) break;
    const shift = shiftAt(at);
    if (shift !== undefined) return shift;
  }
  for (let at = start - 1; at >= 0; at -= 1) {
    const shift = shiftAt(at);
    if (shift !== undefined) return shift;
  }
  return 0;
}

/** Comments, empty lines and lines between brackets can have any indentation. */
function isIrregular(line: string) {
  return /^\s*(?:#|$)|[,[\]{}]\s*(?:#.*)?$/.test(line);
}

function isDashed(line: string) {
  return /^ *- /.test(line);
}

function indentOf(line: string) {
  return line.search(/[^ ]|$/);
}

/** An edited line with the spaces of the written one around unchanged words. */
function respaced(edited: string, base: string, written: string) {
  const [words, old, own] = [edited, base, written].map((line) => line.split(/(\s+)/)) as [
    string[],
    string[],
    string[],
  ];
  if (old.length !== own.length) return edited;
  const most = Math.min(words.length, old.length);
  let first = 0;
  while (first < most && words[first] === old[first]) first += 1;
  let last = 0;
  while (last < most - first && words.at(-1 - last) === old.at(-1 - last)) last += 1;
  return [...own.slice(0, first), ...words.slice(first, words.length - last), ...own.slice(own.length - last)].join('');
}

function withoutLayout(line: string) {
  return line.replace(/[\s,]/g, '');
}

function changedRegions(base: Lines, other: Lines): readonly Region[] | undefined {
  const regions: Region[] = [];
  let [start, otherStart] = [0, 0];
  for (const [at, otherAt] of [...commonUniqueLines(base, other), [base.length, other.length] as const]) {
    const found = regionsBetween(base.slice(start, at), other.slice(otherStart, otherAt), maxDifferences);
    if (found === undefined) return undefined;
    for (const each of found)
      regions.push({
        start: each.start + start,
        end: each.end + start,
        otherStart: each.otherStart + otherStart,
        otherEnd: each.otherEnd + otherStart,
      });
    [start, otherStart] = [at + 1, otherAt + 1];
  }
  return regions;
}

/** Positions of lines that both sides have exactly once, in the same order: they split long texts into short ones. */
function commonUniqueLines(base: Lines, other: Lines): readonly (readonly [number, number])[] {
  const [own, others] = [uniqueLines(base), uniqueLines(other)];
  const pairs = [...own].flatMap(([line, at]) => {
    const otherAt = others.get(line);
    return otherAt === undefined ? [] : [{ at, otherAt }];
  });
  // The longest ascending series: each pair follows the end of a series that is shorter by one.
  type Link = { readonly at: number; readonly otherAt: number; readonly before: Link | undefined };
  const ends: Link[] = [];
  for (const { at, otherAt } of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as Link).otherAt < otherAt) low = middle + 1;
      else high = middle;
    }
    ends[low] = { at, otherAt, before: ends[low - 1] };
  }
  const series: [number, number][] = [];
  for (let link = ends.at(-1); link !== undefined; link = link.before) series.push([link.at, link.otherAt]);
  return series.reverse();
}

function uniqueLines(lines: Lines): ReadonlyMap<string, number> {
  const unique = new Map<string, number>();
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (seen.has(line)) unique.delete(line);
    else unique.set(line, at);
    seen.add(line);
  }
  return unique;
}

interface Group {
  readonly start: number;
  readonly end: number;
  /** By how many lines the written text is longer than the base. */
  readonly longer: number;
  /** undefined: nothing is edited there. */
  readonly editedLonger?: number;
}

/** Regions of both sides; those that overlap as one. */
function joined(layout: readonly Region[], edits: readonly Region[]): readonly Group[] {
  const longer = ({ start, end, otherStart, otherEnd }: Region) => otherEnd - otherStart - (end - start);
  const all: Group[] = [
    ...layout.map((region) => ({ ...region, longer: longer(region) })),
    ...edits.map((region) => ({ ...region, longer: 0, editedLonger: longer(region) })),
  ].sort((one, other) => one.start - other.start || one.end - other.end);
  const groups: Group[] = [];
  for (const group of all) {
    const last = groups.at(-1);
    if (last === undefined || group.start >= last.end) {
      groups.push(group);
      continue;
    }
    const edited = [last.editedLonger, group.editedLonger].filter((each) => each !== undefined);
    groups[groups.length - 1] = {
      start: last.start,
      end: Math.max(last.end, group.end),
      longer: last.longer + group.longer,
      ...(edited.length === 0 ? {} : { editedLonger: edited.reduce((sum, each) => sum + each, 0) }),
    };
  }
  return groups;
}
