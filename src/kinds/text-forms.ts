/** Texts that can be written in several ways and mean the same: one form to compare, and one to write. */
import { emojiCharacter, emojiCodePoints } from '../contract/emoji.ts';
import type { FieldType } from './field.ts';

/** Two texts of a type mean the same where these are equal. */
export function comparedText(type: FieldType, text: string): string {
  if (type.is !== 'text') return text;
  if (type.format === 'emoji') return emojiCodePoints(text);
  // Most files end in a newline, and what the ledger has of them is of that form.
  return type.format === 'pem' ? `${pemText(text).trimEnd()}\n` : text;
}

/** As a configuration states it, and as people read it. */
export function writtenText(type: FieldType, text: string): string {
  if (type.is !== 'text') return text;
  if (type.format === 'emoji') return emojiCharacter(text) ?? text;
  return type.format === 'pem' ? pemText(text) : text;
}

/** Git and editors change line endings, blanks at the end of lines, and the number of newlines at the end; a certificate stays the same. */
export function pemText(text: string): string {
  const lines = withPlainLines(text)
    .split('\n')
    .map((line) => line.trimEnd());
  const [first, last] = [lines.findIndex((line) => line !== ''), lines.findLastIndex((line) => line !== '')];
  // The part after the last line is there where a newline ends that.
  return first === -1 ? '' : lines.slice(first, last + 2).join('\n');
}

/** A checkout on Windows may write CRLF into any text file. */
export function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
