/** Contract section "Translation settings". */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, Id, optional } from '../endpoint.ts';

const { get, list, post, put, remove } = createSectionDefiners('Translation settings');

const all = '/v1/orgs/{organizationId}/translations';
const one = `${all}/{translationSettingsId}` as const;

export const TranslationSettings = Type.Object({
  object: Type.Literal('translation-settings'),
  id: Id,
  title: Type.String({ minLength: 1, maxLength: 100 }),
  languages: Type.Optional(Type.Array(Type.String())),
  createdAt: DateTime,
  updatedAt: optional.time,
  permissions: optional.permissions,
  urls: optional.urls,
});

const Input = Type.Object({ title: Type.String({ minLength: 1, maxLength: 100 }) });

export const listTranslations = list('listTranslations', all, TranslationSettings);

export const createTranslation = post('createTranslation', all, { body: Input, reply: TranslationSettings });

export const getTranslation = get('getTranslation', one, { reply: TranslationSettings });

export const updateTranslation = put('updateTranslation', one, { body: Input, reply: TranslationSettings });

export const deleteTranslation = remove('deleteTranslation', one);
