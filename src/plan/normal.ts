/** Normalizes values for comparison: empty values are equal, and so are different spellings of one text. */
import type { Value } from '../core/value.ts';
import type { FieldShape } from '../kinds/field.ts';
import { comparedText } from '../kinds/text-forms.ts';

/** The platform omits empty values: absent, null, false, "" and empty lists and maps are the same. */
export function normal(field: FieldShape, value: Value | undefined): Value {
  if (value === undefined || value === null || value === '' || value === false) return null;
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    return field.type.is === 'list' && field.type.compare === 'set' ? [...value].sort() : value;
  }
  if (typeof value === 'object') return Object.keys(value).length === 0 ? null : value;
  if (typeof value !== 'string') return value;
  return field.caseFolded ? value.toLowerCase() : comparedText(field.type, value);
}
