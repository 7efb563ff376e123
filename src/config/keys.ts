/** Checks keys: free names, or a field of the object such as an e-mail address. */
import { oneTitle } from '../core/count.ts';
import type { SourceSpan } from '../core/problem.ts';
import { keyPattern, longestKey } from '../declaration/key.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import type { ConfigurationDraft } from './draft.ts';
import { idPattern } from './grammar.ts';
import { isFormatted, lengthOf, matches, type TextType } from './values.ts';

/** A key that refers to another resource has the bounds of its key. */
export function keyType(shape: KindShape, shapes: Shapes): TextType {
  const field = shape.key === 'name' ? undefined : shape.fields[shape.key.field];
  if (field?.type.is === 'ref') {
    const target = shapes.get(field.type.to);
    if (target !== undefined) return keyType(target, shapes);
  }
  if (field?.type.is === 'text')
    return takesVariables(shape) ? { ...field.type, pattern: idPattern, max: longestKey } : field.type;
  return freeName;
}

const freeName: TextType = { is: 'text', min: 1, max: longestKey, pattern: keyPattern };

/** Keys that are platform ids differ between organizations, so they can contain variables. */
export function takesVariables(shape: KindShape): boolean {
  return shape.key !== 'name' && shape.key.field === 'id';
}

export function isKeyValid(draft: ConfigurationDraft, shape: KindShape, key: string, span: SourceSpan): boolean {
  const refusal = keyRefusal(shape, key, draft.shapes);
  if (refusal === undefined) return true;
  const hint = key.includes('${')
    ? 'use variables only in values, and in keys of link invites'
    : `change the key: it ${refusal}`;
  draft.problems.add('E-KEY-NAME', span, {
    message: `invalid key "${key}" for ${oneTitle(shape)}`,
    label: 'not a valid key',
    hint,
  });
  return false;
}

/** Returns the requirement that the key violates. */
export function keyRefusal(shape: KindShape, key: string, shapes: Shapes): string | undefined {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern, format } = keyType(shape, shapes);
  const isPath = shape.key !== 'name' && shape.key.isPath === true;
  const length = lengthOf(key, min, max);
  const isLong = length > max;
  const isWritten =
    length >= min && !isLong && (isPath || !key.includes('/')) && (pattern === undefined || matches(pattern, key));
  if (isWritten && (format !== 'email' || isFormatted(format, key))) return undefined;
  return format === 'email'
    ? 'must be an e-mail address'
    : isLong
      ? `can have at most ${max} characters`
      : `must match ${pattern}`;
}
