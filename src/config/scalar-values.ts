/** Checks texts, booleans, choices, and lists of these. */

import { fullFormats } from 'ajv-formats/dist/formats.js';
import { count } from '../core/count.ts';
import type { Value } from '../core/state.ts';
import { type FieldType, isEmoji, pemText } from '../kinds/field.ts';
import { reportWrongType } from './fixed-map.ts';
import { type ConfigurationNode, describeNode, type ScalarNode } from './node.ts';
import { didYouMean, hints, type ProblemList, replacementFix } from './problem-list.ts';

export type TextType = Extract<FieldType, { is: 'text' }>;

/** Returns the node if it is a scalar. Reports null as a value that cannot be cleared. */
export function scalarOf(problems: ProblemList, node: ConfigurationNode, name: string, wanted: string) {
  if (node.is === 'scalar' && node.value !== null) return node;
  const hint = 'remove the key to leave the value unchanged';
  return reportWrongType(problems, node, name, 'scalar', { expected: wanted, hint });
}

export function checkText(problems: ProblemList, node: ConfigurationNode, type: TextType, name: string) {
  const scalar = scalarOf(problems, node, name, 'text');
  if (scalar === undefined) return undefined;
  const { value, span } = scalar;
  if (typeof value !== 'string') {
    return problems.add('E-TYPE', span, {
      message: `${name} must be text, not ${describeNode(scalar)}`,
      hint: `put the value in quotes: "${scalar.source}"`,
      fix: replacementFix(`"${scalar.source}"`),
    });
  }
  if (!isBounded(problems, value, type, name, span)) return undefined;
  return type.format === 'pem' ? pemText(value) : value;
}

function isBounded(problems: ProblemList, value: string, type: TextType, name: string, span: ScalarNode['span']) {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern, format } = type;
  const length = lengthOf(value, min, max);
  if (length < min || length > max) {
    const message =
      length > max
        ? `${name} is longer than ${max} characters`
        : min === 1
          ? `${name} is empty`
          : `${name} is shorter than ${min} characters`;
    problems.add('E-LENGTH', span, { message, label: count(length, 'character') });
    return false;
  }
  if (pattern !== undefined && !matches(pattern, value)) {
    problems.add('E-PATTERN', span, {
      message: `${name} does not match the required pattern`,
      label: `must match ${pattern}`,
    });
    return false;
  }
  if (format === undefined || format === 'condition' || format === 'pem' || isFormatted(format, value)) return true;
  problems.add('E-FORMAT', span, { message: `${name} must be ${formats[format]}`, label: 'invalid value' });
  return false;
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

type Format = Exclude<NonNullable<TextType['format']>, 'condition' | 'pem'>;

const formats: { readonly [F in Format]: string } = {
  uri: 'a URL such as https://acme.dev/x',
  email: 'an e-mail address such as ana@acme.dev',
  emoji: 'an emoji, or its code points such as 1f3e0',
};

/** Uses the same formats as the validation of the JSON schema. */
export function isFormatted(format: Format, value: string): boolean {
  if (format === 'emoji') return isEmoji(value);
  const check = fullFormats[format];
  if (check instanceof RegExp) return check.test(value);
  return typeof check === 'function' && check(value) === true;
}

export function checkBoolean(problems: ProblemList, node: ConfigurationNode, name: string): boolean | undefined {
  const scalar = scalarOf(problems, node, name, '`true` or `false`');
  if (scalar === undefined) return undefined;
  if (typeof scalar.value === 'boolean') return scalar.value;
  const isOldWord = typeof scalar.value === 'string' && /^(yes|no|on|off)$/i.test(scalar.value);
  const isQuoted = scalar.value === 'true' || scalar.value === 'false';
  const meant = isOldWord ? `${/^(yes|on)$/i.test(String(scalar.value))}` : isQuoted ? String(scalar.value) : undefined;
  const hint = isOldWord
    ? `write ${meant}: in YAML 1.2, ${scalar.value} is text`
    : isQuoted
      ? 'remove the quotes'
      : undefined;
  const message = `${name} must be \`true\` or \`false\`, not ${describeNode(scalar)}`;
  return problems.add('E-TYPE', scalar.span, { message, hint, fix: replacementFix(meant) });
}

/** `isOpen`: allows other values, because the platform may support more. */
export function checkChoice(
  problems: ProblemList,
  node: ConfigurationNode,
  values: readonly string[],
  name: string,
  isOpen = false,
): string | undefined {
  const scalar = scalarOf(problems, node, name, someOf(values));
  if (scalar === undefined) return undefined;
  const { value, span } = scalar;
  if (typeof value === 'string' && (isOpen || values.includes(value))) return value;
  if (typeof value !== 'string')
    problems.add('E-TYPE', span, { message: `${name} must be ${someOf(values)}, not ${describeNode(scalar)}` });
  else {
    const near = problems.suggest(value, values);
    problems.add('E-ENUM', span, {
      message: `${name} cannot be "${value}"`,
      label: 'unknown value',
      hint: hints(didYouMean(near), `possible values: ${values.join(', ')}`),
      fix: replacementFix(near),
    });
  }
  return undefined;
}

function someOf(values: readonly string[]) {
  return values.length === 1 ? `${values[0]}` : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

export function itemsOf(problems: ProblemList, node: ConfigurationNode, name: string) {
  if (node.is === 'list') return node.items;
  const hint = 'write `[]` for an empty list, or remove the key to leave the value unchanged';
  return reportWrongType(problems, node, name, 'list', { hint });
}

export function reportRepeated(
  problems: ProblemList,
  items: readonly ConfigurationNode[],
  values: readonly (Value | undefined)[],
  name: string,
): void {
  const seen = new Map<Value, ConfigurationNode>();
  for (const [index, value] of values.entries()) {
    const item = items[index];
    if (item === undefined || value === undefined) continue;
    const first = seen.get(value);
    if (first === undefined) seen.set(value, item);
    else
      problems.add('E-DUPLICATE-ITEM', item.span, {
        message: `duplicate item in ${name}`,
        related: [{ message: 'first listed here', span: first.span }],
      });
  }
}
