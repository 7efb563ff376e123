/** Lines and items of reports. A report builds them once, and each format escapes and marks them in its own way. */
import { type Html, html } from '../markup/html.ts';
import { diffBlock, escapeMarkdown, inlineCode, oneLine } from './sanitize.ts';
import type { Difference } from './values.ts';
import type { Painter, Role } from './words.ts';

interface Part {
  /** `was` and `is`: a value before and after. */
  readonly as: 'literal' | 'data' | 'code' | 'was' | 'is';
  readonly text: string;
}

export type Line = readonly Part[];

/** Literals are printed as they are. Strings are escaped as text, and other lines are inserted. */
export function line(literals: TemplateStringsArray, ...values: readonly (Line | string | number | undefined)[]): Line {
  return literals.flatMap((text, at) => {
    const value = values[at];
    const literal: Line = text === '' ? [] : [{ as: 'literal', text }];
    if (value === undefined || value === '') return literal;
    return [...literal, ...(typeof value === 'object' ? value : [{ as: 'data' as const, text: String(value) }])];
  });
}

export function code(text: string, as: 'code' | 'was' | 'is' = 'code'): Line {
  return [{ as, text }];
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
    .map(({ as, text }) => (as === 'literal' ? text : as === 'data' ? escapeMarkdown(text) : inlineCode(text)))
    .join('');
}

export function htmlOf(parts: Line): Html {
  return html`${parts.map(({ as, text }) => {
    if (as === 'literal') return text;
    const shown = oneLine(text);
    if (as === 'was') return html`<del>${shown}</del>`;
    if (as === 'is') return html`<ins>${shown}</ins>`;
    return as === 'code' ? html`<code>${shown}</code>` : html`<bdi>${shown}</bdi>`;
  })}`;
}

/** A field with its value, or with the differences between long values. */
export interface FieldLine {
  readonly name: string;
  readonly value?: Line;
  readonly parts?: readonly Difference[];
  /** Who changed the field; empty for the configuration. */
  readonly origin: string;
}

/** `high-risk: more people can read it (visibility)`. With a role, the label is bold in Markdown. */
export interface Note {
  readonly label: string;
  readonly text: string;
  readonly role?: Role;
}

/** A change or a difference. */
export interface ReportItem {
  readonly symbol: string;
  readonly role: Role;
  readonly isHighRisk: boolean;
  readonly head: Line;
  readonly fields: readonly FieldLine[];
  readonly lines: readonly Line[];
  readonly notes: readonly Note[];
}

export function itemText(
  { symbol, role, isHighRisk, head, fields, lines, notes }: ReportItem,
  paint: Painter,
): readonly string[] {
  return [
    `  ${isHighRisk ? `${paint('bad', '!')} ` : ''}${paint(role, symbol)} ${textOf(head)}`,
    ...fieldsText(fields, paint),
    ...lines.map((each) => `      ${textOf(each)}`),
    ...notes.map((note) => noteText(note, paint)),
  ];
}

export function noteText({ label, text, role }: Note, paint: Painter): string {
  const told = `${label}: ${oneLine(text)}`;
  return `      ${role === undefined ? told : paint(role, told)}`;
}

const signRoles = { '+': 'create', '-': 'delete', '~': 'update' } as const;

/** Values are aligned behind the names. */
export function fieldsText(fields: readonly FieldLine[], paint: Painter): readonly string[] {
  const width = Math.max(0, ...fields.map(({ name }) => oneLine(name).length));
  return fields.flatMap(({ name, value, parts = [], origin }) => {
    const padded = oneLine(name).padEnd(width);
    if (value !== undefined) return [`      ${padded}  ${textOf(value)}${origin}`];
    // The origin is about the field, not about its first line.
    const head = origin === '' ? [] : [`      ${oneLine(name)}${origin}`];
    const lines = parts.map(({ mark, at, text }, index) => {
      const sign = mark === ' ' ? ' ' : paint(signRoles[mark], mark);
      const start = index === 0 && origin === '' ? padded : ' '.repeat(width);
      return `      ${start} ${sign} ${at === undefined ? '' : `${at}: `}${text}`;
    });
    return [...head, ...lines];
  });
}

/** `head` stays without the symbol, which plans and drift print differently. */
export function itemMarkdown({ symbol, isHighRisk, head, fields, lines, notes }: ReportItem): readonly string[] {
  return [
    `- ${isHighRisk ? '**high-risk** ' : ''}${inlineCode(symbol)} ${markdownOf(head)}`,
    ...fields.flatMap(fieldMarkdown),
    ...lines.map((each) => `  - ${markdownOf(each)}`),
    ...notes.map(noteMarkdown),
  ];
}

export function noteMarkdown({ label, text, role }: Note): string {
  return `  - ${role === 'bad' ? `**${label}**` : label}: ${escapeMarkdown(text)}`;
}

/** On one line, or as a diff block. */
export function fieldMarkdown({ name, value, parts = [], origin }: FieldLine): readonly string[] {
  const start = `  - ${escapeMarkdown(name)}:`;
  if (value !== undefined) return [`${start} ${markdownOf(value)}${origin}`];
  const lines = parts.map(({ mark, at, text }) => ({ sign: mark, text: at === undefined ? text : `${at}: ${text}` }));
  return [`${start}${origin}`, ...diffBlock(lines).map((each) => `    ${each}`)];
}

/** Parts of a Markdown document with empty lines between them. */
export function paragraphs(parts: readonly string[]): string {
  const told = parts.map((part) => part.trim()).filter((part) => part !== '');
  return `${told.join('\n\n')}\n`;
}
