/** Custom fields, and their values in spaces. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/2025-06/custom-fields.ts';
import { invalid } from '../http/errors.ts';
import { defined, definitionPermissions } from '../rules/answers.ts';
import { change } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import { type FixtureContext, withDefaults } from '../rules/fixture-context.ts';
import { addObject, freeKey, requireNamed, requireWord, uniqueKey } from '../rules/objects.ts';
import { administrator, inSpace, listRoute, reader, resource, route } from '../rules/resource.ts';
import type { FieldValue, Row } from '../store/records.ts';

type CustomFieldRecord = Omit<Static<typeof contract.CustomField>, 'id' | 'urls' | 'permissions'>;

declare module '../store/records.ts' {
  interface Records {
    'custom-field': CustomFieldRecord;
  }
}

type Fit = (value: FieldValue, options: readonly string[]) => boolean;

const isListOfTexts = (value: FieldValue): value is readonly string[] => Array.isArray(value);

const fits: { [type: string]: Fit } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  tags: isListOfTexts,
  'select:single': (value, options) => typeof value === 'string' && options.includes(value),
  'select:multi': (value, options) => isListOfTexts(value) && value.every((one) => options.includes(one)),
};

function checkedValues(context: Context, organization: string, given: { [name: string]: { value: FieldValue } }) {
  return Object.fromEntries(
    Object.entries(given).map(([name, { value }]) => {
      const field = requireNamed(context, 'custom-field', organization, name);
      requireFit(field.data, value);
      return [field.id, value];
    }),
  );
}

function requireFit({ name, type, options = [] }: CustomFieldRecord, value: FieldValue) {
  if (fits[type]?.(value, options)) return;
  const choice = type.startsWith('select:') ? ` of ${options.join(', ')}` : '';
  throw invalid(
    `body.values.${name}.value: ${JSON.stringify(value)} is not a value for a field of type ${type}${choice}`,
  );
}

function removeCustomField(context: Context, field: Row<'custom-field'>) {
  for (const kind of ['space', 'trashed-space'] as const) {
    for (const space of context.store.inScope(kind, field.parent)) {
      const { [field.id]: removed, ...values } = space.data.values;
      if (removed !== undefined) change(context, space, { values });
    }
  }
  context.store.remove(field);
}

function customFieldAnswer(context: Context, { id, parent, data }: Row<'custom-field'>) {
  return {
    id,
    ...data,
    urls: { location: `${context.origin}/v1/orgs/${parent}/custom-fields/${data.name}` },
    permissions: definitionPermissions(context, parent, contract.getCustomField, contract.deleteCustomField),
  };
}

export function valuesById({ all, idOf }: FixtureContext, values: object): { [id: string]: FieldValue } {
  const named = new Map(
    all('custom-field').map(({ id, key, fields: { name = key } }) => [name, idOf('custom-field', id)]),
  );
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [named.get(name) ?? name, value]));
}

function loadCustomFields(fixture: FixtureContext) {
  for (const resource of fixture.all('custom-field')) {
    const field = { name: resource.key, ...withDefaults(resource.fields, { type: 'text' }) };
    const key = uniqueKey('custom-field', fixture.organization, field.name);
    const data = { ...field, createdAt: fixture.tick(), updatedAt: fixture.tick() };
    fixture.add(resource, { parent: fixture.organization, uniqueKey: key }, data);
  }
}

export const customFields = resource({
  fixtureFields: { 'custom-field': ['name', 'type', 'title', 'description', 'placeholder', 'options'] },
  routes: [
    route(contract.getCustomFieldValues, inSpace('read'), ({ context, row: space }) =>
      context.store.children('custom-field', space.scope).map((field) => {
        const value = space.data.values[field.id];
        return defined({
          customField: customFieldAnswer(context, field),
          value: Array.isArray(value) ? [...value] : (value as string | undefined),
        });
      }),
    ),
    route(contract.updateCustomFieldValues, inSpace('edit'), ({ context, row: was, body }) => {
      change(context, was, { values: { ...was.data.values, ...checkedValues(context, was.scope, body.values) } });
    }),
    listRoute(contract.listCustomFields, reader, 'custom-field', customFieldAnswer),
    route(contract.createCustomField, administrator, ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const taken = `a custom field ${JSON.stringify(body.name)} already exists`;
      const key = freeKey(context, ['custom-field', organization, body.name], undefined, taken);
      requireWord('body.type', body.type, contract.CustomField.properties.type);
      const data = { ...body, createdAt: context.now, updatedAt: context.now };
      const row = addObject(context, 'custom-field', { parent: organization, uniqueKey: key }, data);
      return customFieldAnswer(context, row);
    }),
    route(contract.getCustomField, reader, ({ context, row }) => customFieldAnswer(context, row)),
    route(contract.deleteCustomField, administrator, ({ context, row }) => removeCustomField(context, row)),
    route(contract.updateCustomField, administrator, ({ context, row, body }) =>
      customFieldAnswer(context, change(context, row, { ...body, updatedAt: context.now })),
    ),
  ],
  load: loadCustomFields,
});
