/** All operations of the contract, as one list. */

import type { Endpoint } from '../endpoint.ts';
import * as changeRequestContent from './change-request-content.ts';
import * as collections from './collections.ts';
import { changeRequestComments, spaceComments } from './comments.ts';
import * as customFields from './custom-fields.ts';
import * as openapiSpecifications from './openapi-specifications.ts';
import * as organizationMembers from './organization-members.ts';
import * as organizations from './organizations.ts';
import * as shareLinks from './share-links.ts';
import * as siteInsights from './site-insights.ts';
import * as siteSectionGroups from './site-section-groups.ts';
import * as siteSections from './site-sections.ts';
import * as siteSpaces from './site-spaces.ts';
import * as sites from './sites.ts';
import * as spaces from './spaces.ts';
import * as sso from './sso.ts';
import * as teams from './teams.ts';
import * as translationSettings from './translation-settings.ts';

const sections: readonly { [name: string]: unknown }[] = [
  collections,
  spaces,
  sites,
  siteSections,
  siteSectionGroups,
  siteSpaces,
  shareLinks,
  siteInsights,
  customFields,
  spaceComments,
  organizations,
  organizationMembers,
  teams,
  sso,
  openapiSpecifications,
  translationSettings,
  changeRequestComments,
  changeRequestContent,
];

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

export const endpoints: readonly Endpoint[] = sections.flatMap((section) => Object.values(section).filter(isEndpoint));
