/** Values of custom fields fit the field's type; with the field its values go. */
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { CustomFieldRecord, FieldValue, Row } from '../records.ts';
import { requireNamed } from './require.ts';
import { rewrite } from './write.ts';

type Fit = (value: FieldValue, options: readonly string[]) => boolean;

const isListOfTexts = (value: FieldValue): value is readonly string[] => Array.isArray(value);

const fits: { readonly [type: string]: Fit } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  tags: isListOfTexts,
  'select:single': (value, options) => typeof value === 'string' && options.includes(value),
  'select:multi': (value, options) => isListOfTexts(value) && value.every((one) => options.includes(one)),
};

export function requireFieldType(type: string): void {
  // `in` would find `constructor`, too.
  if (!Object.hasOwn(fits, type)) throw invalid(`body.type: ${JSON.stringify(type)} is none of ${Object.keys(fits).join(', ')}`);
}

/** The values by id of their field. */
export function checkedValues(
  context: Context,
  organization: string,
  given: { readonly [name: string]: { readonly value: FieldValue } },
): { readonly [fieldId: string]: FieldValue } {
  return Object.fromEntries(
    Object.entries(given).map(([name, { value }]) => {
      const field = requireNamed(context, 'custom-field', organization, name);
      requireFit(field.data, value);
      return [field.id, value];
    }),
  );
}

function requireFit({ name, type, options = [] }: CustomFieldRecord, value: FieldValue): void {
  if (fits[type]?.(value, options)) return;
  const choice = type.startsWith('select:') ? ` of ${options.join(', ')}` : '';
  throw invalid(`body.values.${name}.value: ${JSON.stringify(value)} is no value for a field of type ${type}${choice}`);
}

export function removeCustomField(context: Context, field: Row<'custom-field'>): void {
  for (const kind of ['space', 'trashed-space'] as const) {
    for (const space of context.store.inScope(kind, field.parent)) {
      const { [field.id]: removed, ...values } = space.data.values;
      if (removed !== undefined) rewrite(context, space, { ...space.data, values });
    }
  }
  context.store.remove(field);
}
