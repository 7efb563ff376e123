/** Texts of a site-structure file as fields of a kind, as far as the platform takes them. */
import type { SourceSpan } from '../core/problem.ts';
import type { DesiredValue } from '../core/value.ts';
import type { FieldShape } from '../kinds/field.ts';
import type { KindShape } from '../kinds/shape.ts';
import type { SiteItem } from './site-file.ts';

export interface CarriedTexts {
  readonly fields: { readonly [field: string]: DesiredValue };
  readonly fieldSpans: { readonly [field: string]: SourceSpan };
}

/** `tell` learns which text the kind has a field for, but not for a text like this. */
export function carriedTexts(
  shape: KindShape | undefined,
  texts: SiteItem['texts'],
  tell: (what: string, why: string, span: SourceSpan) => void,
): CarriedTexts {
  const fields: { [field: string]: DesiredValue } = {};
  const fieldSpans: { [field: string]: SourceSpan } = {};
  for (const [name, { value: written, span }] of Object.entries(texts)) {
    const field = shape?.fields[name];
    if (field === undefined) continue;
    // The file may write paths as `/guides`, and `/` for the root, which docform says by the default.
    const value = name === 'path' ? written.replace(/^\/+|\/+$/g, '') : written;
    const why = name === 'path' && value === '' ? 'the root of a site is where its default is served' : reasonAgainst(field, value);
    if (why !== undefined) tell(name, why, span);
    else {
      fields[name] = value;
      fieldSpans[name] = span;
    }
  }
  return { fields, fieldSpans };
}

function reasonAgainst({ type }: FieldShape, value: string): string | undefined {
  if (type.is !== 'text') return undefined;
  const length = [...value].length;
  if (length > (type.max ?? Number.POSITIVE_INFINITY))
    return `it is longer than the ${type.max} characters that the platform's interface takes`;
  if (length < (type.min ?? 0)) return `it is shorter than the ${type.min} characters that the platform's interface takes`;
  if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(value)) return 'it is not written as it has to be';
  return undefined;
}
