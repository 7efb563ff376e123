/** Texts with several equivalent spellings: one form to compare, one form to write. */
import { emojiCharacter, emojiCodePoints } from '../contract/emoji.ts';
import type { FieldType } from './field.ts';

/** Texts of a type are equivalent if their compared forms are equal. */
export function comparedText(type: FieldType, text: string): string {
  if (type.is !== 'text') return text;
  if (type.format === 'emoji') return emojiCodePoints(text);
  // Digests in the ledger include the final newline.
  return type.format === 'pem' ? `${pemText(text).trimEnd()}\n` : text;
}

/** The form in configurations and output. */
export function writtenText(type: FieldType, text: string): string {
  if (type.is !== 'text') return text;
  if (type.format === 'emoji') return emojiCharacter(text) ?? text;
  return type.format === 'pem' ? pemText(text) : text;
}

/** Removes differences that Git and editors make: line endings, trailing spaces and final newlines. */
export function pemText(text: string): string {
  const lines = withPlainLines(text)
    .split('\n')
    .map((line) => line.trimEnd());
  const [first, last] = [lines.findIndex((line) => line !== ''), lines.findLastIndex((line) => line !== '')];
  // Includes the empty part after a final newline.
  return first === -1 ? '' : lines.slice(first, last + 2).join('\n');
}

/** Git can check out text files with CRLF on Windows. */
export function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
