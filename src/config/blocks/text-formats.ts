/** Checks texts against the length, the pattern and the format of their type. */
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { count } from '../../core/count.ts';
import { certificatesIn, type FieldType, isEmoji } from '../../kinds/field.ts';

export type TextType = Extract<FieldType, { is: 'text' }>;

export function textFault(
  value: string,
  { min = 0, max = Number.POSITIVE_INFINITY, pattern, format }: TextType,
  name: string,
) {
  const length = lengthOf(value, min, max);
  if (length < min || length > max) {
    const short = min === 1 ? 'is empty' : `is shorter than ${min} characters`;
    const message = `${name} ${length > max ? `is longer than ${max} characters` : short}`;
    return { code: 'E-LENGTH', message, label: count(length, 'character') } as const;
  }
  if (pattern !== undefined && !matches(pattern, value)) {
    const message = `${name} does not match the required pattern`;
    return { code: 'E-PATTERN', message, label: `must match ${pattern}` } as const;
  }
  if (format === undefined || format === 'condition' || isFormatted(format, value)) return undefined;
  return { code: 'E-FORMAT', message: `${name} must be ${formats[format]}`, label: 'invalid value' } as const;
}

/** Counts characters if the bounds require it, because some characters have two UTF-16 units. */
export function lengthOf(text: string, min: number, max: number): number {
  return text.length > max || text.length < 2 * min ? [...text].length : text.length;
}

const patterns = new Map<string, RegExp>();

export function matches(pattern: string, text: string): boolean {
  const compiled = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, compiled);
  return compiled.test(text);
}

const formats = {
  uri: 'a URL such as https://acme.dev/x',
  email: 'an e-mail address such as ana@acme.dev',
  date: 'a date such as 2026-12-31',
  emoji: 'an emoji, or its code points such as 1f3e0',
  color: 'a color such as #346ddb',
  pem: 'a valid X.509 certificate in PEM format, which begins with `-----BEGIN CERTIFICATE-----`',
};

export const colorPattern = '^#([0-9a-fA-F]{3}){1,2}$';

/** Uses the same formats as the validation of the JSON schema. */
export function isFormatted(format: keyof typeof formats, value: string): boolean {
  if (format === 'emoji') return isEmoji(value);
  if (format === 'color') return matches(colorPattern, value);
  if (format === 'pem') return certificatesIn(value) !== undefined;
  const found = fullFormats[format];
  const check = typeof found === 'object' && 'validate' in found ? found.validate : found;
  if (check instanceof RegExp) return check.test(value);
  return typeof check === 'function' && (check as (text: string) => boolean)(value);
}
