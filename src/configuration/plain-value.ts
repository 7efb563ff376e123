/** Reads single scalars: which values may stand in a configuration, and which text a key is. */
import { Scalar as SyntaxScalar } from 'yaml';
import type { SourceSpan } from '../core/problem.ts';
import type { Report, Scalar } from './node.ts';

/** The value of a scalar; numbers that JSON cannot carry exactly are problems, because they would silently become others. */
export function plainValue({ value, source }: SyntaxScalar, span: SourceSpan, report: Report): Scalar {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'number') return source ?? '';
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  report({
    code: 'E-YAML-NUMBER',
    message: `${shortened(source ?? String(value))} cannot be kept exactly as a number`,
    span,
    label: 'infinite, not a number, or too many digits',
    hint: 'put it into quotes if it is a text, such as an id',
  });
  return source ?? String(value);
}

/** The text of a key: numbers and words such as `true` are the text they are written as. Undefined after a problem. */
export function keyText(key: SyntaxScalar, span: SourceSpan, report: Report): string | undefined {
  const isPlain = key.type === SyntaxScalar.PLAIN || key.type === undefined;
  if (!isPlain) return String(key.value);
  const text = key.source ?? String(key.value);
  if (text === '<<') {
    report({
      code: 'E-YAML-MERGE',
      message: 'merge keys (`<<`) are not part of the language',
      span,
      label: 'YAML 1.2 has no merge keys',
      hint: 'write the entries out, or use an alias for the whole value',
    });
    return undefined;
  }
  if (text !== '') return typeof key.value === 'string' ? key.value : text;
  reportKey(span, 'the key is missing', report);
  return undefined;
}

export function reportKey(span: SourceSpan, message: string, report: Report): void {
  report({
    code: 'E-YAML-KEY',
    message,
    span,
    label: 'a key must be one text',
    hint: 'write `key: value`, with the key in quotes if it holds special characters',
  });
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
