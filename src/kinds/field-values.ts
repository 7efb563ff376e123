/** Custom-field values of a space. Only named values are written, and no value can be unset. */
import type { Static } from '@sinclair/typebox';
import { type CustomFieldValue, getCustomFieldValues, updateCustomFieldValues } from '../contract/custom-fields.ts';
import { onceInARow } from '../core/once.ts';
import type { Value } from '../core/state.ts';
import { callOf, defineKind, type StepInput } from './define-kind.ts';
import type { Decoded } from './reading.ts';
import { itemOf, textOf } from './reading.ts';

/** `definitions` is not a field of the language: it lists the custom fields of the organization. */
function decode(reply: unknown, spaceId: string): Decoded | undefined {
  if (!Array.isArray(reply)) return undefined;
  const values: { [name: string]: Value } = {};
  const definitions: { [name: string]: Value } = {};
  for (const entry of reply.map(itemOf)) {
    const field = itemOf(entry?.customField);
    const name = textOf(field?.name);
    if (name === undefined) return undefined;
    definitions[name] = {
      type: textOf(field?.type) ?? null,
      options: Array.isArray(field?.options) ? field.options.map(String) : null,
    };
    if (entry?.value !== undefined) values[name] = entry.value as Value;
  }
  return { id: spaceId, fields: { values, definitions: shared(JSON.stringify(definitions)) } };
}

function write(step: StepInput) {
  const values = itemOf(step.fields.values) as { [name: string]: Static<typeof CustomFieldValue> } | undefined;
  const wire = Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, { value }]));
  return callOf(updateCustomFieldValues)({ ...step, body: { values: wire } });
}

/** All spaces have the same custom fields, so equal definitions share one object. */
const shared = onceInARow((text) => JSON.parse(text) as Value);

export const fieldValues = defineKind({
  name: 'field-values',
  dialects: ['contract'],
  segment: 'fields',
  title: 'custom-field values',
  plural: 'custom-field values',
  description: 'Values of the custom fields of a space.',
  parents: ['space'],
  singleton: true,
  key: 'name',
  naturalKeys: [],
  undeletable: true,
  fields: {
    values: {
      type: { is: 'keyed', keysRefer: 'custom-field', of: 'scalar' },
      description: 'Values by custom-field key. You cannot unset a value.',
      example: { status: 'live' },
    },
  },
  reading: {
    by: 'object',
    call: callOf(getCustomFieldValues),
    decode: (reply, { parentId }) => decode(reply, parentId),
  },
  update: write,
});
