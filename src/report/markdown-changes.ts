/** Changes as Markdown: one by one with all there is to say, or those alike together, with their keys in little room. */
import { keyIn } from '../core/address.ts';
import { type Blocked, type FieldChange, isBlocking, isStateOnly } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { fieldsOf, growthOf, idOf, titleOf, withoutAddress } from './alike-changes.ts';
import { differencesOf } from './difference.ts';
import { nameAfter, withNames } from './objects.ts';
import { type PackedItem, packed } from './packed.ts';
import { type Group, placesOf } from './places.ts';
import { diffBlock, escapeMarkdown, inlineCode, oneLine, quoted } from './sanitize.ts';
import { count, isUsualWhy, notesOf, originText, severeTexts, symbols } from './words.ts';

/** What a comment never leaves out, however little room it has. */
export function isSevere(change: ChangeView): boolean {
  const { action, blocked } = change;
  return blocked !== undefined || action === 'delete' || action === 'replace' || severeTexts(change).length > 0;
}

/** What only goes into the ledger, and then place by place, what is alike together. With `isShort`: without fields, reasons and notes. */
export function placesMarkdown(changes: readonly ChangeView[], isShort: boolean): string {
  const books = changes.filter(({ action }) => isStateOnly(action)).map((change): Group => [change]);
  return [books, ...placesOf(changes)]
    .filter((groups) => groups.length > 0)
    .map((groups) => groups.map((group) => groupMarkdown(group, isShort)).join('\n'))
    .join('\n\n');
}

function groupMarkdown(group: Group, isShort: boolean): string {
  const [change] = group;
  if (group.length === 1) return changeMarkdown(change, isShort);
  const list = change.address.slice(0, change.address.length - keyIn(change.address).length);
  const items = group.map((each) => itemOf(each));
  return [
    `- ${markOf(change)} in ${inlineCode(list)}${namedParts(items, true)}, ${group.length}:`,
    ...severeLines(change),
    ...(isShort ? [] : detailLines(change, false)),
    `  - ${inlineCode(packed(items, { hasIds: true, isOrdered: change.action === 'move' }))}`,
  ].join('\n');
}

/** With `isShort`: without fields, reasons and notes. */
export function changeMarkdown(change: ChangeView, isShort: boolean): string {
  const title = titleOf(change);
  const known = idOf(change);
  const id = known === undefined ? '' : ` (${inlineCode(known)})`;
  return [
    `- ${markOf(change)} ${inlineCode(change.address)}${title === undefined ? '' : ` ${inlineCode(quoted(title))}`}${id}${placeText(change)}`,
    ...severeLines(change),
    ...(isShort ? [] : detailLines(change, true)),
  ].join('\n');
}

function detailLines(change: ChangeView, isOne: boolean): readonly string[] {
  return [
    ...fieldsOf(change).flatMap((field) => fieldMarkdown(change, field, isOne)),
    ...(change.why === undefined || isUsualWhy(change) ? [] : [`  - why: ${escapeMarkdown(change.why)}`]),
    ...notesOf(change).map((text) => `  - note: ${escapeMarkdown(text)}`),
  ];
}

export function blockedMarkdown(blocked: Blocked): string {
  const hint = blocked.hint === undefined ? '' : ` Help: ${sentence(blocked.hint)}`;
  const override = blocked.override === undefined ? '' : ` To do it all the same: ${inlineCode(blocked.override)}.`;
  return `**${isBlocking(blocked) ? 'blocked' : 'warning'}** ${inlineCode(blocked.code)}: ${sentence(blocked.reason)}${hint}${override}`;
}

function sentence(text: string): string {
  const escaped = escapeMarkdown(text);
  return /[.?!]$/.test(escaped) ? escaped : `${escaped}.`;
}

function markOf({ blocked, action }: ChangeView): string {
  return `${blocked === undefined ? '' : '! '}${inlineCode(symbols[action])} ${action}`;
}

function placeText(change: ChangeView): string {
  const { beside, from } = change;
  const place =
    beside === undefined
      ? ''
      : ` ${oneLine(beside.relation)} ${inlineCode(beside.address)}${objectAfter(nameAfter(change, beside.address))}`;
  return `${place}${from === undefined ? '' : ` was ${inlineCode(from)}`}`;
}

function severeLines(change: ChangeView): readonly string[] {
  return [
    ...(change.blocked === undefined ? [] : [`  - ${blockedMarkdown(change.blocked)}`]),
    ...severeTexts(change).map((text) => `  - **severe**: ${escapeMarkdown(text)}`),
    ...change.lost.map((text) => `  - lost: ${escapeMarkdown(text)}`),
  ];
}

/** On one line; or what differs, part by part. */
function fieldMarkdown(change: ChangeView, field: FieldChange, isOne: boolean): readonly string[] {
  const name = escapeMarkdown(field.field);
  const origin = originText(field.origin);
  const grown = isOne ? undefined : growthOf(change, field);
  if (grown !== undefined) return [`  - ${name}: … + ${inlineCode(quoted(grown))}${origin}`];
  const parts = field.isReference === true ? [] : differencesOf(field.before, field.after, field);
  if (parts.length > 0) {
    const lines = parts.map(({ mark, at, text }) => ({
      sign: mark === '~' ? '!' : mark,
      text: at === undefined ? text : `${at}: ${text}`,
    }));
    return [`  - ${name}:${origin}`, ...diffBlock(lines).map((line) => `    ${line}`)];
  }
  return [`  - ${name}: ${pairMarkdown(change, field)}${origin}`];
}

function pairMarkdown(change: ChangeView, field: FieldChange): string {
  const { before, after } = withNames(change, field);
  if (change.action === 'delete') return inlineCode(before);
  return field.before === undefined ? inlineCode(after) : `${inlineCode(before)} → ${inlineCode(after)}`;
}

function objectAfter(name: string): string {
  return name === '' ? '' : ` ${inlineCode(name)}`;
}

interface Packing {
  readonly head: string;
  readonly lines: readonly string[];
  readonly items: PackedItem[];
}

/** Those of one list of which the same is to be said, together: `hasIds` false: without the ids of what goes. */
export function packedMarkdown(changes: readonly ChangeView[], hasIds: boolean): string {
  const groups = new Map<string, Packing>();
  for (const change of changes) {
    const at = change.address.lastIndexOf('/') + 1;
    const shared = withoutAddress(change);
    const item = itemOf(change);
    const told = fieldsOf(change);
    const needed = told.filter((field) => isNeeded(shared, field));
    const lines = [
      ...severeLines(shared),
      ...needed.flatMap((field) => fieldMarkdown(change, field, true)),
      ...restOfFields(told.length - needed.length),
    ];
    const head = `${markOf(change)} in ${inlineCode(change.address.slice(0, at))}${namedParts([item], hasIds)}${placeText(shared)}`;
    const key = [head, ...lines].join('\n');
    const group = groups.get(key) ?? { head, lines, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => packingMarkdown(group, hasIds)).join('\n');
}

function packingMarkdown({ head, lines, items }: Packing, hasIds: boolean): string {
  return [`- ${head}, ${items.length}:`, ...lines, `  - ${inlineCode(packed(items, { hasIds }))}`].join('\n');
}

function itemOf(change: ChangeView): PackedItem {
  return { key: keyIn(change.address), title: titleOf(change), id: idOf(change) };
}

/** What stands beside the keys: ` (title, id)`. */
function namedParts(items: readonly PackedItem[], hasIds: boolean): string {
  const names = [
    ...(items.some(({ title }) => title !== undefined) ? ['title'] : []),
    ...(hasIds && items.some(({ id }) => id !== undefined) ? ['id'] : []),
  ];
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

/** What decides: what it opens, what both sides have changed, and why it is made anew. */
function isNeeded({ action }: ChangeView, { severe, origin }: FieldChange): boolean {
  return action === 'delete' || action === 'replace' || severe !== undefined || origin === 'both';
}

function restOfFields(number: number): readonly string[] {
  return number === 0 ? [] : [`  - ${count(number, 'more field')}`];
}
