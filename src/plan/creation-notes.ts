/** Notes for people about what a new object is, beyond the values it gets. */
import type { DesiredValue } from '../core/value.ts';
import { type FieldShape, isCondition, wideningOf } from '../kinds/field.ts';
import { hiddenNotes } from './hidden-notes.ts';

export function creationNotes(name: string, field: FieldShape, value: DesiredValue): readonly string[] {
  const until = atFirst(name, field, value);
  return [...(until === undefined ? [] : [until]), ...hiddenNotes(name, value)];
}

/** What a create call cannot say from the start, where that shows more than it should for a moment. */
function atFirst(name: string, field: FieldShape, value: DesiredValue): string | undefined {
  if (isCondition(field) && value !== null)
    return `everybody who may see the site sees it from its creation until the call that sets its ${name}`;
  if (field.initial === undefined || wideningOf(field, value, field.initial) === undefined) return undefined;
  return `${name} is ${JSON.stringify(field.initial)} from its creation until the call after it`;
}
