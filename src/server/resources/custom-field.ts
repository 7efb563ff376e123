/** Custom fields and their values in spaces: values fit the type of the field, and go with it. */

import type { Static } from '@sinclair/typebox';
import {
  type CustomField,
  createCustomField,
  deleteCustomField,
  getCustomField,
  getCustomFieldValues,
  listCustomFields,
  updateCustomField,
  updateCustomFieldValues,
} from '../../contract/custom-fields.ts';
import { defined } from '../answers/defined.ts';
import { definitionPermissions } from '../answers/permissions.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import type { FieldValue, Row } from '../records.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { inOrganization, inSpace } from '../rules/needs.ts';
import { requireNamed, requireObject, requireOrganization, uniqueKey } from '../rules/require.ts';
import { addObject, changed, requireFree, rewrite } from '../rules/write.ts';
import type { Declared, DeclaredBlock } from '../seed/declared.ts';
import type { Bed } from '../seed/planter.ts';

export interface CustomFieldRecord {
  name: string;
  type: string;
  title?: string;
  description?: string;
  placeholder?: string;
  options?: readonly string[];
  createdAt: string;
  updatedAt: string;
}

declare module '../records.ts' {
  interface Records {
    'custom-field': CustomFieldRecord;
  }
}

export type WorldCustomField = Readonly<Omit<CustomFieldRecord, 'createdAt' | 'updatedAt'>>;

type Fit = (value: FieldValue, options: readonly string[]) => boolean;

const isListOfTexts = (value: FieldValue): value is readonly string[] => Array.isArray(value);

const fits: { readonly [type: string]: Fit } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  tags: isListOfTexts,
  'select:single': (value, options) => typeof value === 'string' && options.includes(value),
  'select:multi': (value, options) => isListOfTexts(value) && value.every((one) => options.includes(one)),
};

function requireFieldType(type: string): void {
  // `in` would find `constructor`, too.
  if (!Object.hasOwn(fits, type)) throw invalid(`body.type: ${JSON.stringify(type)} is none of ${Object.keys(fits).join(', ')}`);
}

/** The values by id of their field. */
function checkedValues(
  context: Context,
  organization: string,
  given: { readonly [name: string]: { readonly value: FieldValue } },
): { readonly [fieldId: string]: FieldValue } {
  return Object.fromEntries(
    Object.entries(given).map(([name, { value }]) => {
      const field = requireNamed(context, 'custom-field', organization, name);
      requireFit(field.data, value);
      return [field.id, value];
    }),
  );
}

function requireFit({ name, type, options = [] }: CustomFieldRecord, value: FieldValue): void {
  if (fits[type]?.(value, options)) return;
  const choice = type.startsWith('select:') ? ` of ${options.join(', ')}` : '';
  throw invalid(`body.values.${name}.value: ${JSON.stringify(value)} is no value for a field of type ${type}${choice}`);
}

function removeCustomField(context: Context, field: Row<'custom-field'>): void {
  for (const kind of ['space', 'trashed-space'] as const) {
    for (const space of context.store.inScope(kind, field.parent)) {
      const { [field.id]: removed, ...values } = space.data.values;
      if (removed !== undefined) rewrite(context, space, { ...space.data, values });
    }
  }
  context.store.remove(field);
}

function customFieldAnswer(context: Context, { id, parent, data }: Row<'custom-field'>): Static<typeof CustomField> {
  const { options, ...rest } = data;
  const urls = { location: `${context.origin}/v1/orgs/${parent}/custom-fields/${data.name}` };
  return {
    id,
    ...rest,
    ...(options === undefined ? {} : { options: [...options] }),
    urls,
    permissions: definitionPermissions(context, parent, { read: getCustomField, remove: deleteCustomField }),
  };
}

/** Fields that have values but are declared elsewhere are made up, with a type that fits the values. */
export function customFieldsOf({ all, warn }: Declared): readonly WorldCustomField[] {
  const declared = all('custom-field').map((block): WorldCustomField => {
    block.passOver('name');
    const options = block.stated<readonly string[]>('options') ?? undefined;
    return {
      name: block.key,
      type: block.text('type') ?? 'text',
      ...block.texts('title', 'description', 'placeholder'),
      ...(options === undefined ? {} : { options }),
    };
  });
  const names = new Set(declared.map(({ name }) => name));
  const madeUp: WorldCustomField[] = [];
  for (const [name, value] of all('field-values').flatMap((block) => Object.entries(valuesOf(block)))) {
    if (names.has(name)) continue;
    names.add(name);
    madeUp.push({ name, type: typeOf(value) });
    warn(`spaces have values for the custom field ${name}, which is not declared; it is made up as one of type ${typeOf(value)}`);
  }
  return [...declared, ...madeUp];
}

export function valuesOf(block: DeclaredBlock): { readonly [name: string]: FieldValue } {
  return block.stated<{ readonly [name: string]: FieldValue }>('values') ?? {};
}

function typeOf(value: FieldValue): string {
  if (Array.isArray(value)) return 'tags';
  return typeof value === 'string' ? 'text' : typeof value;
}

export function plantCustomFields({ put, tick, organization, fields }: Bed, customFields: readonly WorldCustomField[]): void {
  for (const field of customFields) {
    const key = uniqueKey('custom-field', organization, field.name);
    const data = { ...field, createdAt: tick(), updatedAt: tick() };
    fields.set(field.name, put('custom-field', { parent: organization, uniqueKey: key }, data));
  }
}

export const customFields = resource({
  titles: { 'custom-field': 'custom field' },
  routes: [
    route(getCustomFieldValues, inSpace('read'), ({ context, path }) => {
      const space = requireObject(context, 'space', path.spaceId);
      return context.store.children('custom-field', space.scope).map((field) => {
        const value = space.data.values[field.id];
        return defined({
          customField: customFieldAnswer(context, field),
          value: Array.isArray(value) ? [...value] : (value as string | undefined),
        });
      });
    }),
    route(updateCustomFieldValues, inSpace('edit'), ({ context, path, body }) => {
      const was = requireObject(context, 'space', path.spaceId);
      const values = { ...was.data.values, ...checkedValues(context, was.scope, body.values) };
      rewrite(context, was, { ...was.data, values });
    }),
    route(listCustomFields, inOrganization('read'), ({ context, path, query }) => {
      const organization = requireOrganization(context, path.organizationId).id;
      return mapPage(pageOfChildren(context.store, 'custom-field', organization, query), (row) => customFieldAnswer(context, row));
    }),
    route(createCustomField, inOrganization('admin'), ({ context, path, body }) => {
      const organization = requireOrganization(context, path.organizationId).id;
      const { name, type, title, description, placeholder, options } = body;
      const key = uniqueKey('custom-field', organization, name);
      requireFree(context, key, '', `there is a custom field ${JSON.stringify(name)} already`);
      requireFieldType(type);
      const times = { createdAt: context.now, updatedAt: context.now };
      const data = defined({ name, type, title, description, placeholder, options, ...times });
      return customFieldAnswer(context, addObject(context, 'custom-field', { parent: organization, uniqueKey: key }, data));
    }),
    route(getCustomField, inOrganization('read'), ({ context, path }) =>
      customFieldAnswer(context, requireNamed(context, 'custom-field', path.organizationId, path.fieldName)),
    ),
    route(deleteCustomField, inOrganization('admin'), ({ context, path }) =>
      removeCustomField(context, requireNamed(context, 'custom-field', path.organizationId, path.fieldName)),
    ),
    route(updateCustomField, inOrganization('admin'), ({ context, path, body }) => {
      const was = requireNamed(context, 'custom-field', path.organizationId, path.fieldName);
      const { title, description, placeholder, options } = body;
      const data = changed(was.data, { title, description, placeholder, options, updatedAt: context.now });
      return customFieldAnswer(context, rewrite(context, was, data));
    }),
  ],
  plant: plantCustomFields,
});
