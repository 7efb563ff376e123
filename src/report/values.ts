/** Values of fields as reports print them: on one line, cut so that two that differ never look the same; and long ones that differ, part by part. */
import { diffArrays, diffWordsWithSpace } from 'diff';
import { canonicalJson } from '../core/canonical.ts';
import { sha256Hex } from '../core/digest.ts';
import { isEqual } from '../core/equal.ts';
import type { Value } from '../core/value.ts';
import { apart, quoted } from './sanitize.ts';

/** From so many characters on a value is cut. */
const longest = 200;
/** Of what is told part by part, each part. */
const longestPart = 400;
/** How much is shown of the beginning, and on either side of a difference. */
const shown = { beginning: 60, before: 40, after: 100 };

export interface ValueOptions {
  /** However long it is: a condition, whose last word may matter as much as its first. */
  readonly isShownInFull?: boolean | undefined;
}

export function valueText(value: unknown, options: ValueOptions = {}): string {
  return valueTexts([value], options)[0] ?? '';
}

/** Values that are told beside each other: what is cut away of them is the same in all. */
export function valueTexts(
  values: readonly unknown[],
  { isShownInFull = false }: ValueOptions = {},
): readonly string[] {
  const texts = apart(values.map((value) => (value === undefined ? '' : quoted(value))));
  const windows = windowsAround(placesOfDifference(texts.filter((text) => text !== '')));
  return texts.map((text) =>
    text === '' ? '(not set)' : isShownInFull || text.length <= longest ? text : cut(text, windows),
  );
}

/** One printed text: its beginning, how long it is, and what tells it from any other that begins so. */
export function shortened(text: string, { isShownInFull = false }: ValueOptions = {}): string {
  return isShownInFull || text.length <= longestPart ? text : cut(text, [[0, longestPart]]);
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

/** One line: what stays, goes, comes, or is another one. `at`: where in a map, as `claims.partner`. */
export interface Difference {
  readonly mark: ' ' | '-' | '+' | '~';
  readonly at?: string;
  readonly text: string;
}

/** Printed on one line up to here: `"A" → "B"`. */
const longestPair = 72;
/** Beyond this many edits two texts have nothing in common that would help a reader. */
const mostEdits = 400;
/** What stays of a text is shown so far around what changes. */
const around = 40;

/** Empty: they are best told beside each other, as they are short, not of one sort, or have hardly anything in common. */
export function differencesOf(before: unknown, after: unknown, options: ValueOptions = {}): readonly Difference[] {
  if (before === undefined || after === undefined || before === null || after === null) return [];
  const found = differing(before as Value, after as Value, options);
  const isTold = found.some(({ mark }) => mark !== ' ');
  return isTold && quoted(before).length + quoted(after).length > longestPair ? found : [];
}

function differing(before: Value, after: Value, options: ValueOptions): readonly Difference[] {
  if (typeof before === 'string' && typeof after === 'string') return words(before, after, options);
  if (Array.isArray(before) && Array.isArray(after)) return elements(before, after, options);
  return isMap(before) && isMap(after) ? entries(before, after, options) : [];
}

function words(before: string, after: string, options: ValueOptions): readonly Difference[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  const kept = (parts ?? []).reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length), 0);
  if (parts === undefined || kept * 3 < Math.min(before.length, after.length)) return [];
  const texts = apart(parts.map(({ value }) => quoted(value)));
  return parts.map(({ added, removed, value }, index) => {
    const text = texts[index] ?? '';
    if (added || removed) return { mark: added ? '+' : '-', text: shortened(text, options) };
    return {
      mark: ' ',
      text: options.isShownInFull ? text : middleOut(value, index === 0, index === parts.length - 1),
    };
  });
}

/** What stays: near the changes; how much is left out, so that nobody takes it for another place. */
function middleOut(text: string, isFirst: boolean, isLast: boolean): string {
  const signs = [...text];
  const [head, tail] = [isFirst ? 0 : around, isLast ? 0 : around];
  if (signs.length <= 2 * around) return quoted(text);
  const [start, end] = [signs.slice(0, head).join(''), tail === 0 ? '' : signs.slice(-tail).join('')];
  return `${start === '' ? '' : quoted(start)}…${end === '' ? '' : quoted(end)} (${signs.length} characters stay)`;
}

function elements(before: readonly Value[], after: readonly Value[], options: ValueOptions): readonly Difference[] {
  const parts = diffArrays(before.map(canonicalJson), after.map(canonicalJson), { maxEditLength: mostEdits });
  const lines = (parts ?? []).flatMap(({ added, removed, value }): readonly Difference[] => {
    if (added || removed)
      return value.map((each) => ({ mark: added ? '+' : '-', text: shortened(quoted(JSON.parse(each)), options) }));
    return [{ mark: ' ', text: value.length === 1 ? shortened(value[0] ?? '', options) : `${value.length} that stay` }];
  });
  const texts = apart(lines.map(({ text }) => text));
  return lines.map((line, index) => ({ ...line, text: texts[index] ?? '' }));
}

type Map = { readonly [key: string]: Value };

function isMap(value: Value): value is Map {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entries(before: Map, after: Map, options: ValueOptions, above = ''): readonly Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const names = apart(keys.map(keyText));
  return keys.flatMap((key, index): readonly Difference[] => {
    const at = `${above}${names[index] ?? ''}`;
    const [was, is] = [
      Object.hasOwn(before, key) ? before[key] : undefined,
      Object.hasOwn(after, key) ? after[key] : undefined,
    ];
    if (was === undefined) return [{ mark: '+', at, text: shortened(quoted(is), options) }];
    if (is === undefined) return [{ mark: '-', at, text: shortened(quoted(was), options) }];
    if (isEqual(was, is)) return [];
    if (isMap(was) && isMap(is)) return entries(was, is, options, `${at}.`);
    const inside = differencesOf(was, is, options);
    if (inside.length > 0)
      return inside.map((each) => ({ ...each, at: each.at === undefined ? at : `${at}.${each.at}` }));
    const pair = valuePair({ before: was, after: is }, options);
    return [{ mark: '~', at, text: `${pair.before} → ${pair.after}` }];
  });
}

/** As it is where it is a plain word; else as JSON. */
function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : quoted(key);
}
