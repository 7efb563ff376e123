/** Makes text from configuration and platform harmless where it is printed: terminals, Markdown, logs. */

/** C0 and C1 controls but tab and newline, and what turns or hides text: bidi controls, zero-width characters, line separators. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text for a terminal: no control characters; lines stay lines. */
export function stripControls(text: string): string {
  return text.replace(controls, '');
}

/** Text that stays on its line. */
export function oneLine(text: string): string {
  return stripControls(text.replace(/\r\n?/g, '\n'))
    .replace(/[\n\t]+/g, ' ')
    .trim();
}

/** A value as JSON on one line, with the characters of `controls` shown as escapes, so that a difference in them can be seen. */
export function quoted(value: unknown): string {
  return JSON.stringify(value).replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Free text inside Markdown: nothing in it is markup, HTML, a mention or a reference. GitHub looks for mentions and references in the rendered
 * text, where escapes are gone, so a zero-width space parts their sign from their name.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u200b')
    .replace(/#(?=\d)/g, '#\u200b')
    .replace(/:\/\//g, ':\u200b//');
}

/** Text as inline code, whatever backticks it holds. */
export function inlineCode(text: string): string {
  const content = oneLine(text).replace(/\|/g, '\u00a6');
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = content.startsWith('`') || content.endsWith('`') || content === '' ? ' ' : '';
  return `${fence}${pad}${content}${pad}${fence}`;
}

/** What may stand before the sign of an address. */
const local = "[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_`{|}~-]";
/** It begins where such characters begin, which also keeps the search short in a long word; in JSON an escape such as `\n` is none of it. */
const emails = new RegExp(`(\\\\(?:u[0-9a-f]{4}|.)|(?<!${local}))${local}+(?:@|%40)[\\p{L}\\p{M}\\p{N}.-]*[\\p{L}\\p{M}\\p{N}]`, 'gu');

/** Text in which nobody's e-mail address stands, whoever's it is: titles name people as well. */
export function withoutEmails(text: string): string {
  return text.replace(emails, '$1***');
}

/** Replaces every known secret, also where it stands percent-encoded or inside JSON. Values too short to be secrets are left alone. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(
    secrets
      .filter((secret) => secret.length >= 4)
      .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
  );
  let masked = text;
  for (const form of [...forms].sort((a, b) => b.length - a.length)) masked = masked.replaceAll(form, '***');
  return masked;
}
