/** Translation settings. The contract writes only the title. */

import * as contract from '../../contract/2025-06/translation-settings.ts';
import * as gitbook from '../../contract/gitbook/translations.ts';
import { gitbookDialects } from '../../core/dialect.ts';
import { callOf, defineFieldsOf, defineKind, fieldFromSchema, type StepInput } from '../define-kind.ts';
import { referenceField } from '../field.ts';
import { addFields, createDecoder, decodeMembers, embeddedId, objectOrUndefined, textOrUndefined } from '../reading.ts';

const field = defineFieldsOf(contract.createTranslation, contract.updateTranslation);

/** Nothing of it can change: its source and its language identify it. */
const identity = { change: 'replace', writtenBy: 'create', dialects: gitbookDialects } as const;

/** In GitBook's API, a translation has no title: it is of one space, into one language. */
const inGitbook = {
  naturalKeys: [['space', 'language']],
  reading: {
    by: 'list',
    call: callOf(gitbook.listSpaceTranslations),
    one: callOf(gitbook.getSpaceTranslation),
    decode: (value: unknown) => {
      const item = objectOrUndefined(value);
      const source = objectOrUndefined(item?.source);
      const decoded = decodeMembers(item, { needs: ['language'] });
      const [space, from] = [embeddedId(source?.space), textOrUndefined(source?.language)];
      return decoded && space !== undefined && from !== undefined
        ? addFields(decoded, { space, sourceLanguage: from })
        : undefined;
    },
  },
  create: (step: StepInput) => {
    const { space, sourceLanguage, language } = step.fields;
    const source = { space: String(space), language: String(sourceLanguage) };
    return callOf(gitbook.createSpaceTranslation)({ ...step, body: { source, language: String(language) } });
  },
  update: undefined,
  delete: callOf(gitbook.deleteSpaceTranslation),
} as const;

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
    title: field('title', 'Name of the translation.', { required: true, example: 'French', dialects: ['2025-06'] }),
    space: referenceField('space', 'Space that is translated.', { required: true, ...identity }),
    sourceLanguage: fieldFromSchema(gitbook.Language, 'Language of the space.', { required: true, ...identity }),
    language: fieldFromSchema(gitbook.Language, 'Language of the translation.', { required: true, ...identity }),
  },
  reading: {
    by: 'list',
    call: callOf(contract.listTranslations),
    one: callOf(contract.getTranslation),
    decode: createDecoder({ needs: ['title'] }),
  },
  create: callOf(contract.createTranslation),
  update: callOf(contract.updateTranslation),
  delete: callOf(contract.deleteTranslation),
  overrides: { gitbook: inGitbook, 'gitbook-0.180': inGitbook },
});
