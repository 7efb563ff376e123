/** Syntax of keys. */
import type { KindShape, Shapes } from '../kinds/shape.ts';

export const keyPattern = '^[A-Za-z0-9][A-Za-z0-9._-]*$';
export const longestKey = 100;

export function isKey(text: string): boolean {
  return new RegExp(keyPattern).test(text) && text.length <= longestKey;
}

/** Appends the lowest number that makes the slug unique. */
export function freeKey(slug: string, isTaken: (key: string) => boolean): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? slug : `${slug}-${number}`;
    if (!isTaken(key)) return key;
  }
}

/** Case-insensitive keys are lower case in addresses. */
export function foldedKey(shape: KindShape, key: string, shapes: Shapes): string {
  const field = shape.key === 'name' ? undefined : shape.fields[shape.key.field];
  if (field?.type.is === 'ref') {
    const target = shapes.get(field.type.to);
    return target === undefined ? key : foldedKey(target, key, shapes);
  }
  return field?.caseFolded ? key.toLowerCase() : key;
}
