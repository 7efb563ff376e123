/** Translation settings. */

import type { Static } from '@sinclair/typebox';
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  type TranslationSettings,
  updateTranslation,
} from '../../contract/translation-settings.ts';
import { definitionPermissions } from '../answers.ts';
import type { Context } from '../context.ts';
import { type FixtureContext, withDefaults } from '../fixture/context.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import type { Row } from '../records.ts';
import { inOrganization, resource, route } from '../resource.ts';
import { addObject, requireObject, rewrite } from '../rules/objects.ts';

declare module '../records.ts' {
  interface Records {
    translation: {
      title: string;
      languages: readonly string[];
      createdAt: string;
      updatedAt: string;
    };
  }
}

function requireTranslation(
  context: Context,
  path: { organizationId: string; translationSettingsId: string },
): Row<'translation'> {
  return requireObject(context, 'translation', path.translationSettingsId, path.organizationId);
}

function translationAnswer(
  context: Context,
  { id, parent, data }: Row<'translation'>,
): Static<typeof TranslationSettings> {
  const urls = { location: `${context.origin}/v1/orgs/${parent}/translations/${id}` };
  return {
    object: 'translation-settings',
    id,
    ...data,
    languages: [...data.languages],
    permissions: definitionPermissions(context, parent, { read: getTranslation, remove: deleteTranslation }),
    urls,
  };
}

function loadTranslations({ all, add, tick, organization }: FixtureContext): void {
  for (const translation of all('translation')) {
    const record = withDefaults(translation.fields, { title: translation.key, languages: [] });
    add(translation, { parent: organization }, { ...record, createdAt: tick(), updatedAt: tick() });
  }
}

export const translations = resource({
  fixtureFields: { translation: ['title', 'languages'] },
  routes: [
    route(listTranslations, inOrganization('read'), ({ context, path, query }) => {
      return mapPage(pageOfChildren(context.store, 'translation', path.organizationId, query), (row) =>
        translationAnswer(context, row),
      );
    }),
    route(createTranslation, inOrganization('admin'), ({ context, path, body }) => {
      const data = { title: body.title, languages: [], createdAt: context.now, updatedAt: context.now };
      return translationAnswer(context, addObject(context, 'translation', { parent: path.organizationId }, data));
    }),
    route(getTranslation, inOrganization('read'), ({ context, path }) =>
      translationAnswer(context, requireTranslation(context, path)),
    ),
    route(updateTranslation, inOrganization('admin'), ({ context, path, body }) => {
      const was = requireTranslation(context, path);
      return translationAnswer(
        context,
        rewrite(context, was, { ...was.data, title: body.title, updatedAt: context.now }),
      );
    }),
    route(deleteTranslation, inOrganization('admin'), ({ context, path }) =>
      context.store.remove(requireTranslation(context, path)),
    ),
  ],
  load: loadTranslations,
});
