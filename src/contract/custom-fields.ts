/** Contract section "Custom fields": definitions in the organization, values on spaces. */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { DateTime, Id, listOf, openEnum, Permissions, pageQuery, Urls } from './wire.ts';

const section = 'Custom fields';

const Name = Type.String({ minLength: 1, maxLength: 50, pattern: '^[a-z0-9_-]+$' });
const FieldType = openEnum(['text', 'number', 'boolean', 'tags', 'select:single', 'select:multi']);

/** What can be written both at creation and later; name and type are for creation only. */
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
  createdAt: Type.Optional(DateTime),
  updatedAt: Type.Optional(DateTime),
  urls: Type.Optional(Urls),
  permissions: Type.Optional(Permissions),
});

export const CustomFieldValue = Type.Union([Type.String({ maxLength: 256 }), Type.Number(), Type.Boolean(), Type.Array(Type.String())]);

/** Values of a space; a field that has none comes without `value`. */
export const CustomFieldValues = Type.Array(Type.Object({ customField: CustomField, value: Type.Optional(CustomFieldValue) }));

export const getCustomFieldValues = endpoint({
  name: 'getCustomFieldValues',
  section,
  method: 'GET',
  path: '/v1/spaces/{spaceId}/custom-fields',
  reply: CustomFieldValues,
  success: 200,
});

export const updateCustomFieldValues = endpoint({
  name: 'updateCustomFieldValues',
  section,
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/custom-fields',
  body: Type.Object({ values: Type.Record(Type.String(), Type.Object({ value: CustomFieldValue })) }),
  success: 204,
});

export const listCustomFields = endpoint({
  name: 'listCustomFields',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/custom-fields',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(CustomField),
  success: 200,
  isPaged: true,
});

export const createCustomField = endpoint({
  name: 'createCustomField',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/custom-fields',
  body: Type.Object({ name: Name, type: FieldType, ...describing }),
  reply: CustomField,
  success: 201,
});

export const getCustomField = endpoint({
  name: 'getCustomField',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/custom-fields/{fieldName}',
  reply: CustomField,
  success: 200,
});

export const deleteCustomField = endpoint({
  name: 'deleteCustomField',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/custom-fields/{fieldName}',
  success: 204,
});

export const updateCustomField = endpoint({
  name: 'updateCustomField',
  section,
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/custom-fields/{fieldName}',
  body: Type.Object(describing),
  reply: CustomField,
  success: 200,
});
