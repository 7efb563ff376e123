/** A plan as Markdown for a pull-request comment: never over the place's limit; deletes and what is blocked are never cut. */
import { type Blocked, type FieldChange, isBookkeeping } from '../plan/change.ts';
import type { ShownChange, ShownPlan } from '../plan/shown.ts';
import { nameAfter, nameAfterValue } from './objects.ts';
import { escapeMarkdown, inlineCode, oneLine } from './sanitize.ts';
import { blockedLine, count, countsOf, originText, summaryLine, symbols, valueText } from './words.ts';

export interface MarkdownOptions {
  readonly requests?: number;
  readonly digest?: string;
  /** GitHub refuses comments over 65,536 characters. */
  readonly budgetBytes?: number;
}

/** How much of the plan is told: everything; no field details; creates, updates and moves as counts; deletes by list. */
type Detail = 'full' | 'no-fields' | 'counts' | 'dense';
const details: readonly Detail[] = ['full', 'no-fields', 'counts', 'dense'];

/** Stands first, so that a later run finds its own comment. */
export const planMarker = '<!-- docform:plan -->';

export function planMarkdown(plan: ShownPlan, options: MarkdownOptions = {}): string {
  const budgetBytes = options.budgetBytes ?? 65_000;
  let text = '';
  for (const detail of details) {
    text = document(plan, detail, options);
    if (byteLength(text) <= budgetBytes) return text;
  }
  return deletesByList(plan, options, budgetBytes);
}

function document(plan: ShownPlan, detail: Detail, options: MarkdownOptions): string {
  const isSevere = (change: ShownChange) => change.blocked !== undefined || change.action === 'delete' || change.action === 'replace';
  const severe = plan.changes.filter(isSevere);
  const other = plan.changes.filter((change) => !isSevere(change));
  const cut = detail === 'full' ? '' : '_This comment would be too long; the whole plan is in the JSON output._';
  return joined([
    headText(plan, options),
    guardsText(plan.guards),
    detail === 'dense' ? denseText(severe) : listText('Blocked, deleted or replaced', severe, detail),
    detail === 'full' || detail === 'no-fields'
      ? listText(
          'Created, updated, moved',
          other.filter((change) => !isBookkeeping(change.action)),
          detail,
        )
      : countText(other),
    detail === 'full' || detail === 'no-fields'
      ? folded(
          'Ledger only',
          other.filter((change) => isBookkeeping(change.action)),
        )
      : '',
    detail === 'full' || detail === 'no-fields' ? restText(plan) : restCounts(plan),
    cut,
  ]);
}

function headText(plan: ShownPlan, options: MarkdownOptions): string {
  const blocked = blockedLine(plan);
  return joined([
    `${planMarker}\n### docform plan for ${inlineCode(plan.organization)}`,
    `**${summaryLine(plan, options.requests)}**${blocked === undefined ? '' : `\n\n**${blocked}**`}`,
    options.digest === undefined ? '' : `Digest: ${inlineCode(options.digest)}`,
  ]);
}

function guardsText(guards: readonly Blocked[]): string {
  return guards.map((guard) => `- ! ${blockedText(guard)}`).join('\n');
}

function blockedText(blocked: Blocked): string {
  const hint = blocked.hint === undefined ? '' : ` Help: ${sentence(blocked.hint)}`;
  const override = blocked.override === undefined ? '' : ` To do it all the same: ${inlineCode(blocked.override)}.`;
  return `**blocked** ${inlineCode(blocked.code)}: ${sentence(blocked.reason)}${hint}${override}`;
}

function sentence(text: string): string {
  const escaped = escapeMarkdown(text);
  return /[.?!]$/.test(escaped) ? escaped : `${escaped}.`;
}

function listText(heading: string, changes: readonly ShownChange[], detail: Detail): string {
  if (changes.length === 0) return '';
  return `#### ${heading}\n${changes.map((change) => changeText(change, detail)).join('\n')}`;
}

function changeText(change: ShownChange, detail: Detail): string {
  const beside =
    change.beside === undefined
      ? ''
      : ` ${oneLine(change.beside.relation)} ${inlineCode(change.beside.address)}${objectAfter(nameAfter(change, change.beside.address))}`;
  const from = change.from === undefined ? '' : ` was ${inlineCode(change.from)}`;
  const lines = [
    `- ${change.blocked === undefined ? '' : '! '}${inlineCode(symbols[change.action])} ${change.action} ${inlineCode(change.address)}${beside}${from}`,
    ...(change.blocked === undefined ? [] : [`  - ${blockedText(change.blocked)}`]),
    ...change.lost.map((text) => `  - lost: ${escapeMarkdown(text)}`),
  ];
  if (detail !== 'full') return lines.join('\n');
  return [
    ...lines,
    ...change.fields.map((field) => `  - ${escapeMarkdown(field.field)}: ${fieldText(change, field)}`),
    ...(change.why === undefined ? [] : [`  - why: ${escapeMarkdown(change.why)}`]),
    ...change.notes.map((text) => `  - note: ${escapeMarkdown(text)}`),
  ].join('\n');
}

function fieldText(change: ShownChange, field: FieldChange): string {
  const [was, wanted] = [field.before, field.after].map(
    (value) => `${inlineCode(valueText(value))}${objectAfter(nameAfterValue(change, field, value))}`,
  );
  return field.before === undefined ? `${wanted}` : `${was} → ${wanted}${originText(field.origin)}`;
}

function objectAfter(name: string): string {
  return name === '' ? '' : ` ${inlineCode(name.trim())}`;
}

function countText(changes: readonly ShownChange[]): string {
  const counts = countsOf(changes);
  const parts = Object.entries(counts).filter(([, number]) => number > 0);
  return parts.length === 0 ? '' : `Not listed: ${parts.map(([action, number]) => `${number} ${action}`).join(', ')}.`;
}

function folded(heading: string, changes: readonly ShownChange[]): string {
  if (changes.length === 0) return '';
  return `<details><summary>${heading} (${changes.length})</summary>\n\n${changes.map((change) => changeText(change, 'no-fields')).join('\n')}\n\n</details>`;
}

function restText(plan: ShownPlan): string {
  return joined([
    plan.unknown.map((item) => `- ? ${inlineCode(item.list)} could not be read whole: ${escapeMarkdown(item.reason)}`).join('\n'),
    plan.waiting.map((item) => `- waiting: ${inlineCode(item.address)}: ${escapeMarkdown(item.reason)}`).join('\n'),
    plan.notes.map((item) => `- note: ${inlineCode(item.address)}: ${escapeMarkdown(item.text)}`).join('\n'),
    plan.unmanaged.map((item) => `- ${item.objects.length} unmanaged in ${inlineCode(item.list)}`).join('\n'),
  ]);
}

function restCounts(plan: ShownPlan): string {
  const parts = [
    plan.unknown.length > 0 ? count(plan.unknown.length, 'unreadable list') : '',
    plan.waiting.length > 0 ? `${plan.waiting.length} waiting` : '',
    plan.notes.length > 0 ? count(plan.notes.length, 'note') : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Also: ${parts.join(', ')}.`;
}

/** Every deleted or blocked address, the shared beginning of its list said once. */
function denseText(changes: readonly ShownChange[]): string {
  const lists = new Map<string, string[]>();
  for (const change of changes) {
    const at = change.address.lastIndexOf('/');
    const list = `${change.blocked === undefined ? '' : 'blocked '}${change.action} ${change.address.slice(0, at + 1)}`;
    const keys = lists.get(list) ?? [];
    keys.push(change.address.slice(at + 1));
    lists.set(list, keys);
  }
  return [...lists].map(([list, keys]) => `- ${inlineCode(list)} (${keys.length}): ${inlineCode(keys.join(' '))}`).join('\n');
}

/** The last resort, where not even the deleted addresses fit: as many of them as do, and how many there are. */
function deletesByList(plan: ShownPlan, options: MarkdownOptions, budgetBytes: number): string {
  const severe = plan.changes.filter((change) => change.blocked !== undefined || change.action === 'delete' || change.action === 'replace');
  const head = headText(plan, options);
  const warning = `**${severe.length} changes delete, replace or are blocked: more than a comment can hold. Read the JSON output before approving.**`;
  let shown = severe.length;
  let text = '';
  do {
    shown = Math.floor(shown * 0.9);
    text = joined([head, warning, denseText(severe.slice(0, shown)), `and ${severe.length - shown} more.`]);
  } while (shown > 0 && byteLength(text) > budgetBytes);
  return text;
}

function joined(parts: readonly string[]): string {
  return `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
