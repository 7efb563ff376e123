/** Long values that differ, part by part: texts by words, lists by element, maps by key. */
import { diffArrays, diffWordsWithSpace } from 'diff';
import { canonicalJson } from '../core/canonical.ts';
import { isEqual } from '../core/equal.ts';
import type { Value } from '../core/value.ts';
import { apart, quoted } from './sanitize.ts';
import { shortened, type ValueOptions, valuePair } from './values.ts';

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
    return { mark: ' ', text: options.isUncut ? text : middleOut(value, index === 0, index === parts.length - 1) };
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
    if (added || removed) return value.map((each) => ({ mark: added ? '+' : '-', text: shortened(quoted(JSON.parse(each)), options) }));
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
    const [was, is] = [Object.hasOwn(before, key) ? before[key] : undefined, Object.hasOwn(after, key) ? after[key] : undefined];
    if (was === undefined) return [{ mark: '+', at, text: shortened(quoted(is), options) }];
    if (is === undefined) return [{ mark: '-', at, text: shortened(quoted(was), options) }];
    if (isEqual(was, is)) return [];
    if (isMap(was) && isMap(is)) return entries(was, is, options, `${at}.`);
    const inside = differencesOf(was, is, options);
    if (inside.length > 0) return inside.map((each) => ({ ...each, at: each.at === undefined ? at : `${at}.${each.at}` }));
    const pair = valuePair({ before: was, after: is }, options);
    return [{ mark: '~', at, text: `${pair.before} → ${pair.after}` }];
  });
}

/** As it is where it is a plain word; else as JSON. */
function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : quoted(key);
}
