/** Translation settings. The contract writes only the title. */
import * as contract from '../contract/translation-settings.ts';
import * as vendor from '../contract/vendor/translations.ts';
import { vendorDialects } from '../core/dialect.ts';
import { callOf, defineKind, fieldLike, fieldsOf, type StepInput } from './define-kind.ts';
import { ref } from './field.ts';
import { decodeItem, idIn, itemOf, readItem, textOf, withFields } from './reading.ts';

const field = fieldsOf(contract.createTranslation, contract.updateTranslation);

/** Nothing of it can change: its source and its language identify it. */
const identity = { change: 'replace', writtenBy: 'create', dialects: vendorDialects } as const;

/** On the vendor's platform, a translation has no title: it is of one space, into one language. */
const inVendor = {
  naturalKeys: [['space', 'language']],
  reading: {
    by: 'list',
    call: callOf(vendor.listSpaceTranslations),
    one: callOf(vendor.getSpaceTranslation),
    decode: (value: unknown) => {
      const item = itemOf(value);
      const source = itemOf(item?.source);
      const decoded = readItem(item, { needs: ['language'] });
      const [space, from] = [idIn(source?.space), textOf(source?.language)];
      return decoded && space !== undefined && from !== undefined
        ? withFields(decoded, { space, sourceLanguage: from })
        : undefined;
    },
  },
  create: (step: StepInput) => {
    const { space, sourceLanguage, language } = step.fields;
    const source = { space: String(space), language: String(sourceLanguage) };
    return callOf(vendor.createSpaceTranslation)({ ...step, body: { source, language: String(language) } });
  },
  update: undefined,
  delete: callOf(vendor.deleteSpaceTranslation),
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
    title: field('title', 'Name of the translation.', { required: true, example: 'French', dialects: ['contract'] }),
    space: ref('space', 'Space that is translated.', { required: true, ...identity }),
    sourceLanguage: fieldLike(vendor.Language, 'Language of the space.', { required: true, ...identity }),
    language: fieldLike(vendor.Language, 'Language of the translation.', { required: true, ...identity }),
  },
  reading: {
    by: 'list',
    call: callOf(contract.listTranslations),
    one: callOf(contract.getTranslation),
    decode: decodeItem({ needs: ['title'] }),
  },
  create: callOf(contract.createTranslation),
  update: callOf(contract.updateTranslation),
  delete: callOf(contract.deleteTranslation),
  overrides: { vendor: inVendor, 'vendor-2025': inVendor },
});
