/** Escapes text from configuration and platform for terminals, Markdown, JSON, spreadsheets and logs. */
import { jsonEscape, jsonWithoutHidden, visibleEscape, withHidden } from '../core/hidden.ts';

/** Shows invisible characters as `\u{200B}` and keeps line breaks. */
export function visible(text: string): string {
  return withHidden(text.replace(/\r\n/g, '\n'), visibleEscape);
}

export function oneLine(text: string): string {
  return visible(text.replace(/[\n\t]+|\r\n?/g, ' ')).trim();
}

/** Spaces that look like U+0020. */
const strangeBlanks = /(?![ \u3000])\p{Zs}/gu;

/** JSON on one line. Invisible characters are escaped, so that differences are visible. */
export function quoted(value: unknown): string {
  return withHidden(JSON.stringify(value), jsonEscape).replace(strangeBlanks, jsonEscape);
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
  return `${jsonWithoutHidden(JSON.stringify(value, null, 2))}\n`;
}

/** JSON documents have null where docform omits a member. */
export function orNull<T extends object>(values: T): { readonly [K in keyof T]-?: Exclude<T[K], undefined> | null } {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null])) as {
    [K in keyof T]-?: Exclude<T[K], undefined> | null;
  };
}

/** The same on one line, for streams of documents. */
export function jsonLine(value: unknown): string {
  return `${jsonWithoutHidden(JSON.stringify(value))}\n`;
}

/** Signs that start a mention, a reference or a URL. The forge reads the rendered text, which has no escapes. */
const signs = /(?<=[@#!$%~^&])(?=\w)|(?<=:)(?=\/\/)|(?<=\b(?:www|mailto|xmpp|gh))(?=[.:-])/gi;

/** Escapes text for Markdown: no markup, HTML, mention, reference or automatic link remains. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(signs, '\u200b')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$^]/g, '\\$&')
    .replaceAll('\u200b', '&#8203;');
}

export function escapeHtml(text: string): string {
  const escaped = oneLine(text)
    .replace(signs, '\u200b')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
  return escaped.replaceAll('\u200b', '&#8203;');
}

/** Inline code with any backticks. */
export function inlineCode(text: string): string {
  const content = oneLine(text);
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = content.startsWith('`') || content.endsWith('`') || content === '' ? ' ' : '';
  return `${fence}${pad}${content}${pad}${fence}`;
}

export function diffBlock(lines: readonly { readonly sign: string; readonly text: string }[]): readonly string[] {
  const content = lines.map(({ sign, text }) => `${sign} ${visible(text.replace(/[\n\t]+|\r\n?/g, ' '))}`.trimEnd());
  return fencedBlock(content, 'diff');
}

/** The fence is longer than any run of backticks inside. */
export function fencedBlock(lines: readonly string[], language: string): readonly string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map((run) => run[0].length)));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...lines, fence];
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

/** Masks every known secret, also percent-encoded or inside JSON. Values of fewer than 4 characters are kept. */
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
  let masked = text;
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
