/** Reports invisible characters in declared values, from an escape, a variable or another file. */
import { codePointText, hiddenIn } from '../core/hidden.ts';
import type { DesiredValue } from '../core/value.ts';

/** More characters are only counted. */
const mostNamed = 3;

export function hiddenNotes(name: string, value: DesiredValue): readonly string[] {
  if (typeof value === 'string') return textNotes(name, value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, DesiredValue]) => [
    ...(Array.isArray(value) ? [] : textNotes(`a key of ${name}`, key)),
    ...hiddenNotes(Array.isArray(value) ? name : `${name}.${key}`, inner),
  ]);
}

function textNotes(name: string, text: string): readonly string[] {
  const places: string[] = [];
  let found = 0;
  for (const { at, character } of hiddenIn(text)) {
    found += 1;
    if (found <= mostNamed) places.push(`${codePointText(character)} at character ${at + 1}`);
  }
  if (found === 0) return [];
  const rest = found > mostNamed ? ` and ${found - mostNamed} more` : '';
  return [`${name} contains invisible characters: ${places.join(', ')}${rest}`];
}
