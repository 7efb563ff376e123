/** Changes as Markdown: one by one with all there is to say, or those alike together, with their keys in little room. */
import { type Blocked, type FieldChange, isBlocking } from '../plan/change.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { nameAfter, nameAfterValue } from './objects.ts';
import { type PackedItem, packed } from './packed.ts';
import { escapeMarkdown, inlineCode, oneLine } from './sanitize.ts';
import { valuePair } from './values.ts';
import { count, notesOf, originText, severeTexts, symbols } from './words.ts';

/** What a comment never leaves out, however little room it has. */
export function isSevere(change: ChangeView): boolean {
  const { action, blocked } = change;
  return blocked !== undefined || action === 'delete' || action === 'replace' || severeTexts(change).length > 0;
}

/** With `isShort`: without fields, reasons and notes. */
export function changeMarkdown(change: ChangeView, isShort: boolean): string {
  const id = isGoing(change) && change.id !== undefined ? ` (${inlineCode(change.id)})` : '';
  return [
    `- ${markOf(change)} ${inlineCode(change.address)}${id}${placeText(change)}`,
    ...severeLines(change),
    ...(isShort ? [] : change.fields.map((field) => `  - ${fieldMarkdown(change, field)}`)),
    ...(isShort || change.why === undefined ? [] : [`  - why: ${escapeMarkdown(change.why)}`]),
    ...(isShort ? [] : notesOf(change).map((text) => `  - note: ${escapeMarkdown(text)}`)),
  ].join('\n');
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

/** Its object is there no longer afterwards. */
function isGoing({ action }: ChangeView): boolean {
  return action === 'delete' || action === 'replace';
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

function fieldMarkdown(change: ChangeView, field: FieldChange): string {
  const pair = valuePair(field, field);
  const before = `${inlineCode(pair.before)}${objectAfter(nameAfterValue(change, field, field.before))}`;
  const after = `${inlineCode(pair.after)}${objectAfter(nameAfterValue(change, field, field.after))}`;
  const name = escapeMarkdown(field.field);
  if (change.action === 'delete') return `${name}: ${before}`;
  return field.before === undefined ? `${name}: ${after}` : `${name}: ${before} → ${after}${originText(field.origin)}`;
}

function objectAfter(name: string): string {
  return name === '' ? '' : ` ${inlineCode(name)}`;
}

/** Stands for the address of each where several are told together. */
const own = '{address}';

interface Group {
  readonly head: string;
  readonly lines: readonly string[];
  readonly items: PackedItem[];
}

/** Those of one list of which the same is to be said, together: `hasIds` false: without the ids of what goes. */
export function packedMarkdown(changes: readonly ChangeView[], hasIds: boolean): string {
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const at = change.address.lastIndexOf('/') + 1;
    const shared = withoutAddress(change);
    const title = titleOf(change);
    const more = shared.fields.filter((field) => isNeeded(shared, field));
    const lines = [
      ...severeLines(shared),
      ...(title === undefined ? more : []).map((field) => `  - ${fieldMarkdown(change, field)}`),
      ...restOfFields(title === undefined ? shared.fields.length - more.length : 0),
    ];
    const named = [title?.field, change.id !== undefined && isGoing(change) && hasIds ? 'id' : undefined].filter(
      (name) => name !== undefined,
    );
    const head = `${markOf(change)} in ${inlineCode(change.address.slice(0, at))}${named.length === 0 ? '' : ` (${named.join(', ')})`}${placeText(shared)}`;
    const key = [head, ...lines].join('\n');
    const group = groups.get(key) ?? { head, lines, items: [] };
    group.items.push({ key: change.address.slice(at), title: title?.text, id: isGoing(change) ? change.id : undefined });
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => groupMarkdown(group, hasIds)).join('\n');
}

function groupMarkdown({ head, lines, items }: Group, hasIds: boolean): string {
  return [`- ${head}, ${items.length}:`, ...lines, `  - ${inlineCode(packed(items, hasIds))}`].join('\n');
}

/** The field by which people know what is deleted; it stands beside its key. */
function titleOf({ action, fields }: ChangeView): { readonly field: string; readonly text: string } | undefined {
  const [only] = fields;
  return action === 'delete' && fields.length === 1 && only !== undefined && typeof only.before === 'string'
    ? { field: only.field, text: only.before }
    : undefined;
}

/** What decides: what it opens, what both sides have changed, and why it is made anew. */
function isNeeded({ action }: ChangeView, { severe, origin }: FieldChange): boolean {
  return action === 'delete' || action === 'replace' || severe !== undefined || origin === 'both';
}

function restOfFields(number: number): readonly string[] {
  return number === 0 ? [] : [`  - ${count(number, 'more field')}`];
}

/** What is said of it, with its own address left open; where a text holds the sign for that itself, as it is. */
export function withoutAddress(change: ChangeView): ChangeView {
  const { address, blocked, lost } = change;
  const all = [...lost, ...(blocked === undefined ? [] : [blocked.reason, blocked.hint ?? '', blocked.override ?? ''])];
  if (all.some((text) => text.includes(own))) return change;
  const open = (text: string) => text.replaceAll(address, own);
  return {
    ...change,
    lost: lost.map(open),
    ...(blocked === undefined
      ? {}
      : {
          blocked: {
            code: blocked.code,
            reason: open(blocked.reason),
            ...(blocked.hint === undefined ? {} : { hint: open(blocked.hint) }),
            ...(blocked.override === undefined ? {} : { override: open(blocked.override) }),
          },
        }),
  };
}
