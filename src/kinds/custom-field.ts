/** Custom field: addressed by its name, which like its type never changes. */
import { createCustomField, deleteCustomField, getCustomField, listCustomFields, updateCustomField } from '../contract/custom-fields.ts';
import { callWith, defineKind } from './define-kind.ts';
import { choice, list, text } from './field.ts';
import { decodeItem } from './reply.ts';

const types = ['text', 'number', 'boolean', 'tags', 'select:single', 'select:multi'];

export const customField = defineKind({
  name: 'custom-field',
  segment: 'customFields',
  title: 'custom field',
  description: 'A field that spaces can have values for; its key is its name.',
  key: { field: 'name' },
  naturalKeys: [['name']],
  loss: 'the values that spaces have for it',
  fields: {
    name: text('Name of the field.', { min: 1, max: 50, pattern: '^[a-z0-9_-]+$' }, { writtenBy: 'create', change: 'replace' }),
    type: choice('What its values are.', types, { isOpen: true, required: true, writtenBy: 'create', change: 'replace' }),
    title: text('What people see.', { max: 100 }),
    description: text('What it is for.', { max: 200 }),
    placeholder: text('Shown while there is no value.', { max: 100 }),
    options: list('atomic', { is: 'text' }, 'What can be chosen, in this order.', { min: 1, max: 50 }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => callWith(listCustomFields, { organizationId: organization }),
    one: ({ organization }, id) => callWith(getCustomField, { organizationId: organization, fieldName: id }),
    decode: decodeItem({ id: 'name', needs: ['name', 'type'], may: ['title', 'description', 'placeholder', 'options'] }),
  },
  create: ({ organization, fields }) => callWith(createCustomField, { organizationId: organization }, fields),
  bind: (_reply, { fields }) => ({ id: String(fields.name), brought: {} }),
  update: ({ organization, id, fields }) => [callWith(updateCustomField, { organizationId: organization, fieldName: id }, fields)],
  delete: ({ organization, id }) => callWith(deleteCustomField, { organizationId: organization, fieldName: id }),
});
