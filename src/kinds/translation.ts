/** Translation settings: the contract writes their title only. */
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from '../contract/translation-settings.ts';
import { callWith, defineKind } from './define-kind.ts';
import { text } from './field.ts';
import { decodeItem } from './reply.ts';

export const translation = defineKind({
  name: 'translation',
  segment: 'translations',
  title: 'translation',
  description: 'Settings of a translation.',
  key: 'name',
  naturalKeys: [['title']],
  loss: 'the translation and its settings',
  fields: {
    title: text('Name of the translation.', { min: 1, max: 100 }, { required: true }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => callWith(listTranslations, { organizationId: organization }),
    one: ({ organization }, id) => callWith(getTranslation, { organizationId: organization, translationSettingsId: id }),
    decode: decodeItem({ needs: ['title'] }),
  },
  create: ({ organization, fields }) => callWith(createTranslation, { organizationId: organization }, fields),
  update: ({ organization, id, fields }) => [
    callWith(updateTranslation, { organizationId: organization, translationSettingsId: id }, fields),
  ],
  delete: ({ organization, id }) => callWith(deleteTranslation, { organizationId: organization, translationSettingsId: id }),
});
