/** Contract section "Translation settings". */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { DateTime, Id, listOf, Permissions, pageQuery, Urls } from './wire.ts';

const section = 'Translation settings';

export const TranslationSettings = Type.Object({
  object: Type.Literal('translation-settings'),
  id: Id,
  title: Type.String({ minLength: 1, maxLength: 100 }),
  languages: Type.Optional(Type.Array(Type.String())),
  createdAt: DateTime,
  updatedAt: Type.Optional(DateTime),
  permissions: Type.Optional(Permissions),
  urls: Type.Optional(Urls),
});

/** The contract bounds the title of the resource (1..100), so a body cannot hold another. */
const Input = Type.Object({ title: Type.String({ minLength: 1, maxLength: 100 }) });

export const listTranslations = endpoint({
  name: 'listTranslations',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(TranslationSettings),
  success: 200,
  isPaged: true,
});

export const createTranslation = endpoint({
  name: 'createTranslation',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/translations',
  body: Input,
  reply: TranslationSettings,
  success: 201,
});

export const getTranslation = endpoint({
  name: 'getTranslation',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
  reply: TranslationSettings,
  success: 200,
});

export const updateTranslation = endpoint({
  name: 'updateTranslation',
  section,
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
  body: Input,
  reply: TranslationSettings,
  success: 200,
});

export const deleteTranslation = endpoint({
  name: 'deleteTranslation',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
  success: 205,
});
