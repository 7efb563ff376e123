/** Translation settings. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/2025-06/translation-settings.ts';
import { definitionPermissions } from '../rules/answers.ts';
import { change } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import { type FixtureContext, withDefaults } from '../rules/fixture-context.ts';
import { addObject } from '../rules/objects.ts';
import { administrator, listRoute, reader, removeRow, resource, route } from '../rules/resource.ts';
import type { Row } from '../store/records.ts';

declare module '../store/records.ts' {
  interface Records {
    translation: {
      title: string;
      languages: readonly string[];
      createdAt: string;
      updatedAt: string;
    };
  }
}

function translationAnswer(
  context: Context,
  { id, parent, data }: Row<'translation'>,
): Static<typeof contract.TranslationSettings> {
  return {
    object: 'translation-settings',
    id,
    ...data,
    languages: [...data.languages],
    permissions: definitionPermissions(context, parent, contract.getTranslation, contract.deleteTranslation),
    urls: { location: `${context.origin}/v1/orgs/${parent}/translations/${id}` },
  };
}

function loadTranslations({ all, add, tick, organization }: FixtureContext) {
  for (const translation of all('translation')) {
    const record = withDefaults(translation.fields, { title: translation.key, languages: [] });
    add(translation, { parent: organization }, { ...record, createdAt: tick(), updatedAt: tick() });
  }
}

export const translations = resource({
  fixtureFields: { translation: ['title', 'languages'] },
  routes: [
    listRoute(contract.listTranslations, reader, 'translation', translationAnswer),
    route(contract.createTranslation, administrator, ({ context, path, body }) => {
      const data = { ...body, languages: [], createdAt: context.now, updatedAt: context.now };
      return translationAnswer(context, addObject(context, 'translation', { parent: path.organizationId }, data));
    }),
    route(contract.getTranslation, reader, ({ context, row }) => translationAnswer(context, row)),
    route(contract.updateTranslation, administrator, ({ context, row, body }) =>
      translationAnswer(context, change(context, row, { ...body, updatedAt: context.now })),
    ),
    route(contract.deleteTranslation, administrator, removeRow),
  ],
  load: loadTranslations,
});
