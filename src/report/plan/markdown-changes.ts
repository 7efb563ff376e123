/** Changes in comments: one by one with details, or grouped with packed keys. */

import type { Address } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { cacheFirstResult, cachePerObject } from '../../core/once.ts';
import { type Action, type FieldChange, isStateOnly } from '../../plan/result/change.ts';
import { isHighRiskChange } from '../../plan/result/severity.ts';
import {
  type Block,
  type BlockOf,
  code,
  type Item,
  isRisk,
  joined,
  type List,
  line,
  literal,
} from '../blocks/block.ts';
import { causesAmong } from '../parts/blocked-by-cause.ts';
import { type PackedItem, packed } from '../parts/packed.ts';
import { countsText } from '../wording/sanitize.ts';
import { actionWords, count, countedOf } from '../wording/words.ts';
import { namesOf } from './across-sites.ts';
import { type PlanReport, placeOf, placesOf } from './plan-report.ts';
import { changeItem, fieldLine, type Group, namedLine, placeLine, type ReportedChange } from './reported-change.ts';

/** Changes that only affect the ledger, and then the groups of each place. */
export function placeItems(changes: readonly ReportedChange[], explains: Explains): readonly (readonly Item[])[] {
  const places = [recordsIn(changes), ...placesOf(changes, () => true)];
  const causeOf = causesAmong(places.flat(2));
  return places.map((groups) => groups.map((group) => groupItem(group, { cause: causeOf(group[0]), explains })));
}

function recordsIn(changes: readonly ReportedChange[]) {
  return changes.filter(({ action }) => isStateOnly(action)).map((change): Group => [change]);
}

type Explains = PlanReport['explains'];

/** `unmanage` and `release` are words of the JSON document. */
function verbOf(action: Action) {
  return action === 'unmanage' || action === 'release' ? 'stop managing' : action;
}

interface GroupOptions {
  /** Without fields, reasons and notes. */
  readonly isShort?: boolean;
  /** Address of an earlier change that is blocked for the same reason. */
  readonly cause?: Address | undefined;
  readonly explains?: Explains;
}

function groupItem(group: Group, { isShort = false, cause, explains }: GroupOptions = {}): Item {
  const [change] = group;
  const { action, address } = change;
  const { start, items } = namesOf(group);
  const isOne = group.length === 1;
  const head = isOne
    ? line`${literal(verbOf(action))} ${namedLine(change, address)}`
    : line`${literal(verbOf(action))} in ${code(start)}, ${group.length}:`;
  const item = changeItem(group, head, { cause, isExplained: (what) => explains?.(group, what) === true });
  const names = isOne ? [] : [code(packed(items, { hasIds: true, isOrdered: action === 'move' }))];
  return isShort ? { ...item, fields: [], notes: item.notes.filter(isRisk), names } : { ...item, names };
}

/** Ids of deleted and replaced objects. `things`: without ids of people. */
export type Ids = 'all' | 'things' | 'none';

interface PackingOptions {
  readonly ids: Ids;
  /** Addresses of high-risk effects, which already show the values of deleted objects. */
  readonly meant: ReadonlySet<Address>;
  readonly explains: Explains;
}

/** Equal changes as one item. */
export function packedItems(changes: readonly ReportedChange[], options: PackingOptions): readonly Item[] {
  const groups = groupBy(
    changes.map((change) => compactEntry({ ...change, ...templated(change) }, options, change)),
    ({ head, body }) => JSON.stringify([head, body]),
  );
  return [...groups.values()].map((group) =>
    packedItem(group.length === 1 ? [compactEntry(group[0].change, options)] : group),
  );
}

/** The texts of a group, with `it` or `ADDRESS` in place of the address. */
const templated = cachePerObject(({ address, blocked, lost }: ReportedChange) => {
  // Compiling the pattern is slow, and most texts do not contain the address.
  const own = cacheFirstResult(() => {
    // Only whole addresses: a longer one is another resource.
    const source = `(?<![\\p{L}\\p{N}_/.:@-])${address.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\p{L}\\p{N}_/@-])`;
    return new RegExp(source, 'gu');
  });
  const replaced = (text: string, word: string) => (text.includes(address) ? text.replace(own(), word) : text);
  const command = (text: string | undefined) => text && replaced(text, 'ADDRESS');
  const shared = lost.map((text) => replaced(text, 'it'));
  if (blocked === undefined) return { lost: shared };
  const { code: name, reason, hint, override, allow } = blocked;
  const starts = allow?.map((start) =>
    'address' in start ? { ...start, address: command(start.address) ?? '', ...(start.id && { id: 'ID' }) } : start,
  );
  const commands = withoutUndefined({ hint: command(hint), override: command(override), allow: starts });
  return { lost: shared, blocked: { code: name, reason: replaced(reason, 'it'), ...commands } };
});

function compactEntry(shown: ReportedChange, { ids, meant, explains }: PackingOptions, change = shown) {
  const { action, shownFields } = shown;
  const needed = shownFields.filter((field) => isNeeded(shown, field, meant.has(change.address)));
  const left = action === 'delete' ? 0 : shownFields.length - needed.length;
  const { symbol, notes, blocked } = changeItem([shown], [], { isExplained: (what) => explains([change], what) });
  return {
    change,
    packed: itemOf(change, ids),
    head: line`${literal(verbOf(action))}${placeLine(shown)}`,
    body: {
      symbol,
      blocked,
      notes: notes.filter(isRisk),
      fields: needed.map((field) => fieldLine(change, field, true)),
      lines: left === 0 ? [] : [literal(count(left, 'more field'))],
    },
  };
}

/** Only addresses: one line for each list and set of changed fields. Ids stay, because the approval of an adoption covers its id. */
function namedList(changes: readonly ReportedChange[]): List {
  const groups = groupBy(changes.map(naming), ({ name }) => name);
  const items = [...groups.values()].map((own) => ({
    head: line`${own[0].head}, ${own.length}: ${code(packed(own, { hasIds: true }))}`,
  }));
  return { is: 'list', of: 'named', items };
}

/** Memoized, because the search for the longest comment prints the same change many times. */
const naming = cachePerObject(({ action, address, key, displayId: id, shownFields }: ReportedChange) => {
  const names = [...new Set(shownFields.map(({ field }) => field))].map((field) => code(field, 'data'));
  const what = line`${literal(verbOf(action))}${action === 'update' ? line` ${joined(names, ', ')}` : []}`;
  const head = line`${code(actionWords[action].symbol)} ${what} in ${code(address.slice(0, -key.length))}`;
  return { name: JSON.stringify(head), head, key, id };
});

function packedItem(alike: NonEmpty<ReturnType<typeof compactEntry>>): Item {
  const [{ head, body }] = alike;
  const lists = groupBy(alike, ({ change: { address, key } }) => address.slice(0, -key.length));
  const names = [...lists].map(([list, own]) => {
    const items = own.map((each) => each.packed);
    return line`in ${code(list)}: ${code(packed(items, { hasIds: true }))}`;
  });
  return { ...body, head: line`${head}, ${alike.length}:`, names };
}

function itemOf({ key, displayTitle: title, displayId }: ReportedChange, ids: Ids = 'all'): PackedItem {
  const isIdShown = ids === 'all' || (ids === 'things' && !key.includes('@'));
  return { key, title, id: isIdShown ? displayId : undefined };
}

/** Fields that a reviewer must see: risks, conflicts, reasons for a replacement, and causes of high-risk effects. */
function isNeeded(change: ReportedChange, { highRisk, origin }: FieldChange, isMeant: boolean) {
  if (change.action === 'delete') return !isMeant;
  return change.action === 'replace' || highRisk !== undefined || origin === 'both' || !isHighRiskChange(change);
}

const maxOpen = 15;

/** Places with counts of their own. Places with the most changes come first. */
const maxPlaces = 20;

export type OthersPart = ReturnType<ReturnType<typeof othersOf>['partOf']>;

/** `hasHighRisk`: another section lists high-risk changes. */
export function othersOf(changes: readonly ReportedChange[], hasHighRisk: boolean) {
  const places = [...placesOf(changes), recordsIn(changes)];
  const itemOfGroup = cachePerObject((group: Group) =>
    groupItem(group, { isShort: sectionOf(group[0]) === 'Ledger only' }),
  );
  /** The first groups with details, and then a number of changes by name. */
  const partOf = (most: number, mostNamed: number) => {
    let room = most;
    const detailed = places.map((groups) => {
      const first = groups.slice(0, Math.max(0, room));
      room -= groups.length;
      return first;
    });
    const left = places.flat().slice(most).flat();
    const [named, counted] = [left.slice(0, mostNamed), left.slice(mostNamed)];
    const sectionBlock = (heading: Section): readonly BlockOf<'fold'>[] => {
      const own = (change: ReportedChange) => sectionOf(change) === heading;
      const shown = detailed.map((groups) => groups.filter(([first]) => own(first)));
      const names = named.filter(own);
      const number = shown.flat(2).length + names.length;
      if (number === 0) return [];
      const title = heading === 'Changes' && hasHighRisk ? 'Other changes' : heading;
      const groups = shown.map((each) => each.map(itemOfGroup));
      const blocks: readonly Block[] = [{ is: 'changes', groups }, namedList(names)];
      return [{ is: 'fold', summary: `${title} (${number})`, isOpen: number <= maxOpen, blocks }];
    };
    return {
      sections: [...sections.flatMap(sectionBlock), ...countedList(counted, mostNamed > 0)],
      detailed: changes.length - left.length,
      named: named.length,
      counted: counted.length,
    };
  };
  return { number: changes.length, groups: places.flat().length, partOf };
}

const sections = ['Changes', 'No longer managed', 'Ledger only'] as const;
type Section = (typeof sections)[number];

function sectionOf({ action }: ReportedChange): Section {
  if (action === 'unmanage') return 'No longer managed';
  return isStateOnly(action) ? 'Ledger only' : 'Changes';
}

/** `Not listed: 9 to update.`, with counts for each place if there is room. */
function countedList(changes: readonly ReportedChange[], hasPlaces: boolean): readonly List[] {
  if (changes.length === 0) return [];
  const counts = countsText(countedOf(changes).map(({ number, word }) => [word, number]));
  const about = literal(`Not listed: ${counts}.`);
  const all = [...groupBy(changes, ({ address }) => placeOf(address))].sort(([, a], [, b]) => b.length - a.length);
  const [places, rest] = hasPlaces ? [all.slice(0, maxPlaces), all.slice(maxPlaces)] : [[], []];
  const left = count(rest.flatMap(([, own]) => own).length, 'change');
  const heads = [
    ...places.map(([place, own]) => line`${code(place)}: ${literal(kindsText(own))}`),
    ...(rest.length > 0 ? [literal(`${count(rest.length, 'more place')}: ${left}`)] : []),
  ];
  return [{ is: 'list', of: 'counted', about, items: heads.map((head) => ({ head })) }];
}

/** `update section (300), move section (20)` */
function kindsText(changes: readonly ReportedChange[]) {
  const kinds = groupBy(changes, ({ action, kind }) => `${action} ${kind}`);
  return [...kinds].map(([what, own]) => `${what} (${own.length})`).join(', ');
}
