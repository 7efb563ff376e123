/** Titles and descriptions by language. */
import type { Value } from '../core/state.ts';
import type { FieldShape, Words } from './field.ts';
import { addFields, type Decoded, objectOrUndefined } from './reading.ts';

function localizedField(wire: string, what: string, max: number, example: string, words: Words): FieldShape {
  // The type of the field does not show its name in request bodies, because its values are not those of a body.
  const field = {
    type: { is: 'texts', max } as const,
    description: `${what} by language, for languages other than the default. \`{}\` removes all of them.`,
    example: { de: example },
    dialects: ['gitbook'] as const,
    defaultValue: {},
    ...words,
    wire,
  };
  return field;
}

export function localizedTitleField(example: string, words: Words = {}): FieldShape {
  return localizedField('localizedTitle', 'Titles', 128, example, words);
}

export function localizedDescriptionField(example: string, words: Words = {}): FieldShape {
  return localizedField('localizedDescription', 'Descriptions', 256, example, words);
}

const both = ['localizedTitle', 'localizedDescription'] as const;

/** The platform omits texts that are not set. */
export function addLocalizedFields(
  item: unknown,
  decoded: Decoded | undefined,
  names: readonly string[] = both,
): Decoded | undefined {
  const texts = Object.fromEntries(
    names.map((name) => [name, (objectOrUndefined(objectOrUndefined(item)?.[name]) ?? {}) as Value]),
  );
  return decoded && addFields(decoded, texts);
}
