/** Packs lists of keys without loss, with number ranges such as `page-{001..650,702}`, and shortens lists of people who get a role without high risk. */

import { groupBy, type NonEmpty } from '../../core/compare.ts';
import { hasHidden } from '../../core/hidden.ts';
import type { Impact } from '../../core/impact.ts';
import type { FieldChange } from '../../plan/result/change.ts';
import { quoted } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { valuePair } from '../wording/values.ts';
import { count } from '../wording/words.ts';

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

/** Shorter runs are written out, so that people can copy each key. */
const shortestRange = 10;

/** Items whose keys differ in one number, and whose titles are equal or differ in one number. */
function runsOf(items: readonly PackedItem[]): readonly (readonly PackedItem[])[] {
  const runs: PackedItem[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && continues(run, item)) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < shortestRange ? run.map((item) => [item]) : [run]));
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
  if (place === undefined) return isWord(first) ? first : inQuotes([first]);
  const from = partsOf(first);
  const [before, after] = [from.slice(0, place).join(''), from.slice(place + 1).join('')];
  const range = `{${rangesOf(texts.map((text) => partsOf(text)[place] ?? ''))}}`;
  const isPlain = [before, after].every((part) => part === '' || isWord(part));
  return isPlain ? `${before}${range}${after}` : inQuotes([before, after], range);
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
  return `=${/^["']/.test(pattern) ? pattern : `"${pattern}"`}`;
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

/** In single quotes if only double quotes need an escape: `'section "Guides"'`. */
function inQuotes(parts: readonly string[], range = '') {
  const texts = parts.map((part) => json(part).slice(1, -1));
  const isSingle = parts.join('').includes('"') && parts.every((part, at) => isEscapedOnlyIn(part, texts[at]));
  return isSingle ? `'${parts.join(range)}'` : `"${texts.join(range)}"`;
}

/** Whether JSON escapes only double quotes. A backslash or a single quote needs JSON. */
function isEscapedOnlyIn(text: string, escaped: string | undefined) {
  return !/['\\]/.test(text) && text.replaceAll('"', '\\"') === escaped;
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

/** Up to this number, people are listed one by one. */
const mostPeople = 12;
/** Up to this length, all names are printed. */
const mostCharacters = 160;
const mostNames = 3;
const strongRoles: readonly unknown[] = ['admin', 'owner'];

interface Person {
  readonly key: string;
  readonly fields: readonly FieldChange[];
}

/** Lists of people who only get a role, if they are too many to name. Numbered names such as `user{1..400}@acme.dev` are short. */
export function crowdsIn<Item>(
  items: readonly Item[],
  personsOf: (item: Item) => readonly Person[],
  listOf: (item: Item) => string,
): readonly NonEmpty<Item>[] {
  const isPlain = ({ key, fields }: Person) =>
    key.includes('@') && fields.every(({ field, before, highRisk }) => field === 'role' && !before && !highRisk);
  const lists = groupBy(
    items.filter((item) => personsOf(item).every(isPlain)),
    listOf,
  );
  return [...lists.values()].filter((own) => {
    const people = own.flatMap(personsOf);
    return people.length > mostPeople && packed(people, { hasIds: false }).length > mostCharacters;
  });
}

/** `"owner": ana@acme.dev; 49 "member": bo@acme.dev, cy@acme.dev, di@acme.dev and 46 more (-v lists all)` */
export function peopleSummary(people: readonly Person[]): string {
  const roleOf = ({ fields: [role] }: Person) => (role === undefined ? 'no role' : valuePair(role, role).after);
  const isStrong = ({ fields }: Person) => fields.some(({ after }) => strongRoles.includes(after));
  const others = people.filter((person) => !isStrong(person));
  const named = [...groupBy(people.filter(isStrong), roleOf)].map(
    ([role, own]) => `${role}: ${someNames(keysOf(own), own.length)}`,
  );
  const counts = [...groupBy(others, roleOf)].map(([role, own]) => `${own.length} ${role}`).join(', ');
  const names = someNames(keysOf(others), mostNames);
  const rest = others.length > mostNames ? `${names} (-v lists all)` : names;
  return [...named, ...(others.length === 0 ? [] : [`${counts}: ${rest}`])].join('; ');
}

function keysOf(people: readonly Person[]) {
  return people.map(({ key }) => key);
}

/** Effects on more people than are listed one by one, as one text for each effect, and the other effects. */
export function summarizedEffects(impact: readonly Impact[]) {
  const gains = groupBy(impact.filter(isGain), ({ what }) => what);
  const summarized = [...gains].filter(([, own]) => numberOf(own) > mostPeople);
  const shortened = new Set(summarized.flatMap(([, own]) => own));
  const texts = summarized.map(([what, own]) => {
    const number = count(numberOf(own), 'person', 'people');
    const teams = [...new Set(own.filter(({ topic }) => topic === 'team').map(({ subject }) => subject))];
    const details = [...new Set(own.flatMap((each) => each.details))].map((text) => `; ${text}`).join('');
    return teams.length === 0
      ? `${number}: ${what}${details}`
      : `${someNames(teams, mostPeople)}: ${what} (${number})${details}`;
  });
  return { texts, rest: impact.filter((each) => !shortened.has(each)) };
}

/** A new member of a team, or the role of a person who has not joined. */
function isGain({ on, severity, topic, before }: Impact) {
  const isRisk = on !== 'people' || severity === 'high-risk';
  return !isRisk && ((topic === 'team' && before === null) || (topic === 'role' && before === undefined));
}

function numberOf(impact: readonly Impact[]) {
  return impact.reduce((sum, { who }) => sum + Math.max(1, who.length), 0);
}
