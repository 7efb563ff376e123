/** Makes text from configuration and platform harmless where it is printed: terminals, Markdown, logs. */
import { jsonEscape, jsonWithoutHidden, visibleEscape, withHidden } from '../core/hidden.ts';

/** Text for a terminal or a file: what nobody would see is shown as `\u{200B}`; lines stay lines. */
export function visible(text: string): string {
  return withHidden(text.replace(/\r\n/g, '\n'), visibleEscape);
}

/** Text that stays on its line. */
export function oneLine(text: string): string {
  return visible(text.replace(/[\n\t]+|\r\n?/g, ' ')).trim();
}

/** Blanks that look like the common one. */
const strangeBlanks = /(?![ \u3000])\p{Zs}/gu;

/** A value as JSON on one line, with what nobody would see as escapes, so that a difference in it can be seen. */
export function quoted(value: unknown): string {
  return withHidden(JSON.stringify(value), jsonEscape).replace(strangeBlanks, jsonEscape);
}

/** Printed texts that stand beside each other: where two of them differ and look alike, all that is not plain ASCII is an escape. */
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

/** A document for machines: nothing in it is hidden, and parsed it is the value. */
export function jsonText(value: unknown): string {
  return `${jsonWithoutHidden(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line, for streams of documents. */
export function jsonLine(value: unknown): string {
  return `${jsonWithoutHidden(JSON.stringify(value))}\n`;
}

/** Signs that make a mention, a reference or an address of the name behind them. The forge looks at the rendered text, where escapes are gone. */
const signs = /(?<=[@#!$%~^&])(?=\w)|(?<=:)(?=\/\/)|(?<=\b(?:www|mailto|xmpp|gh))(?=[.:-])/gi;

/** Free text inside Markdown: nothing in it is markup, HTML, a mention, a reference or an address that links itself. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(signs, '\u200b')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$^]/g, '\\$&')
    .replaceAll('\u200b', '&#8203;');
}

/** Free text inside a line of HTML, where Markdown is no markup: the same harm is kept out. */
export function escapeHtml(text: string): string {
  const escaped = oneLine(text)
    .replace(signs, '\u200b')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
  return escaped.replaceAll('\u200b', '&#8203;');
}

/** Text as inline code, whatever backticks it holds. */
export function inlineCode(text: string): string {
  const content = oneLine(text);
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = content.startsWith('`') || content.endsWith('`') || content === '' ? ' ' : '';
  return `${fence}${pad}${content}${pad}${fence}`;
}

/** Lines with signs before them, as a block in the colours of a difference; nothing in them ends it. */
export function diffBlock(lines: readonly { readonly sign: string; readonly text: string }[]): readonly string[] {
  const content = lines.map(({ sign, text }) => `${sign} ${visible(text.replace(/[\n\t]+|\r\n?/g, ' '))}`.trimEnd());
  const longest = Math.max(2, ...content.flatMap((line) => [...line.matchAll(/`+/g)].map((run) => run[0].length)));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}diff`, ...content, fence];
}

/** What may stand before the sign of an address. */
const local = "[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_`{|}~-]";
/** It begins where such characters begin, which also keeps the search short in a long word; in JSON an escape such as `\n` is none of it. */
const emails = new RegExp(
  `(\\\\(?:u[0-9a-f]{4}|.)|(?<!${local}))${local}+(?:@|%40)[\\p{L}\\p{M}\\p{N}.-]*[\\p{L}\\p{M}\\p{N}]`,
  'gu',
);

/** Text in which nobody's e-mail address stands, whoever's it is: titles name people as well. */
export function withoutEmails(text: string): string {
  return text.replace(emails, '$1***');
}

/** Replaces every known secret, also where it stands percent-encoded or inside JSON. Values too short to be secrets are left alone. */
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
