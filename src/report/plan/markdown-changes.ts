/** Changes as Markdown: one by one with details, or grouped with packed keys. */

import type { Address } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import { defined, present } from '../../core/defined.ts';
import { once, onceFor } from '../../core/once.ts';
import { type FieldChange, isStateOnly } from '../../plan/result/change.ts';
import { isHighRiskChange } from '../../plan/result/severity.ts';
import { causesAmong } from '../parts/blocked-by-cause.ts';
import { code, fieldMarkdown, isRisk, itemMarkdown, line, markdownOf, risksMarkdown } from '../parts/lines.ts';
import { type PackedItem, packed } from '../parts/packed.ts';
import { countsText, escapeMarkdown, foldedMarkdown, inlineCode } from '../wording/sanitize.ts';
import { actionWords, count, countedOf } from '../wording/words.ts';
import { namesOf } from './across-sites.ts';
import { type PlanReport, placeOf, placesOf } from './plan-report.ts';
import { changeItem, fieldLine, type Group, namedLine, placeLine, type ReportedChange } from './reported-change.ts';

/** Changes that only affect the ledger, and then the groups of each place. */
export function placesMarkdown(changes: readonly ReportedChange[], explains: Explains): string {
  const places = [recordsIn(changes), ...placesOf(changes, () => true)];
  const causeOf = causesAmong(places.flat(2));
  return present(
    ...places.map((groups) =>
      groups.map((group) => groupMarkdown(group, { cause: causeOf(group[0]), explains })).join('\n'),
    ),
  ).join('\n\n');
}

function recordsIn(changes: readonly ReportedChange[]) {
  return changes.filter(({ action }) => isStateOnly(action)).map((change): Group => [change]);
}

type Explains = PlanReport['explains'];

interface GroupOptions {
  /** Without fields, reasons and notes. */
  readonly isShort?: boolean;
  /** Address of an earlier change that is blocked for the same reason. */
  readonly cause?: Address | undefined;
  readonly explains?: Explains;
}

function groupMarkdown(group: Group, { isShort = false, cause, explains }: GroupOptions = {}) {
  const [change] = group;
  const { action, address } = change;
  const { start, items } = namesOf(group);
  const isOne = group.length === 1;
  const head = isOne
    ? line`${action} ${namedLine(change, address)}`
    : line`${action} in ${code(start)}, ${group.length}:`;
  const item = changeItem(group, head, { cause, isExplained: (what) => explains?.(group, what) === true });
  const shown = isShort ? { ...item, fields: [], notes: item.notes.filter(isRisk) } : item;
  const keys = isOne ? [] : [`  - ${inlineCode(packed(items, { hasIds: true, isOrdered: action === 'move' }))}`];
  return [...itemMarkdown(shown), ...keys].join('\n');
}

/** Ids of deleted and replaced objects. `things`: without ids of people. */
export type Ids = 'all' | 'things' | 'none';

interface PackingOptions {
  readonly ids: Ids;
  /** Addresses of high-risk effects, which already show the values of deleted objects. */
  readonly meant: ReadonlySet<Address>;
  readonly explains: Explains;
}

export function packedMarkdown(changes: readonly ReportedChange[], options: PackingOptions): string {
  const groups = groupBy(
    changes.map((change) => compactEntry({ ...change, ...templated(change) }, options, change)),
    ({ head, lines }) => [head, ...lines].join('\n'),
  );
  return [...groups.values()]
    .map((group) => packingMarkdown(group.length === 1 ? [compactEntry(group[0].change, options)] : group))
    .join('\n');
}

/** The texts of a group, with `it` or `ADDRESS` in place of the address. */
const templated = onceFor(({ address, blocked, lost }: ReportedChange) => {
  // Compiling the pattern is slow, and most texts do not contain the address.
  const own = once(() => {
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
  const commands = defined({ hint: command(hint), override: command(override), allow: starts });
  return { lost: shared, blocked: { code: name, reason: replaced(reason, 'it'), ...commands } };
});

function compactEntry(shown: ReportedChange, { ids, meant, explains }: PackingOptions, change = shown) {
  const { action, shownFields } = shown;
  const item = itemOf(change, ids);
  const needed = shownFields.filter((field) => isNeeded(shown, field, meant.has(change.address)));
  const left = action === 'delete' ? 0 : shownFields.length - needed.length;
  const lines = [
    ...risksMarkdown(changeItem([shown], [], { isExplained: (what) => explains([change], what) })),
    ...needed.flatMap((field) => fieldMarkdown(fieldLine(change, field, true))),
    ...(left === 0 ? [] : [`  - ${count(left, 'more field')}`]),
  ];
  const head = `${inlineCode(actionWords[action].symbol)} ${action}${markdownOf(placeLine(shown))}`;
  return { change, head, lines, item };
}

/** Only addresses: one line for each list and set of changed fields. Ids stay, because the approval of an adoption covers its id. */
function namedMarkdown(changes: readonly ReportedChange[]) {
  const groups = groupBy(changes.map(naming), ({ head }) => head);
  return [...groups.values()]
    .map((own) => `- ${own[0].head}, ${own.length}: ${inlineCode(packed(own, { hasIds: true }))}`)
    .join('\n');
}

/** Memoized, because the search for the longest comment prints the same change many times. */
const naming = onceFor(({ action, address, key, displayId: id, shownFields }: ReportedChange) => {
  const names = [...new Set(shownFields.map(({ field }) => escapeMarkdown(field)))].join(', ');
  const what = action === 'update' ? `${action} ${names}` : action;
  const list = inlineCode(address.slice(0, -key.length));
  return { head: `${inlineCode(actionWords[action].symbol)} ${what} in ${list}`, key, id };
});

function packingMarkdown(alike: NonEmpty<ReturnType<typeof compactEntry>>) {
  const [{ head, lines }] = alike;
  const lists = groupBy(alike, ({ change: { address, key } }) => address.slice(0, -key.length));
  const keys = [...lists].map(([list, own]) => {
    const items = own.map(({ item }) => item);
    return `  - in ${inlineCode(list)}: ${inlineCode(packed(items, { hasIds: true }))}`;
  });
  return [`- ${head}, ${alike.length}:`, ...lines, ...keys].join('\n');
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

export type OthersText = ReturnType<ReturnType<typeof othersOf>['textOf']>;

/** `hasHighRisk`: another section lists high-risk changes. */
export function othersOf(changes: readonly ReportedChange[], hasHighRisk: boolean) {
  const places = [...placesOf(changes), recordsIn(changes)];
  const textOfGroup = onceFor((group: Group) =>
    groupMarkdown(group, { isShort: sectionOf(group[0]) === 'Ledger only' }),
  );
  /** The first groups with details, and then a number of changes by name. */
  const textOf = (most: number, mostNamed: number) => {
    let room = most;
    const detailed = places.map((groups) => {
      const first = groups.slice(0, Math.max(0, room));
      room -= groups.length;
      return first;
    });
    const left = places.flat().slice(most).flat();
    const [named, counted] = [left.slice(0, mostNamed), left.slice(mostNamed)];
    const sectionText = (heading: Section) => {
      const own = (change: ReportedChange) => sectionOf(change) === heading;
      const shown = detailed.map((groups) => groups.filter(([first]) => own(first)));
      const names = named.filter(own);
      const texts = [...shown.map((groups) => groups.map(textOfGroup).join('\n')), namedMarkdown(names)];
      const title = heading === 'Changes' && hasHighRisk ? 'Other changes' : heading;
      const number = shown.flat(2).length + names.length;
      const text = present(...texts).join('\n\n');
      return number === 0 ? '' : foldedMarkdown(`${title} (${number})`, text, number <= maxOpen);
    };
    return {
      sections: [...sections.map(sectionText), countedText(counted, mostNamed > 0)],
      detailed: changes.length - left.length,
      named: named.length,
      counted: counted.length,
    };
  };
  return { number: changes.length, groups: places.flat().length, textOf };
}

const sections = ['Changes', 'No longer managed', 'Ledger only'] as const;
type Section = (typeof sections)[number];

function sectionOf({ action }: ReportedChange): Section {
  if (action === 'unmanage') return 'No longer managed';
  return isStateOnly(action) ? 'Ledger only' : 'Changes';
}

/** `Not listed: 9 to update.`, with counts for each place if there is room. */
function countedText(changes: readonly ReportedChange[], hasPlaces: boolean) {
  if (changes.length === 0) return '';
  const head = `Not listed: ${countsText(countedOf(changes).map(({ number, word }) => [word, number]))}.`;
  if (!hasPlaces) return head;
  const places = [...groupBy(changes, ({ address }) => placeOf(address))].sort(([, a], [, b]) => b.length - a.length);
  const rest = places.slice(maxPlaces);
  const left = count(rest.flatMap(([, own]) => own).length, 'change');
  return present(
    head,
    ...places.slice(0, maxPlaces).map(([place, own]) => `- ${inlineCode(place)}: ${kindsText(own)}`),
    rest.length > 0 && `- ${count(rest.length, 'more place')}: ${left}`,
  ).join('\n');
}

/** `update section (300), move section (20)` */
function kindsText(changes: readonly ReportedChange[]) {
  const kinds = groupBy(changes, ({ action, kind }) => `${action} ${kind}`);
  return [...kinds].map(([what, own]) => `${what} (${own.length})`).join(', ');
}
