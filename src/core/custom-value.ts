/** Checks a value against the definition of a custom field. */
import type { DesiredValue, Value } from './state.ts';

/** Describes the expected value, if the value does not fit. An unknown type accepts any value. */
export function whyValueDoesNotFit(
  value: Value,
  { fields }: { readonly fields: { readonly [field: string]: DesiredValue | undefined } },
): string | undefined {
  const options = Array.isArray(fields.options) ? fields.options.map(String) : undefined;
  const list = Array.isArray(value) ? value.map(String) : undefined;
  const isOption = (word: string) => options === undefined || options.includes(word);
  switch (fields.type) {
    case 'text':
      return typeof value === 'string' ? undefined : 'text';
    case 'number':
      return typeof value === 'number' ? undefined : 'a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : '`true` or `false`';
    case 'tags':
      return list === undefined ? 'a list of texts' : undefined;
    case 'select:single':
      return typeof value === 'string' && isOption(value) ? undefined : optionsPhrase(options);
    case 'select:multi':
      return list?.every(isOption)
        ? undefined
        : `a list of ${options === undefined ? 'its options' : options.join(', ')}`;
    default:
      return undefined;
  }
}

function optionsPhrase(options: readonly string[] | undefined): string {
  return options === undefined ? 'one of its options' : `one of ${options.join(', ')}`;
}
