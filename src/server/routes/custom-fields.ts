/** Routes of contract section "Custom fields". */
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  getCustomFieldValues,
  listCustomFields,
  updateCustomField,
  updateCustomFieldValues,
} from '../../contract/custom-fields.ts';
import { defined } from '../answers/defined.ts';
import { customFieldAnswer } from '../answers/organization.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { requireFree } from '../rules/claim.ts';
import { checkedValues, removeCustomField, requireFieldType } from '../rules/custom-fields.ts';
import { requireNamed, requireObject, requireOrganization, uniqueKey } from '../rules/require.ts';
import { addObject, rewrite } from '../rules/write.ts';

export const customFieldRoutes = [
  route(getCustomFieldValues, ({ context, path }) => {
    const space = requireObject(context, 'space', path.spaceId);
    return context.store.children('custom-field', space.scope).map((field) => {
      const value = space.data.values[field.id];
      return defined({
        customField: customFieldAnswer(context, field),
        value: Array.isArray(value) ? [...value] : (value as string | undefined),
      });
    });
  }),
  route(updateCustomFieldValues, ({ context, path, body }) => {
    const was = requireObject(context, 'space', path.spaceId);
    const values = { ...was.data.values, ...checkedValues(context, was.scope, body.values) };
    rewrite(context, was, { ...was.data, values });
  }),
  route(listCustomFields, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    return mapPage(pageOfChildren(context.store, 'custom-field', organization, query), (row) => customFieldAnswer(context, row));
  }),
  route(createCustomField, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const { name, type, title, description, placeholder, options } = body;
    const key = uniqueKey('custom-field', organization, name);
    requireFree(context, key, '', `there is a custom field ${JSON.stringify(name)} already`);
    requireFieldType(type);
    const times = { createdAt: context.now, updatedAt: context.now };
    const data = defined({ name, type, title, description, placeholder, options, ...times });
    return customFieldAnswer(context, addObject(context, 'custom-field', { parent: organization, uniqueKey: key }, data));
  }),
  route(getCustomField, ({ context, path }) =>
    customFieldAnswer(context, requireNamed(context, 'custom-field', path.organizationId, path.fieldName)),
  ),
  route(deleteCustomField, ({ context, path }) =>
    removeCustomField(context, requireNamed(context, 'custom-field', path.organizationId, path.fieldName)),
  ),
  route(updateCustomField, ({ context, path, body }) => {
    const was = requireNamed(context, 'custom-field', path.organizationId, path.fieldName);
    const { title, description, placeholder, options } = body;
    const data = changed(was.data, { title, description, placeholder, options, updatedAt: context.now });
    return customFieldAnswer(context, rewrite(context, was, data));
  }),
];
