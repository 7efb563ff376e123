/** Prints values on one line, shortened so that different values stay different, and long values as differences. */
import { diffArrays, diffWordsWithSpace } from 'diff';
import { isEqual } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import { sha256Hex } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Value } from '../../core/state.ts';
import { apart, quoted } from './sanitize.ts';

const longest = 200;
const longestPart = 400;
/** Characters shown at the beginning, and on each side of a difference. */
const shown = { beginning: 60, before: 40, after: 100 };

interface ValueOptions {
  /** Never shorten: every word of a condition matters. */
  readonly isShownInFull?: boolean | undefined;
}

/** Only parts that all values have in common are cut. */
export function valueTexts(
  values: readonly unknown[],
  { isShownInFull = false }: ValueOptions = {},
): readonly string[] {
  const texts = apart(values.map((value) => (value === undefined || value === null ? '' : valueText(value as Value))));
  const windows = windowsAround(placesOfDifference(texts.filter((text) => text !== '')));
  return texts.map((text) =>
    text === '' ? '(none)' : isShownInFull || text.length <= longest ? text : cut(text, windows),
  );
}

/** Texts, numbers and lists of them as JSON. Maps as their entries, which are easier to read: `title "Status", to "https://…"`. */
export function valueText(value: Value): string {
  if (Array.isArray(value)) return value.some(isNested) ? `[${value.map(inner).join('; ')}]` : quoted(value);
  if (!isMap(value)) return quoted(value);
  const entries = Object.entries(value).map(([key, each]) => `${keyText(key)} ${inner(each)}`);
  return entries.length === 0 ? '{}' : entries.join(', ');
}

function isNested(value: Value) {
  return typeof value === 'object' && value !== null;
}

function inner(value: Value): string {
  return isMap(value) ? `(${valueText(value)})` : valueText(value);
}

/** The beginning of a text, its length and a hash. */
function shortened(text: string, { isShownInFull = false }: ValueOptions): string {
  return isShownInFull || text.length <= longestPart ? text : cut(text, [[0, longestPart]]);
}

/** The current and the planned value of a field. */
export function valuePair({ before, after, isNotReturned }: ValuePair, options: ValueOptions = {}) {
  const [was = '', wanted = ''] = valueTexts([before, after], options);
  if (isNotReturned) return { before: notReturned, after: wanted };
  // The plan clears a value that is not known.
  return { before: before === undefined && after === null ? '(unknown)' : was, after: wanted };
}

interface ValuePair {
  readonly before?: unknown;
  readonly after: unknown;
  /** The platform has a value before, but does not return it. */
  readonly isNotReturned?: true | undefined;
}

export const notReturned = '(not returned)';

type Window = readonly [from: number, to: number];

function placesOfDifference(texts: readonly string[]) {
  return texts.flatMap((text, index) => {
    const others = texts.slice(0, index).filter((other) => other !== text);
    return others.map((other) => firstDifference(text, other));
  });
}

function firstDifference(a: string, b: string) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Disjoint windows in order: the beginning, and one around each difference. */
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

function cut(text: string, windows: readonly Window[]) {
  const parts = windows.map(([from, to]) => text.slice(whole(text, from), whole(text, to)));
  const isEndShown = (windows.at(-1)?.[1] ?? 0) >= text.length;
  return `${parts.filter((part) => part !== '').join('…')}${isEndShown ? '' : '…'} (${text.length} characters, #${sha256Hex(text).slice(0, 8)})`;
}

/** Moves an offset out of a surrogate pair. */
function whole(text: string, offset: number) {
  return offset > 0 && /^[\udc00-\udfff]/.test(text.slice(offset, offset + 1)) ? offset - 1 : offset;
}

/** One line of a difference. `at`: path in a map, such as `claims.partner`. */
export interface Difference {
  readonly mark: ' ' | '-' | '+' | '~';
  readonly at?: string;
  readonly text: string;
}

/** Longer pairs are printed as differences. */
const longestPair = 72;
/** With more edits, a difference does not help a reader. */
const maxEdits = 400;
/** Characters of unchanged text shown around a change. */
const around = 40;

/** Empty if the values are short, of different types, or have little in common. */
export function differencesOf(before: unknown, after: unknown, options: ValueOptions = {}): readonly Difference[] {
  if (before === undefined || after === undefined || before === null || after === null) return [];
  const found = differing(before as Value, after as Value, options);
  const hasDifference = found.some(({ mark }) => mark !== ' ');
  return hasDifference && quoted(before).length + quoted(after).length > longestPair ? found : [];
}

function differing(before: Value, after: Value, options: ValueOptions): readonly Difference[] {
  if (typeof before === 'string' && typeof after === 'string') return words(before, after, options);
  if (Array.isArray(before) && Array.isArray(after)) return elements(before, after, options);
  return isMap(before) && isMap(after) ? entries(before, after, options) : [];
}

function words(before: string, after: string, options: ValueOptions): readonly Difference[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  const kept = (parts ?? []).reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length), 0);
  if (parts === undefined || kept * 3 < Math.min(before.length, after.length)) return [];
  const texts = apart(parts.map(({ value }) => quoted(value)));
  return parts.map(({ added, removed, value }, index) => {
    const text = texts[index] ?? '';
    if (added || removed) return { mark: added ? '+' : '-', text: shortened(text, options) };
    const isShort = !options.isShownInFull;
    return { mark: ' ', text: isShort ? middleOut(value, index === 0, index === parts.length - 1) : text };
  });
}

/** Unchanged text near changes, with the number of omitted characters. */
function middleOut(text: string, isFirst: boolean, isLast: boolean) {
  const signs = [...text];
  const [head, tail] = [isFirst ? 0 : around, isLast ? 0 : around];
  if (signs.length <= 2 * around) return quoted(text);
  const [start, end] = [signs.slice(0, head).join(''), tail === 0 ? '' : signs.slice(-tail).join('')];
  return `${start === '' ? '' : quoted(start)}…${end === '' ? '' : quoted(end)} (${signs.length} characters stay)`;
}

function elements(before: readonly Value[], after: readonly Value[], options: ValueOptions): readonly Difference[] {
  const written = new Map([...before, ...after].map((each) => [canonicalJson(each), valueText(each)]));
  const textOf = (canonical: string) => shortened(written.get(canonical) ?? '', options);
  const parts = diffArrays(before.map(canonicalJson), after.map(canonicalJson), { maxEditLength: maxEdits });
  const lines = (parts ?? []).flatMap(({ added, removed, value }): readonly Difference[] => {
    if (added || removed) return value.map((each) => ({ mark: added ? '+' : '-', text: textOf(each) }));
    return [{ mark: ' ', text: value.length === 1 ? textOf(value[0] ?? '') : `${value.length} that stay` }];
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
    const [was, is] = [before, after].map((map) => (Object.hasOwn(map, key) ? map[key] : undefined));
    if (was === undefined) return [{ mark: '+', at, text: shortened(valueText(is ?? null), options) }];
    if (is === undefined) return [{ mark: '-', at, text: shortened(valueText(was), options) }];
    if (isEqual(was, is)) return [];
    if (isMap(was) && isMap(is)) return entries(was, is, options, `${at}.`);
    const inside = differencesOf(was, is, options);
    if (inside.length > 0) return inside.map((each) => ({ ...each, at: withoutMissing(at, each.at).join('.') }));
    const pair = valuePair({ before: was, after: is }, options);
    return [{ mark: '~', at, text: `${pair.before} → ${pair.after}` }];
  });
}

function keyText(key: string) {
  return /^[\w-]+$/.test(key) ? key : quoted(key);
}
