/** Contract section "Custom fields": definitions in the organization, values on spaces. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, Id, openEnumSchema, optional } from '../endpoint.ts';

const { get, list, patch, post, remove } = createSectionDefiners('Custom fields');

const values = '/v1/spaces/{spaceId}/custom-fields';
const all = '/v1/orgs/{organizationId}/custom-fields';
const one = `${all}/{fieldName}` as const;

const Name = Type.String({ minLength: 1, maxLength: 50, pattern: '^[a-z0-9_-]+$' });
const FieldType = openEnumSchema(['text', 'number', 'boolean', 'tags', 'select:single', 'select:multi']);

const describing = {
  title: Type.Optional(Type.String({ maxLength: 100 })),
  description: Type.Optional(Type.String({ maxLength: 200 })),
  placeholder: Type.Optional(Type.String({ maxLength: 100 })),
  options: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 50 })),
};

export const CustomField = Type.Object({
  id: Id,
  name: Name,
  type: FieldType,
  ...describing,
  createdAt: optional.time,
  updatedAt: optional.time,
  urls: optional.urls,
  permissions: optional.permissions,
});

export const CustomFieldValue = Type.Union([
  Type.String({ maxLength: 256 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
]);

/** A field without a value has no `value`. */
export const CustomFieldValues = Type.Array(
  Type.Object({ customField: CustomField, value: Type.Optional(CustomFieldValue) }),
);

export const getCustomFieldValues = get('getCustomFieldValues', values, { reply: CustomFieldValues });

export const updateCustomFieldValues = patch('updateCustomFieldValues', values, {
  body: Type.Object({ values: Type.Record(Type.String(), Type.Object({ value: CustomFieldValue })) }),
  success: 204,
});

export const listCustomFields = list('listCustomFields', all, CustomField);

export const createCustomField = post('createCustomField', all, {
  body: Type.Object({ name: Name, type: FieldType, ...describing }),
  reply: CustomField,
});

export const getCustomField = get('getCustomField', one, { reply: CustomField });

export const deleteCustomField = remove('deleteCustomField', one, { success: 204 });

export const updateCustomField = patch('updateCustomField', one, { body: Type.Object(describing), reply: CustomField });
