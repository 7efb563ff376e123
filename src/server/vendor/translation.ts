/** Translations of spaces in the vendor's dialect. */
import type { Static } from '@sinclair/typebox';
import * as vendor from '../../contract/vendor/translations.ts';
import { definitionPermissions } from '../answers.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Row } from '../records.ts';
import { inOrganization, listRoute, resource, route, visibleSpaces } from '../resource.ts';
import { addObject, requireUniqueKey, requireWord, rewrite, uniqueKey } from '../rules/objects.ts';
import { requireVisibleSpace } from '../rules/rights.ts';

type Instructions = Static<typeof vendor.Translation>['instructions'];

declare module '../records.ts' {
  interface Records {
    'space-translation': Pick<
      Static<typeof vendor.Translation>,
      'source' | 'language' | 'instructions' | 'createdAt'
    > & {
      updatedAt: string;
    };
  }
}

const noRuns = {
  ...{ runs: 0, totalWords: 0, totalPages: 0, totalDuration: 0 },
  ...{ latestRunDuration: 0, latestPages: 0, latestWords: 0 },
};

/** The reference platform never runs a translation, so the translation stays pending and has no result. */
function translationAnswer(
  context: Context,
  { id, parent, data }: Row<'space-translation'>,
): Static<typeof vendor.Translation> {
  return {
    ...{ object: 'translation', id, status: 'pending', ...data, stats: noRuns },
    permissions: definitionPermissions(context, parent, vendor.getSpaceTranslation, vendor.deleteSpaceTranslation),
    urls: { location: `${context.origin}/v1/orgs/${parent}/translations/${id}` },
  };
}

/** Documents are free-form, so only the parts that the platform reads are kept. */
function readInstructions(given: Instructions | undefined) {
  const { object = 'document', data = {}, nodes = [] } = given ?? {};
  return { object, data, nodes };
}

export const spaceTranslations = resource({
  titles: { 'space-translation': 'translation' },
  routes: [
    listRoute(vendor.listSpaceTranslations, inOrganization('read'), 'space-translation', translationAnswer),
    route(vendor.createSpaceTranslation, inOrganization('admin', visibleSpaces), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const { source, language } = body;
      requireVisibleSpace(context, organization, source.space);
      requireWord('body.source.language', source.language, vendor.Language);
      requireWord('body.language', language, vendor.Language);
      if (language === source.language) throw invalid('body.language: must differ from the language of the source');
      const key = uniqueKey('space-translation', source.space, language);
      requireUniqueKey(context, key, '', `the space already has a translation into ${language}`);
      const times = { createdAt: context.now, updatedAt: context.now };
      const data = { source: { space: source.space, language: source.language }, language, ...times };
      const place = { parent: organization, uniqueKey: key };
      const instructions = readInstructions(body.instructions);
      return translationAnswer(context, addObject(context, 'space-translation', place, { ...data, instructions }));
    }),
    route(vendor.getSpaceTranslation, inOrganization('read'), ({ context, row }) => translationAnswer(context, row)),
    route(vendor.updateSpaceTranslation, inOrganization('admin'), ({ context, row: was, body }) => {
      const data = { ...was.data, instructions: readInstructions(body.instructions), updatedAt: context.now };
      return translationAnswer(context, rewrite(context, was, data));
    }),
    route(vendor.deleteSpaceTranslation, inOrganization('admin'), ({ context, row }) => context.store.remove(row)),
  ],
});
