/** Values of fields as reports print them: on one line, and long ones cut so that two that differ never look the same. */
import { sha256Hex } from '../core/digest.ts';
import { apart, quoted } from './sanitize.ts';

/** From so many characters on a value is cut. */
const longest = 200;
/** Of what is told part by part, each part. */
const longestPart = 400;
/** How much is shown of the beginning, and on either side of a difference. */
const shown = { beginning: 60, before: 40, after: 100 };

export interface ValueOptions {
  /** However long it is: a condition, whose last word may matter as much as its first. */
  readonly isUncut?: boolean | undefined;
}

export function valueText(value: unknown, options: ValueOptions = {}): string {
  return valueTexts([value], options)[0] ?? '';
}

/** Values that are told beside each other: what is cut away of them is the same in all. */
export function valueTexts(values: readonly unknown[], { isUncut = false }: ValueOptions = {}): readonly string[] {
  const texts = apart(values.map((value) => (value === undefined ? '' : quoted(value))));
  const windows = windowsAround(placesOfDifference(texts.filter((text) => text !== '')));
  return texts.map((text) => (text === '' ? '(not set)' : isUncut || text.length <= longest ? text : cut(text, windows)));
}

/** One printed text: its beginning, how long it is, and what tells it from any other that begins so. */
export function shortened(text: string, { isUncut = false }: ValueOptions = {}): string {
  return isUncut || text.length <= longestPart ? text : cut(text, [[0, longestPart]]);
}

/** A field as it is and as it shall be. */
export function valuePair(
  { before, after }: { readonly before?: unknown; readonly after: unknown },
  options: ValueOptions = {},
): { readonly before: string; readonly after: string } {
  const [was = '', wanted = ''] = valueTexts([before, after], options);
  return { before: was, after: wanted };
}

type Window = readonly [from: number, to: number];

/** Where any two of them begin to differ. */
function placesOfDifference(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text, index) =>
    texts
      .slice(0, index)
      .filter((other) => other !== text)
      .map((other) => firstDifference(text, other)),
  );
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** In order, none touching another: the beginning, and one around each difference. */
function windowsAround(differences: readonly number[]): readonly Window[] {
  const rest = differences.map((at): Window => [Math.max(0, at - shown.before), at + shown.after]);
  const windows = [[0, rest.length === 0 ? longest : shown.beginning] as Window, ...rest].sort(([a], [b]) => a - b);
  const joined: Window[] = [];
  for (const [from, to] of windows) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

function cut(text: string, windows: readonly Window[]): string {
  const parts = windows.map(([from, to]) => text.slice(whole(text, from), whole(text, to)));
  const isEndShown = (windows.at(-1)?.[1] ?? 0) >= text.length;
  return `${parts.filter((part) => part !== '').join('…')}${isEndShown ? '' : '…'} (${text.length} characters, #${sha256Hex(text).slice(0, 8)})`;
}

/** The offset, or the one before it where it would part a character of two units. */
function whole(text: string, offset: number): number {
  return offset > 0 && /^[\udc00-\udfff]/.test(text.slice(offset, offset + 1)) ? offset - 1 : offset;
}
