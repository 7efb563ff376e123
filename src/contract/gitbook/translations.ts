/** Translations of spaces on GitBook, which has no translation settings. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, Id, openEnumSchema, optional } from '../endpoint.ts';

const { get, list, post, put, remove } = createSectionDefiners('Translations');

const all = '/v1/orgs/{organizationId}/translations';
const one = `${all}/{translationId}` as const;

const languages = [
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-br',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'yue',
  'zh',
  'zh-tw',
] as const;

export const Language = openEnumSchema(languages);

const Source = Type.Object({ space: Id, language: Language });

const open = { additionalProperties: true };

/** A document tree of the editor, of which only the outermost parts are checked. */
const Instructions = Type.Object({
  object: Type.Literal('document'),
  data: Type.Object({ schemaVersion: Type.Optional(Type.Integer()) }, open),
  nodes: Type.Array(Type.Object({ object: Type.Literal('block'), type: Type.String() }, open)),
  meta: Type.Optional(Type.Unknown()),
});

export const Translation = Type.Object({
  object: Type.Literal('translation'),
  id: Id,
  status: openEnumSchema(['pending', 'running', 'completed']),
  source: Source,
  language: Language,
  instructions: Instructions,
  /** Missing until the first run has created the translated space. */
  result: Type.Optional(Type.Object({ space: Id, revision: Id, language: Language })),
  createdAt: DateTime,
  updatedAt: optional.time,
  stats: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  permissions: optional.permissions,
  urls: optional.urls,
});

export const listSpaceTranslations = list('listSpaceTranslations', all, Translation);

export const createSpaceTranslation = post('createSpaceTranslation', all, {
  body: Type.Object({ source: Source, language: Language, instructions: Type.Optional(Instructions) }),
  reply: Translation,
});

export const getSpaceTranslation = get('getSpaceTranslation', one, { reply: Translation });

export const updateSpaceTranslation = put('updateSpaceTranslation', one, {
  body: Type.Object({ instructions: Instructions }),
  reply: Translation,
});

export const deleteSpaceTranslation = remove('deleteSpaceTranslation', one);
