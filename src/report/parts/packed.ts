/** Lists keys without loss, with runs such as `650 from page-001 to page-650`, and shortens lists of people who get a role without high risk. */

import { groupBy, type NonEmpty } from '../../core/compare.ts';
import { hasHidden } from '../../core/hidden.ts';
import type { Impact } from '../../core/impact.ts';
import type { FieldChange } from '../../plan/result/change.ts';
import { quoted } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { valuePair } from '../wording/values.ts';

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

/** `docs "Docs" (id), 650 from page-001 "Page 1" (id5) to page-650 "Page 650" (id654)`. If the ids of a run are not consecutive, all of them follow the last item. Unusual texts are quoted. */
export function packed(items: readonly PackedItem[], { hasIds, isOrdered = false }: PackedOptions): string {
  const shown = hasIds ? items : items.map(({ id: _, ...item }) => item);
  return runsOf(isOrdered ? shown : inNaturalOrder(shown))
    .map((run) => (run.length === 1 ? itemText(run[0]) : runText(run)))
    .join(', ');
}

/** Shorter runs are written out, so that people can copy each key. */
const shortestRange = 10;

/** Items whose keys differ in one number that grows in equal steps, and whose titles are equal or do the same. */
function runsOf(items: readonly PackedItem[]): readonly NonEmpty<PackedItem>[] {
  const runs: [PackedItem, ...PackedItem[]][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && continues(run, item)) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run): readonly NonEmpty<PackedItem>[] =>
    run.length < shortestRange ? run.map((item): NonEmpty<PackedItem> => [item]) : [run],
  );
}

function continues(run: NonEmpty<PackedItem>, item: PackedItem) {
  const [first, second = item] = run;
  const last = run.at(-1) ?? first;
  const has = ({ title, id }: PackedItem) => `${title !== undefined} ${id !== undefined}`;
  if (has(first) !== has(item) || !isNext(first.key, second.key, last.key, item.key)) return false;
  const [title, next, former, own] = [first.title, second.title, last.title, item.title];
  if (title === undefined || next === undefined || former === undefined || own === undefined) return true;
  return title === next ? own === title : isNext(title, next, former, own);
}

/** Whether the number grows from one text to the other as it does from the first text of the run to the second. */
function isNext(first: string, second: string, from: string, to: string) {
  const [place, step] = countingFrom(first, second);
  const [other, own] = countingFrom(from, to);
  return step !== undefined && place === other && step === own;
}

/** Texts and numbers alternate; numbers have odd positions. */
function partsOf(text: string) {
  return text.split(/(\d{1,15})/);
}

/** The position of the only number that differs, and how much it grows. Undefined: something else differs, or it does not grow. */
function countingFrom(a: string, b: string): readonly [place?: number, step?: number] {
  const [from, to] = [partsOf(a), partsOf(b)];
  const places = from.flatMap((part, index) => (part === to[index] ? [] : [index]));
  const [place = 0] = places;
  if (from.length !== to.length || places.length !== 1 || place % 2 === 0) return [];
  const [number = '', next = ''] = [from[place], to[place]];
  const width = number.startsWith('0') ? number.length : 0;
  const isPlain = next === String(Number(next)).padStart(width, '0');
  return Number(next) > Number(number) && isPlain ? [place, Number(next) - Number(number)] : [];
}

function itemText({ key, title, id }: PackedItem) {
  const name = isWord(key) ? key : inQuotes(key);
  return `${name}${title === undefined ? '' : ` ${inQuotes(title)}`}${id === undefined ? '' : ` (${idText(id)})`}`;
}

function idText(id: string) {
  return isWord(id) ? id : inQuotes(id);
}

/** `650 from page-1 to page-650`, `50 from page-2 to page-100 in steps of 2` */
function runText(run: NonEmpty<PackedItem>) {
  const [first, second = first] = run;
  const last = run.at(-1) ?? first;
  const ids = run.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const [from = '', next = ''] = ids;
  const isCounting = ids.slice(1).every((id, at) => isNext(from, next, ids[at] ?? '', id));
  const [, step = 1] = countingFrom(first.key, second.key);
  const steps = step === 1 ? '' : ` in steps of ${step}`;
  if (isCounting) return `${run.length} from ${itemText(first)} to ${itemText(last)}${steps}`;
  const [start, end] = [first, last].map(({ id: _, ...item }) => itemText(item));
  return `${run.length} from ${start} to ${end}${steps} (${ids.map(idText).join(', ')})`;
}

function isWord(text: string) {
  return /^[\p{L}\p{N}_.@:+%~/-]+$/u.test(text) && !hasHidden(text);
}

/** In single quotes if only double quotes need an escape: `'section "Guides"'`. */
function inQuotes(text: string) {
  const escaped = quoted(text);
  const isSingle = text.includes('"') && !/['\\]/.test(text) && `"${text.replaceAll('"', '\\"')}"` === escaped;
  return isSingle ? `'${text}'` : escaped;
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
const maxPeople = 12;
/** Up to this length, all names are printed. */
const maxCharacters = 160;
const maxNames = 3;
const strongRoles: readonly unknown[] = ['admin', 'owner'];

interface Person {
  readonly key: string;
  readonly fields: readonly FieldChange[];
}

/** Lists of people who only get a role, if they are too many to name. Numbered names such as `400 from user1@acme.dev to user400@acme.dev` are short. */
export function largePeopleGroups<Item>(
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
    return people.length > maxPeople && packed(people, { hasIds: false }).length > maxCharacters;
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
  const names = someNames(keysOf(others), maxNames);
  const rest = others.length > maxNames ? `${names} (-v lists all)` : names;
  return [...named, ...(others.length === 0 ? [] : [`${counts}: ${rest}`])].join('; ');
}

function keysOf(people: readonly Person[]) {
  return people.map(({ key }) => key);
}

/** Effects on more people than are listed one by one, as one text for each effect, and the other effects. */
export function summarizedEffects(impact: readonly Impact[]) {
  const gains = groupBy(impact.filter(isGain), ({ topic, what }) => (topic === 'team' ? topic : what));
  const summarized = [...gains].filter(([, own]) => numberOf(own) > maxPeople);
  const shortened = new Set(summarized.flatMap(([, own]) => own));
  const texts = summarized.map(([what, own]) => {
    const number = `${numberOf(own)} people`;
    const teams = [...new Set(own.filter(({ topic }) => topic === 'team').map(({ subject }) => subject))];
    const details = [...new Set(own.flatMap((each) => each.details))].map((text) => `; ${text}`).join('');
    return teams.length === 0
      ? `${number}: ${what}${details}`
      : `${someNames(teams, maxPeople)}: ${number} join ${teams.length === 1 ? 'the team' : 'these teams'}${details}`;
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
