/** Lines and items of reports. A report builds them once, and each format escapes and marks them in its own way. */

import type { Address } from '../../core/address.ts';
import { present } from '../../core/defined.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Blocked, isBlocking } from '../../plan/result/change.ts';
import { swatchesOf } from '../html/swatch.ts';
import { diffBlock, escapeMarkdown, inlineCode, messageMarkdown, messageParts, oneLine } from '../wording/sanitize.ts';
import type { Difference } from '../wording/values.ts';
import type { Painter, Role } from '../wording/words.ts';
import { ruleText, startTexts } from './allowed.ts';

interface Part {
  /** `message`: text of docform with commands between backticks. `was` and `is`: a value before and after. */
  readonly as: 'literal' | 'data' | 'message' | 'code' | 'was' | 'is';
  readonly text: string;
}

export type Line = readonly Part[];

/** Literals and numbers are printed as they are. Strings are escaped as text, and other lines are inserted. */
export function line(literals: TemplateStringsArray, ...values: readonly (Line | string | number | undefined)[]): Line {
  const parts: Part[] = [];
  for (const [at, text] of literals.entries()) {
    const value = values[at];
    if (text !== '') parts.push({ as: 'literal', text });
    if (typeof value === 'object') parts.push(...value);
    else if (typeof value === 'number') parts.push({ as: 'literal', text: String(value) });
    else if (value !== undefined && value !== '') parts.push({ as: 'data', text: value });
  }
  return parts;
}

export function code(text: string, as: Part['as'] = 'code'): Line {
  return [{ as, text }];
}

/** A sentence of docform, with commands between backticks. */
export function message(text: string): Line {
  return [{ as: 'message', text }];
}

/** `"a" → "b"` */
export function pairLine({ before, after }: { readonly before: string; readonly after: string }): Line {
  return line`${code(before, 'was')} → ${code(after, 'is')}`;
}

export function textOf(parts: Line): string {
  return parts.map(({ as, text }) => (as === 'literal' ? text : oneLine(text))).join('');
}

export function markdownOf(parts: Line): string {
  return parts
    .map(({ as, text }) => {
      if (as === 'literal') return text;
      if (as === 'message') return messageMarkdown(text);
      return as === 'data' ? escapeMarkdown(text) : inlineCode(text);
    })
    .join('');
}

export function htmlOf(parts: Line): Html {
  return html`${parts.map(({ as, text }) => {
    if (as === 'literal') return text;
    if (as === 'message') return messageHtml(text);
    const shown = oneLine(text);
    if (as === 'was') return html`${swatchesOf(shown)}<del>${shown}</del>`;
    if (as === 'is') return html`${swatchesOf(shown)}<ins>${shown}</ins>`;
    return as === 'code' ? html`<code>${shown}</code>` : html`<bdi>${shown}</bdi>`;
  })}`;
}

function messageHtml(text: string): Html {
  return html`${messageParts(text).map((part) => (part.isCode ? html`<code>${part.text}</code>` : part.text))}`;
}

export interface FieldLine {
  readonly name: string;
  readonly value?: Line;
  readonly parts?: readonly Difference[];
  /** Empty for the usual origin, the configuration. */
  readonly origin: string;
}

/** `high-risk: more people can read it (visibility)`. With a role, the label is bold in Markdown. */
export interface Note {
  readonly label: string;
  readonly text: string;
  readonly role?: Role;
}

export interface ReportItem {
  readonly symbol: string;
  readonly role: Role;
  readonly isHighRisk: boolean;
  readonly head: Line;
  readonly fields: readonly FieldLine[];
  readonly lines: readonly Line[];
  readonly notes: readonly Note[];
  readonly blocked?: BlockedItem | undefined;
}

interface BlockedItem extends Blocked {
  /** Address of an earlier change that is blocked for the same reason. Only that change prints reason and help. */
  readonly cause?: Address | undefined;
}

function blockedParts({ code: name, reason, hint, override, cause, rule, ...rest }: BlockedItem) {
  const word = isBlocking({ code: name }) ? 'blocked' : 'warning';
  if (cause !== undefined) return { word, name, text: line`same cause as ${code(cause)}`, starts: [] };
  const text = rule === undefined ? reason : `${reason}; allowed ${ruleText(rule)}`;
  return { word, name, text: message(text), hint, override, starts: startTexts(rest) };
}

export function itemText(item: ReportItem, paint: Painter): readonly string[] {
  const { symbol, role, isHighRisk, head, fields, lines, notes, blocked } = item;
  const below = [
    ...fieldsText(fields, paint),
    ...lines.map(textOf),
    ...notes.map((note) => noteText(note, paint)),
    ...(blocked === undefined ? [] : blockedText(blocked, paint)),
  ];
  const mark = isHighRisk ? `${paint('bad', '!')} ` : '';
  return [`  ${mark}${paint(role, symbol)} ${textOf(head)}`, ...below.map((each) => `      ${each}`)];
}

function noteText({ label, text, role }: Note, paint: Painter) {
  const labelled = `${label}: ${oneLine(text)}`;
  return role === undefined ? labelled : paint(role, labelled);
}

const signRoles = { '+': 'create', '-': 'delete', '~': 'update' } as const;

/** Values are aligned behind the names. */
function fieldsText(fields: readonly FieldLine[], paint: Painter) {
  const width = Math.max(0, ...fields.map(({ name }) => oneLine(name).length));
  return fields.flatMap(({ name, value, parts = [], origin }) => {
    const padded = oneLine(name).padEnd(width);
    if (value !== undefined) return [`${padded}  ${textOf(value)}${origin}`];
    // The origin is about the field, not about its first line.
    const head = origin === '' ? [] : [`${oneLine(name)}${origin}`];
    const lines = parts.map(({ mark, at, text }, index) => {
      const sign = mark === ' ' ? ' ' : paint(signRoles[mark], mark);
      const start = index === 0 && origin === '' ? padded : ' '.repeat(width);
      return `${start} ${sign} ${at === undefined ? '' : `${at}: `}${text}`;
    });
    return [...head, ...lines];
  });
}

export function blockedText(blocked: BlockedItem, paint: Painter): readonly string[] {
  const { word, name, text, hint, override, starts } = blockedParts(blocked);
  return present(
    paint('blocked', `${word}[${oneLine(name)}]: ${textOf(text)}`),
    hint && `  help: ${oneLine(hint)}`,
    override && `  override: ${oneLine(override)}${starts.length === 0 ? '' : ' (or a rule in `policy.allow`)'}`,
  );
}

export function itemMarkdown(item: ReportItem): readonly string[] {
  const { symbol, isHighRisk, head, fields, lines, notes } = item;
  return [
    `- ${isHighRisk ? '**high-risk** ' : ''}${inlineCode(symbol)} ${markdownOf(head)}`,
    ...risksMarkdown(item),
    ...fields.flatMap(fieldMarkdown),
    ...lines.map((each) => `  - ${markdownOf(each)}`),
    ...notes.filter((note) => !isRisk(note)).map(noteMarkdown),
  ];
}

/** The lines that a reviewer must see. */
export function risksMarkdown({ notes, blocked }: Pick<ReportItem, 'notes' | 'blocked'>): readonly string[] {
  return [
    ...(blocked === undefined ? [] : [`  - ${blockedMarkdown(blocked)}`]),
    ...notes.filter(isRisk).map(noteMarkdown),
  ];
}

export function isRisk({ role }: Note): boolean {
  return role === 'bad' || role === 'delete';
}

function noteMarkdown({ label, text, role }: Note) {
  return `  - ${role === 'bad' ? `**${label}**` : label}: ${messageMarkdown(text)}`;
}

/** On one line, or as a diff block. */
export function fieldMarkdown({ name, value, parts = [], origin }: FieldLine): readonly string[] {
  const start = `  - ${escapeMarkdown(name)}:`;
  if (value !== undefined) return [`${start} ${markdownOf(value)}${origin}`];
  const lines = parts.map(({ mark, at, text }) => ({ sign: mark, text: at === undefined ? text : `${at}: ${text}` }));
  return [`${start}${origin}`, ...diffBlock(lines).map((each) => `    ${each}`)];
}

export function blockedMarkdown(blocked: BlockedItem): string {
  const { word, name, text, hint, override, starts } = blockedParts(blocked);
  const rules = starts.map(inlineCode).join(', ');
  return present(
    `**${word}** ${inlineCode(name)}: ${sentence(markdownOf(text))}`,
    hint !== undefined && `Help: ${sentence(messageMarkdown(hint))}`,
    override !== undefined &&
      `Override: ${inlineCode(override)}${rules === '' ? '' : `, or in ${inlineCode('policy.allow')}: ${rules}`}.`,
  ).join(' ');
}

function sentence(text: string) {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export function itemHtml({ fields, lines, notes, blocked }: Omit<ReportItem, 'head'>): Html {
  return html`${fields.length > 0 && html`<dl>${fields.map(fieldHtml)}</dl>`}${lines.map((each) => html`<p class="dim">${htmlOf(each)}</p>`)}${notes.map(
    ({ label, text, role }) =>
      html`<p class="${role === 'bad' ? 'high-risk' : role === 'delete' ? 'lost' : 'dim'}">${label}: ${messageHtml(text)}</p>`,
  )}${blocked && blockedHtml(blocked)}`;
}

/** Differences of a text are one marked text. */
function fieldHtml({ name, value, parts = [], origin }: FieldLine) {
  const isText = parts.some(({ mark }) => mark === ' ') && parts.every(({ at }) => at === undefined);
  const content = isText
    ? html`<span class="value">${parts.map(({ mark, text }) => marked(mark, text.replace(/^"([^…]*)"$/s, '$1')))}</span>`
    : html`<ul class="parts">${parts.map(({ mark, at, text }) => html`<li>${at !== undefined && html`<code>${at}</code> `}${marked(mark, text)}</li>`)}</ul>`;
  return html`<dt>${oneLine(name)}<dd>${value === undefined ? content : htmlOf(value)}${origin}`;
}

function marked(mark: Difference['mark'], text: string) {
  if (mark === '-') return html`<del>${text}</del>`;
  return mark === '+' ? html`<ins>${text}</ins>` : html`${text}`;
}

export function blockedHtml(blocked: BlockedItem): Html {
  const { word, name, text, hint, override, starts } = blockedParts(blocked);
  const rules = starts.map((each) => html` <code>${each}</code>`);
  const isBlock = word === 'blocked';
  return html`<div class="${isBlock ? 'blocked' : 'warned'}"><p><b>${isBlock ? 'Blocked' : 'Warning'}</b> <code>${oneLine(name)}</code> ${htmlOf(text)}</p>${
    hint !== undefined && html`<p>Help: ${messageHtml(hint)}</p>`
  }${override !== undefined && html`<p>Override: <code>${oneLine(override)}</code>${rules.length > 0 && html`, or in <code>policy.allow</code>:${rules}`}</p>`}</div>`;
}

/** Entries below a heading, such as notes. */
export interface ReportList {
  readonly of: string;
  readonly heading: string;
  readonly items: readonly {
    readonly line: Line;
    /** Below the line. */
    readonly details?: readonly Line[];
    /** For comments, without names of people. */
    readonly short?: Line;
    readonly isHighRisk?: boolean;
  }[];
}

export function listText({ of, heading, items }: ReportList, paint: Painter): string {
  const sign = of === 'unknown' ? '? ' : '';
  const role = of === 'unknown' ? 'bad' : of === 'lost' ? 'delete' : 'heading';
  const lines = items.flatMap(({ line: each, isHighRisk, details = [] }) => [
    `  ${isHighRisk ? `${paint('bad', '!')} ` : sign}${textOf(each)}`,
    ...details.map((detail) => `      ${textOf(detail)}`),
  ]);
  return [paint(role, heading), ...lines].join('\n');
}

export function listMarkdown({ heading, items }: ReportList): string {
  const lines = items.flatMap(({ line: each, short = each, isHighRisk, details = [] }) => [
    `- ${isHighRisk ? '**high-risk** ' : ''}${markdownOf(short)}`,
    ...details.map((detail) => `  - ${markdownOf(detail)}`),
  ]);
  return [`#### ${heading}`, ...lines].join('\n');
}

export function listHtml({ items }: ReportList): Html {
  return html`<ul class="rest">${items.map(
    ({ line: each, isHighRisk, details = [] }) =>
      html`<li${isHighRisk && html` class="high-risk"`}>${isHighRisk && html`<b>High-risk</b> `}${htmlOf(each)}${details.map((detail) => html`<p class="dim">${htmlOf(detail)}</p>`)}</li>`,
  )}</ul>`;
}
