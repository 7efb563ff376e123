/** Escapes, joins and wraps text for terminals, Markdown, JSON, spreadsheets and logs. */
import { maskCredentials } from '../../core/credentials.ts';
import { withoutMissing } from '../../core/defined.ts';
import { escapeHiddenInJson, jsonEscape, replaceHidden, visibleEscape } from '../../core/hidden.ts';

/** Shows invisible characters as `\u{200B}`, masks credentials in URLs, and keeps line breaks. */
export function visible(text: string): string {
  return replaceHidden(maskCredentials(text.replace(/\r\n/g, '\n')), visibleEscape);
}

export function oneLine(text: string): string {
  return visible(text.replace(/[\n\t]+|\r\n?/g, ' ')).trim();
}

/** Spaces that look like U+0020. */
const strangeBlanks = /(?![ \u3000])\p{Zs}/gu;

/** JSON on one line. Invisible characters are escaped, so that differences are visible. */
export function quoted(value: unknown): string {
  return replaceHidden(maskCredentials(JSON.stringify(value)), jsonEscape).replace(strangeBlanks, jsonEscape);
}

/** Escapes all characters outside ASCII if two different texts look alike. */
export function apart(printed: readonly string[]): readonly string[] {
  const looks = new Map<string, string>();
  const isAlike = printed.some((text) => {
    const look = text.normalize('NFKC');
    const other = looks.get(look) ?? text;
    looks.set(look, other);
    return other !== text;
  });
  return isAlike ? printed.map((text) => text.replace(/[^ -~]/gu, jsonEscape)) : printed;
}

export function jsonText(value: unknown): string {
  return `${escapeHiddenInJson(JSON.stringify(value, null, 2))}\n`;
}

/** JSON documents have null where docform omits a member. */
export function orNull<T extends object>(values: T) {
  type Nulled = { readonly [K in keyof T]-?: Exclude<T[K], undefined> | null };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null])) as Nulled;
}

/** The same on one line, for streams of documents. */
export function jsonLine(value: unknown): string {
  return `${escapeHiddenInJson(JSON.stringify(value))}\n`;
}

/** Signs that start a mention, a reference or a URL. The forge reads the rendered text, which has no escapes. */
const signs = /(?<=[@#!$%~^&])(?=\w)|(?<=:)(?=\/\/)|(?<=\b(?:www|mailto|xmpp|gh))(?=[.:-])/gi;

/** Escapes text for Markdown: no markup, HTML, mention, reference or automatic link remains. */
export function escapeMarkdown(text: string): string {
  return escapedLine(oneLine(text));
}

function escapedLine(line: string) {
  const escaped = withoutTags(line).replace(/[\\`*_{}[\]()#+!|~$^]/g, '\\$&');
  return escaped.replaceAll('\u200b', '&#8203;');
}

/** The parts of a message. Between backticks are commands, flags and YAML, which readers copy. */
export function messageParts(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  const parts = oneLine(text).split(/`([^`]+)`/);
  return parts.map((part, at) => ({ text: part, isCode: at % 2 === 1 })).filter((part) => part.text !== '');
}

/** A message of docform. Commands become inline code, and the rest is escaped: an escape inside a command would be copied, too. */
export function messageMarkdown(text: string): string {
  return messageParts(text)
    .map((part) => (part.isCode ? inlineCode(part.text) : escapedLine(part.text)))
    .join('');
}

export function escapeHtml(text: string): string {
  return withoutTags(oneLine(text)).replace(/"/g, '&quot;').replaceAll('\u200b', '&#8203;');
}

/** A zero-width space interrupts each sign. */
function withoutTags(line: string) {
  const interrupted = line.replace(signs, '\u200b');
  return interrupted.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Inline code with any backticks. */
export function inlineCode(text: string): string {
  const content = oneLine(text);
  const fence = fenceFor([content], 0);
  const pad = content.startsWith('`') || content.endsWith('`') || content === '' ? ' ' : '';
  return `${fence}${pad}${content}${pad}${fence}`;
}

export function diffBlock(lines: readonly { readonly sign: string; readonly text: string }[]): readonly string[] {
  const content = lines.map(({ sign, text }) => `${sign} ${visible(text.replace(/[\n\t]+|\r\n?/g, ' '))}`.trimEnd());
  return fencedBlock(content, 'diff');
}

export function fencedBlock(lines: readonly string[], language: string): readonly string[] {
  const fence = fenceFor(lines, 2);
  return [`${fence}${language}`, ...lines, fence];
}

/** Longer than any run of backticks inside. */
function fenceFor(lines: readonly string[], least: number) {
  const runs = lines.flatMap((line) => [...line.matchAll(/`+/g)].map((run) => run[0].length));
  return '`'.repeat(Math.max(least, ...runs) + 1);
}

const local = "[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_`{|}~-]";

/** Starts only at the start of a word, which bounds the search. JSON escapes such as `\n` are not part of an address. */
const emails = new RegExp(
  `(\\\\(?:u[0-9a-f]{4}|.)|(?<!${local}))${local}+(?:@|%40)[\\p{L}\\p{M}\\p{N}.-]*[\\p{L}\\p{M}\\p{N}]`,
  'gu',
);

/** Masks all e-mail addresses, also in titles. */
export function withoutEmails(text: string): string {
  return text.replace(emails, '$1***');
}

/** Masks every known secret, also percent-encoded or inside JSON, and credentials in URLs. Secrets of fewer than 4 characters are kept. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(
    secrets
      .filter((secret) => secret.length >= 4)
      .flatMap((secret) => [
        secret,
        visible(secret),
        encodeURIComponent(secret),
        ...[JSON.stringify(secret), quoted(secret)].map((text) => text.slice(1, -1)),
      ]),
  );
  let masked = maskCredentials(text);
  for (const form of [...forms].sort((a, b) => b.length - a.length)) masked = masked.replaceAll(form, '***');
  return masked;
}

export type Cell = string | number | boolean | null | undefined;

export function csvText(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([headings, ...rows]);
}

/** RFC 4180 requires CRLF. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** Some spreadsheets also read full-width signs, and start a cell at a semicolon. */
const formulas = /(^|;\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Spreadsheets show a cell that starts with an apostrophe as text. */
function cellText(cell: Cell) {
  if (cell === null || cell === undefined) return '';
  const text = oneLine(String(cell));
  const harmless = typeof cell === 'string' ? text.replace(formulas, "$1'") : text;
  return /[",;\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

interface WrapOptions {
  readonly columns: number;
  /** Indentation of the first line and of the others. */
  readonly first: string;
  readonly rest: string;
}

/** An indentation takes at most half of the width. */
export function wrapped(text: string, { columns, ...indents }: WrapOptions): readonly string[] {
  const [first = '', rest = ''] = [indents.first, indents.rest].map((indent) =>
    indent.slice(0, Math.floor(columns / 2)),
  );
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  const end = (): void => {
    lines.push(line);
    line = rest;
    isEmpty = true;
  };
  for (const word of text.split(' ')) {
    if (!isEmpty && shownWidth(line) + 1 + shownWidth(word) > columns) end();
    let left = isEmpty ? withoutCommand(line, word) : ` ${word}`;
    while (shownWidth(line) + shownWidth(left) > columns) {
      const [part, more] = split(left, columns - shownWidth(line));
      line += part;
      end();
      left = withoutCommand(line, more);
    }
    line += left;
    isEmpty = false;
  }
  end();
  return lines;
}

/** Runners interpret lines with this prefix as commands, so remote text never starts with it. */
function withoutCommand(indent: string, text: string): string {
  return indent.trim() === '' ? text.replace(/^(?=::|##\[)./u, visibleEscape) : text;
}

/** Escapes runner commands at the start of whole lines. */
export function withoutCommands(text: string): string {
  return text.replace(
    /^([^\S\n\r\u2028\u2029]*)([:#])(?=:|#\[)/gmu,
    (_, indent: string, sign: string) => `${indent}${visibleEscape(sign)}`,
  );
}

/** Wraps each line. Continuation lines are indented further. */
export function wrappedLines(text: string, columns: number): string {
  const lines = text.split('\n').flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    return wrapped(line.slice(indent.length), { columns, first: indent, rest: `${indent}    ` });
  });
  return lines.join('\n');
}

/** Characters of East Asian scripts and most pictures take two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/gu;

const narrow = /\p{Mark}/gu;

export function widthOf(text: string): number {
  return [...text].length + (text.match(wide)?.length ?? 0) - (text.match(narrow)?.length ?? 0);
}

export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - shownWidth(text)));
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

export function shownWidth(text: string): number {
  return widthOf(text.replace(colours, ''));
}

/** The part that fits, with at least one character. */
function split(text: string, columns: number): readonly [string, string] {
  let part = '';
  for (const sign of text.match(new RegExp(`${colours.source}|.`, 'gsu')) ?? []) {
    if (part !== '' && shownWidth(part + sign) > columns) break;
    part += sign;
  }
  return [part, text.slice(part.length)];
}

/** `summary`: escaped. */
export function foldedMarkdown(summary: string, text: string, isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

/** `3 changed, 1 removed`, without zeros. */
export function countsText(numbers: Iterable<readonly [word: string, number: number]>): string {
  return withoutMissing(...[...numbers].map(([word, number]) => number > 0 && `${number} ${word}`)).join(', ');
}

/** Lines of a text. Empty strings are empty lines, and false and undefined are omitted. */
type TextLines = string | false | undefined | readonly TextLines[];

export function textLines(...parts: readonly TextLines[]): string {
  return linesIn(parts)
    .map((each) => `${each}\n`)
    .join('');
}

function linesIn(parts: TextLines): readonly string[] {
  if (typeof parts === 'string') return [parts];
  return typeof parts === 'object' ? parts.flatMap(linesIn) : [];
}
