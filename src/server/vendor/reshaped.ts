/** Answers of the contract without a kind of object, in the form that they have in the vendor's dialect. */

import type { ReplyOf } from '../../contract/endpoint.ts';
import type { getOpenApiSpecVersionContent as getContentInContract } from '../../contract/openapi-specifications.ts';
import { searchOrganization } from '../../contract/organizations.ts';
import * as vendor from '../../contract/vendor/openapi-specifications.ts';
import { resource } from '../resource.ts';
import { reshaped } from './contract-route.ts';

type VersionContent = ReplyOf<typeof getContentInContract>;
type Found = ReplyOf<typeof searchOrganization>;

/** The reference platform publishes no specifications. */
function contentOfVersion({ filesystem, url }: VersionContent): object {
  return { filesystem, urls: { source: url, public: null } };
}

/** Hits have no score on the reference platform, so each has the same. */
function foundSpaces({ items, ...page }: Found): object {
  const score = 1;
  return {
    ...page,
    items: items.map(({ pages, ...space }) => ({
      ...{ type: 'space', ...space, score },
      pages: pages.map(({ sections = [], ...one }, index) => ({
        ...{ ...one, description: '', score, rank: index + 1, ancestors: [] },
        sections: sections.map((section) => ({ ...section, score })),
      })),
    })),
  };
}

export const reshapedAnswers = resource({
  routes: [
    reshaped(vendor.getLatestOpenApiSpecVersionContent, contentOfVersion),
    reshaped(vendor.getOpenApiSpecVersionContent, contentOfVersion),
    reshaped(searchOrganization, foundSpaces),
  ],
});
