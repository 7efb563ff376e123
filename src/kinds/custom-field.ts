/** Custom fields, whose name and type cannot change, and their values in a space, which cannot be unset. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../contract/2025-06/custom-fields.ts';
import {
  type CustomFieldValue,
  getCustomFieldValues,
  updateCustomFieldValues,
} from '../contract/2025-06/custom-fields.ts';
import { cacheLatest } from '../core/once.ts';
import type { Value } from '../core/state.ts';
import { callOf, defineFieldsOf, defineKind, type StepInput } from './define-kind.ts';
import { createDecoder, type Decoded, objectOrUndefined, textOrUndefined } from './reading.ts';

const field = defineFieldsOf(contract.createCustomField, contract.updateCustomField);

export const customField = defineKind({
  name: 'custom-field',
  segment: 'customFields',
  title: 'custom field',
  dialects: ['2025-06'],
  description: 'A field for which each space can have a value.',
  key: { field: 'name' },
  naturalKeys: [['name']],
  loss: 'its values in all spaces',
  losesForGood: true,
  fields: {
    name: field('name', 'Name of the field.', { example: 'status', change: 'replace' }),
    type: field('type', 'Type of the values.', { required: true, change: 'replace' }),
    title: field('title', 'Title that people see.', { example: 'Status' }),
    description: field('description', 'Purpose of the field.', { example: 'Editorial status' }),
    placeholder: field('placeholder', 'Text shown while the field has no value.', { example: 'draft' }),
    options: field('options', 'Choices, in this order.', {
      example: ['draft', 'live'],
      compare: 'atomic',
      chosenBy: 'spaces',
    }),
  },
  reading: {
    by: 'list',
    call: callOf(contract.listCustomFields),
    one: callOf(contract.getCustomField),
    decode: createDecoder({
      id: 'name',
      needs: ['name', 'type'],
      may: ['title', 'description', 'placeholder', 'options'],
    }),
  },
  create: callOf(contract.createCustomField),
  bind: (_reply, { fields }) => ({ id: String(fields.name), companionIds: {} }),
  update: callOf(contract.updateCustomField),
  delete: callOf(contract.deleteCustomField),
});

/** `definitions` is not a field of the language: it lists the custom fields of the organization. */
function decodeValues(reply: unknown, spaceId: string): Decoded | undefined {
  if (!Array.isArray(reply)) return undefined;
  const values: { [name: string]: Value } = {};
  const definitions: { [name: string]: Value } = {};
  for (const entry of reply.map(objectOrUndefined)) {
    const field = objectOrUndefined(entry?.customField);
    const name = textOrUndefined(field?.name);
    if (name === undefined) return undefined;
    definitions[name] = {
      type: textOrUndefined(field?.type) ?? null,
      options: Array.isArray(field?.options) ? field.options.map(String) : null,
    };
    if (entry?.value !== undefined) values[name] = entry.value as Value;
  }
  return { id: spaceId, fields: { values, definitions: shared(JSON.stringify(definitions)) } };
}

function writeValues(step: StepInput) {
  const values = objectOrUndefined(step.fields.values) as
    | { [name: string]: Static<typeof CustomFieldValue> }
    | undefined;
  const wire = Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, { value }]));
  return callOf(updateCustomFieldValues)({ ...step, body: { values: wire } });
}

/** All spaces have the same custom fields, so equal definitions share one object. */
const shared = cacheLatest((text) => JSON.parse(text) as Value);

export const fieldValues = defineKind({
  name: 'field-values',
  dialects: ['2025-06'],
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
    decode: (reply, { parentId }) => decodeValues(reply, parentId),
  },
  update: writeValues,
});
