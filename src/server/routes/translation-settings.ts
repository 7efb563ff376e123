/** Routes of contract section "Translation settings". */
import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from '../../contract/translation-settings.ts';
import { translationAnswer } from '../answers/organization.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { requireObject, requireOrganization } from '../rules/require.ts';
import { addObject, rewrite } from '../rules/write.ts';

function requireTranslation(context: Context, path: { organizationId: string; translationSettingsId: string }): Row<'translation'> {
  requireOrganization(context, path.organizationId);
  return requireObject(context, 'translation', path.translationSettingsId, path.organizationId);
}

export const translationRoutes = [
  route(listTranslations, ({ context, path, query }) => {
    requireOrganization(context, path.organizationId);
    return mapPage(pageOfChildren(context.store, 'translation', path.organizationId, query), (row) => translationAnswer(context, row));
  }),
  route(createTranslation, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const data = { title: body.title, languages: [], createdAt: context.now, updatedAt: context.now };
    return translationAnswer(context, addObject(context, 'translation', { parent: organization }, data));
  }),
  route(getTranslation, ({ context, path }) => translationAnswer(context, requireTranslation(context, path))),
  route(updateTranslation, ({ context, path, body }) => {
    const was = requireTranslation(context, path);
    return translationAnswer(context, rewrite(context, was, { ...was.data, title: body.title, updatedAt: context.now }));
  }),
  route(deleteTranslation, ({ context, path }) => context.store.remove(requireTranslation(context, path))),
];
