/** Changes as Markdown: one by one with details, or grouped with packed keys. */
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { onceFor } from '../core/once.ts';
import { type Blocked, type FieldChange, isBlocking, isStateOnly } from '../plan/change.ts';
import { causesAmong } from './causes.ts';
import { type PackedItem, packed } from './packed.ts';
import { type Group, placesOf } from './places.ts';
import { isHighRiskAlone } from './plan-report.ts';
import { fieldDisplay, nameAfter, type ReportedChange } from './reported-change.ts';
import { diffBlock, escapeMarkdown, inlineCode, quoted } from './sanitize.ts';
import { count, moveWords, originText, symbols, unmanagedText } from './words.ts';

/** Changes that only affect the ledger, and then the groups of each place. */
export function placesMarkdown(changes: readonly ReportedChange[]): string {
  const books = changes.filter(({ action }) => isStateOnly(action)).map((change): Group => [change]);
  const places = [books, ...placesOf(changes)];
  const causeOf = causesAmong(places.flat(2));
  return places
    .filter((groups) => groups.length > 0)
    .map((groups) => groups.map((group) => groupMarkdown(group, false, causeOf(group[0]))).join('\n'))
    .join('\n\n');
}

/** With `isShort`: without fields, reasons and notes. `cause`: address of an earlier change that is blocked for the same reason. */
export function groupMarkdown(group: Group, isShort: boolean, cause?: Address): string {
  const [change] = group;
  if (group.length === 1) return changeMarkdown(change, isShort, cause);
  const list = change.address.slice(0, change.address.length - change.key.length);
  const items = group.map((each) => itemOf(each));
  return [
    `- ${markOf(change)} in ${inlineCode(list)}${namedParts(items)}, ${group.length}:`,
    ...highRiskLines(change, cause),
    ...(isShort ? [] : detailLines(change, false)),
    `  - ${inlineCode(packed(items, { hasIds: true, isOrdered: change.action === 'move' }))}`,
  ].join('\n');
}

/** With `isShort`: without fields, reasons and notes. */
function changeMarkdown(change: ReportedChange, isShort: boolean, cause: Address | undefined): string {
  const { displayTitle: title, displayId } = change;
  const id = displayId === undefined ? '' : ` (${inlineCode(displayId)})`;
  return [
    `- ${markOf(change)} ${inlineCode(change.address)}${title === undefined ? '' : ` ${inlineCode(quoted(title))}`}${id}${placeText(change)}`,
    ...highRiskLines(change, cause),
    ...(isShort ? [] : detailLines(change, true)),
  ].join('\n');
}

function detailLines(change: ReportedChange, isOne: boolean): readonly string[] {
  return [
    ...change.shownFields.flatMap((field) => fieldMarkdown(change, field, isOne)),
    ...(change.reason === undefined ? [] : [`  - why: ${escapeMarkdown(change.reason)}`]),
    ...change.remarks.map((text) => `  - note: ${escapeMarkdown(text)}`),
  ];
}

export function blockedMarkdown(blocked: Blocked): string {
  const hint = blocked.hint === undefined ? '' : ` Help: ${sentence(blocked.hint)}`;
  const override = blocked.override === undefined ? '' : ` Override: ${inlineCode(blocked.override)}.`;
  return `**${isBlocking(blocked) ? 'blocked' : 'warning'}** ${inlineCode(blocked.code)}: ${sentence(blocked.reason)}${hint}${override}`;
}

function sentence(text: string): string {
  const escaped = escapeMarkdown(text);
  return /[.?!]$/.test(escaped) ? escaped : `${escaped}.`;
}

function markOf({ action }: ReportedChange): string {
  return `${inlineCode(symbols[action])} ${action}`;
}

function placeText(change: ReportedChange): string {
  const { beside, from } = change;
  const place =
    beside === undefined
      ? ''
      : ` ${moveWords[beside.relation]} ${inlineCode(beside.address)}${objectAfter(nameAfter(change, beside.address))}`;
  return `${place}${from === undefined ? '' : ` was ${inlineCode(from)}`}`;
}

function highRiskLines(change: ReportedChange, cause?: Address): readonly string[] {
  const { blocked } = change;
  const said = (block: Blocked) =>
    cause === undefined
      ? blockedMarkdown(block)
      : `**blocked** ${inlineCode(block.code)}: same cause as ${inlineCode(cause)}.`;
  return [
    ...(blocked === undefined ? [] : [`  - ${said(blocked)}`]),
    ...change.risks.map((text) => `  - **high-risk**: ${escapeMarkdown(text)}`),
    ...change.lost.map((text) => `  - cannot be reverted: ${escapeMarkdown(text)}`),
  ];
}

/** On one line, or as a diff block. */
function fieldMarkdown(change: ReportedChange, field: FieldChange, isOne: boolean): readonly string[] {
  const name = escapeMarkdown(field.field);
  const origin = originText(field.origin);
  const told = fieldDisplay(change, field, isOne);
  if (told.by === 'growth') return [`  - ${name}: … + ${inlineCode(quoted(told.grown))}${origin}`];
  if (told.by === 'kept')
    return [`  - ${unmanagedText(name, told.value === undefined ? undefined : inlineCode(told.value))}`];
  if (told.by === 'values') return [`  - ${name}: ${pairMarkdown(change, field, told)}${origin}`];
  const lines = told.parts.map(({ mark, at, text }) => ({
    sign: mark,
    text: at === undefined ? text : `${at}: ${text}`,
  }));
  return [`  - ${name}:${origin}`, ...diffBlock(lines).map((line) => `    ${line}`)];
}

function pairMarkdown(
  change: ReportedChange,
  field: FieldChange,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  if (change.action === 'delete') return inlineCode(before);
  return field.before === undefined && ['create', 'replace', 'record'].includes(change.action)
    ? inlineCode(after)
    : `${inlineCode(before)} → ${inlineCode(after)}`;
}

function objectAfter(name: string): string {
  return name === '' ? '' : ` ${inlineCode(name)}`;
}

/** The text of a change apart from its key. */
interface Packing {
  readonly change: ReportedChange;
  readonly head: string;
  readonly lines: readonly string[];
  /** Changes with equal text form a group. */
  readonly text: string;
  readonly list: Address;
  readonly item: PackedItem;
}

/** Ids of deleted and replaced objects. `things`: without ids of people. */
export type Ids = 'all' | 'things' | 'none';

export interface PackingOptions {
  readonly ids: Ids;
  /** Addresses of high-risk effects, which already show the values of deleted objects. */
  readonly meant: ReadonlySet<Address>;
}

/** Groups changes with equal text, list by list. */
export function packedMarkdown(changes: readonly ReportedChange[], options: PackingOptions): string {
  const groups = groupBy(
    changes.map((change) => packingOf({ ...change, ...change.templated }, options, change)),
    ({ text }) => text,
  );
  return [...groups.values()]
    .map((group) => (group.length === 1 ? group.map(({ change }) => packingOf(change, options)) : group))
    .map(packingMarkdown)
    .join('\n');
}

function packingOf(told: ReportedChange, { ids, meant }: PackingOptions, change: ReportedChange = told): Packing {
  const item = itemOf(change, ids);
  const needed = told.shownFields.filter((field) => isNeeded(told, field, meant.has(change.address)));
  const lines = [
    ...highRiskLines(told),
    ...needed.flatMap((field) => fieldMarkdown(change, field, true)),
    ...(change.action === 'delete' ? [] : restOfFields(told.shownFields.length - needed.length)),
  ];
  const head = `${markOf(change)}${namedParts([item])}${placeText(told)}`;
  return {
    change,
    head,
    lines,
    text: [head, ...lines].join('\n'),
    list: change.address.slice(0, change.address.lastIndexOf('/') + 1),
    item,
  };
}

/** Only addresses: one line for each list and set of changed fields. Ids stay, because the approval of an adoption covers its id. */
export function namedMarkdown(changes: readonly ReportedChange[]): string {
  const groups = groupBy(changes.map(naming), ({ head }) => head);
  return [...groups.values()]
    .map((own) => `- ${own[0]?.head}${namedParts(own)}, ${own.length}: ${inlineCode(packed(own, { hasIds: true }))}`)
    .join('\n');
}

/** Memoized, because the search for the longest comment prints the same change many times. */
const naming = onceFor(({ action, address, key, displayId, shownFields }: ReportedChange) => {
  const fields =
    action === 'update' ? ` ${[...new Set(shownFields.map(({ field }) => escapeMarkdown(field)))].join(', ')}` : '';
  const list = address.slice(0, address.length - key.length);
  return {
    head: `${inlineCode(symbols[action])} ${action}${fields} in ${inlineCode(list)}`,
    key,
    id: displayId,
    title: undefined,
  };
});

function packingMarkdown(alike: readonly Packing[]): string {
  const [{ head, lines } = { head: '', lines: [] }] = alike;
  const lists = [...groupBy(alike, ({ list }) => list)].map(
    ([list, own]) =>
      `  - in ${inlineCode(list)}: ${inlineCode(
        packed(
          own.map(({ item }) => item),
          { hasIds: true },
        ),
      )}`,
  );
  return [`- ${head}, ${alike.length}:`, ...lines, ...lists].join('\n');
}

function itemOf({ key, displayTitle: title, displayId }: ReportedChange, ids: Ids = 'all'): PackedItem {
  const isTold = ids === 'all' || (ids === 'things' && !key.includes('@'));
  return { key, title, id: isTold ? displayId : undefined };
}

/** What stands beside the keys: ` (title, id)`. */
function namedParts(items: readonly PackedItem[]): string {
  const names = [
    ...(items.some(({ title }) => title !== undefined) ? ['title'] : []),
    ...(items.some(({ id }) => id !== undefined) ? ['id'] : []),
  ];
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

/** Fields that a reviewer must see: risks, conflicts, reasons for a replacement, and causes of high-risk effects. */
function isNeeded(change: ReportedChange, { highRisk, origin }: FieldChange, isMeant: boolean): boolean {
  if (change.action === 'delete') return !isMeant;
  return change.action === 'replace' || highRisk !== undefined || origin === 'both' || !isHighRiskAlone(change);
}

function restOfFields(number: number): readonly string[] {
  return number === 0 ? [] : [`  - ${count(number, 'more field')}`];
}
