/** Custom field, identified by its name. Name and type cannot change. */

import * as contract from '../contract/custom-fields.ts';
import { callOf, defineKind, fieldsOf } from './define-kind.ts';
import { decodeItem } from './reading.ts';

const field = fieldsOf(contract.createCustomField, contract.updateCustomField);

export const customField = defineKind({
  name: 'custom-field',
  segment: 'customFields',
  title: 'custom field',
  dialects: ['contract'],
  description: 'A field for which each space can have a value.',
  key: { field: 'name' },
  naturalKeys: [['name']],
  loss: 'its values in all spaces',
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
    decode: decodeItem({
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
