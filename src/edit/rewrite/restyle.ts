/** Writes a new value in the style of the scalar it replaces: quotes stay quotes, and a block stays a block. */
import { type BlockPlace, blockText, scalarText } from '../scalar-text.ts';
import { readBack } from './parse-tree.ts';
import type { ScalarStyle, ScalarValue } from './tree.ts';

export interface ScalarPlace extends BlockPlace {
  readonly style: ScalarStyle;
  readonly isInFlow: boolean;
  readonly eol: string;
  /** A text of several lines is quoted. */
  readonly hasTabLines: boolean;
}

export function restyled(value: ScalarValue, place: ScalarPlace): string {
  const { style, isInFlow, eol } = place;
  if (typeof value !== 'string') return value === null ? 'null' : String(value);
  // Empty lines behind a block text that keeps them would be a part of it.
  const isOneLine = value.endsWith('\n\n') || (place.hasTabLines && value.includes('\n'));
  const wanted = isOneLine ? undefined : inStyle(value, place);
  if (wanted !== undefined && isReadAs(wanted, value, place)) return wanted.replaceAll('\n', eol);
  const isQuoted = isInFlow || !value.includes('\n') || style === 'double' || isOneLine;
  const plain = isQuoted ? scalarText(value, isInFlow) : blockText(value, 'literal', place);
  return (isReadAs(plain, value, place) ? plain : JSON.stringify(value)).replaceAll('\n', eol);
}

/** undefined: the style cannot say it. */
function inStyle(value: string, place: ScalarPlace): string | undefined {
  const { style, isInFlow } = place;
  switch (style) {
    case 'double':
      return JSON.stringify(value);
    case 'single':
      return value.includes('\n') ? undefined : `'${value.replaceAll("'", "''")}'`;
    case 'literal':
    case 'folded':
      return isInFlow || value === '' ? undefined : blockText(value, style, place);
    default:
      return value.includes('\n') ? undefined : scalarText(value, isInFlow);
  }
}

function isReadAs(text: string, value: string, { isInFlow, column, step }: ScalarPlace): boolean {
  const lead = ' '.repeat(Math.max(column - step, 0));
  const found = readBack(isInFlow ? `{ k: ${text} }` : `${lead}k: ${text}\n`);
  return (found as { readonly k?: unknown } | undefined)?.k === value;
}
