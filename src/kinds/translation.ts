/** Translation settings. The contract writes only the title. */
import { call } from '../contract/endpoint.ts';
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from '../contract/translation-settings.ts';
import { fieldsOf } from './contract-field.ts';
import { defineKind } from './define-kind.ts';
import { decodeItem } from './reply.ts';

const field = fieldsOf(createTranslation, updateTranslation);

export const translation = defineKind({
  name: 'translation',
  segment: 'translations',
  title: 'translation',
  description: 'Settings of a translation.',
  key: 'name',
  exampleKey: 'french',
  naturalKeys: [['title']],
  loss: 'the translation and its settings',
  fields: {
    title: field('title', 'Name of the translation.', { required: true, example: 'French' }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => call(listTranslations, { path: { organizationId: organization } }),
    one: ({ organization }, id) =>
      call(getTranslation, { path: { organizationId: organization, translationSettingsId: id } }),
    decode: decodeItem({ needs: ['title'] }),
  },
  create: ({ organization, body }) => call(createTranslation, { path: { organizationId: organization }, body }),
  update: ({ organization, id, body }) => [
    call(updateTranslation, { path: { organizationId: organization, translationSettingsId: id }, body }),
  ],
  delete: ({ organization, id }) =>
    call(deleteTranslation, { path: { organizationId: organization, translationSettingsId: id } }),
});
