/** Packs lists of keys without loss, with number ranges such as `page-{001..650,702}`. */
import { hasHidden } from '../core/hidden.ts';
import { quoted } from './sanitize.ts';

export interface PackedItem {
  readonly key: string;
  readonly title?: string | undefined;
  readonly id?: string | undefined;
}

interface PackedOptions {
  readonly hasIds: boolean;
  /** The order is significant and stays. */
  readonly isOrdered?: boolean;
}

/** `page-{001..650,702}="Page {1..650,702}"#id`, or `#[id id]` if the ids are not consecutive. Unusual keys are JSON. */
export function packed(items: readonly PackedItem[], { hasIds, isOrdered = false }: PackedOptions): string {
  const sorted = isOrdered ? items : inNaturalOrder(items);
  return runsOf(sorted)
    .map((run) => `${patternOf(run.map(({ key }) => key))}${titlePart(run)}${hasIds ? idPart(run) : ''}`)
    .join(' ');
}

/** Items whose keys differ in one number, and whose titles are equal or differ in one number. */
function runsOf(items: readonly PackedItem[]): readonly (readonly PackedItem[])[] {
  const runs: PackedItem[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && continues(run, item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

function continues(run: readonly PackedItem[], item: PackedItem) {
  const [first = item, second = item] = run;
  const has = ({ title, id }: PackedItem) => `${title !== undefined} ${id !== undefined}`;
  const isNext = (a: string, b: string, next: string) => {
    const place = countingPlace(a, b);
    return place !== undefined && place === countingPlace(a, next);
  };
  if (has(first) !== has(item) || !isNext(first.key, second.key, item.key)) return false;
  if (first.title === undefined || second.title === undefined || item.title === undefined) return true;
  return first.title === second.title ? item.title === first.title : isNext(first.title, second.title, item.title);
}

/** Texts and numbers alternate; numbers have odd positions. */
function partsOf(text: string) {
  return text.split(/(\d{1,15})/);
}

/** The position of the only number that increases from the first text to the second. */
function countingPlace(a: string, b: string) {
  const [from, to] = [partsOf(a), partsOf(b)];
  if (from.length !== to.length) return undefined;
  const places = from.flatMap((part, index) => (part === to[index] ? [] : [index]));
  const [place] = places;
  return places.length === 1 && place !== undefined && place % 2 === 1 ? place : undefined;
}

function numberText(first: string, number: number) {
  return String(number).padStart(first.startsWith('0') ? first.length : 0, '0');
}

function patternOf(texts: readonly string[]) {
  const [first = '', second = first] = texts;
  const place = countingPlace(first, second);
  if (place === undefined) return isWord(first) ? first : json(first);
  const from = partsOf(first);
  const [before, after] = [from.slice(0, place).join(''), from.slice(place + 1).join('')];
  const range = `{${rangesOf(texts.map((text) => partsOf(text)[place] ?? ''))}}`;
  const isPlain = [before, after].every((part) => part === '' || isWord(part));
  return isPlain ? `${before}${range}${after}` : `"${json(before).slice(1, -1)}${range}${json(after).slice(1, -1)}"`;
}

/** `001..650,702`: consecutive numbers are a range. */
function rangesOf(numbers: readonly string[]) {
  const ranges: [string, string][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range !== undefined && numberText(range[0], Number(range[1]) + 1) === number) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}..${to}`)).join(',');
}

function titlePart(run: readonly PackedItem[]) {
  const titles = run.flatMap(({ title }) => (title === undefined ? [] : [title]));
  if (titles.length === 0) return '';
  const pattern = patternOf(titles);
  return `=${pattern.startsWith('"') ? pattern : `"${pattern}"`}`;
}

function idPart(run: readonly PackedItem[]) {
  const ids = run.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const [first = '', second = first] = ids;
  if (ids.length === 0) return '';
  const place = countingPlace(first, second);
  const isCounting = place !== undefined && ids.slice(1).every((id) => countingPlace(first, id) === place);
  return ids.length === 1 || isCounting ? `#${patternOf(ids)}` : `#[${ids.map((id) => patternOf([id])).join(' ')}]`;
}

function isWord(text: string) {
  return /^[\p{L}\p{N}_.@:+%~/-]+$/u.test(text) && !hasHidden(text);
}

/** JSON, with braces that look like a range escaped. */
function json(text: string) {
  return quoted(text).replace(/\{(?=\d+(?:,|\.\.))/g, '\\u007b');
}

/** `page-2` before `page-10`. */
function inNaturalOrder(items: readonly PackedItem[]): readonly PackedItem[] {
  const taken = items.map((item) => ({ item, parts: partsOf(item.key) }));
  return taken.sort((a, b) => naturally(a.parts, b.parts)).map(({ item }) => item);
}

function naturally(from: readonly string[], to: readonly string[]) {
  for (const [index, part] of from.entries()) {
    const other = to[index];
    if (other === undefined) return 1;
    if (part === other) continue;
    const difference = index % 2 === 1 ? Number(part) - Number(other) : 0;
    return difference !== 0 ? difference : part < other ? -1 : 1;
  }
  return from.length - to.length;
}
