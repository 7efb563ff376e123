/** What the dialect `gitbook-0.180` has instead of the current API: operations and members of bodies that GitBook has added or removed since. */
import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { SiteChanges } from '../2025-06/sites.ts';
import { type Endpoint, Id } from '../endpoint.ts';
import { removedOperations } from './removed-operations.ts';

/** Operations of the current API that were added since. Redirects, customization and the published site existed in an earlier form, which docform does not use. */
export const laterOperations: ReadonlySet<string> = new Set([
  ...['createExternalLink', 'updateExternalLink', 'deleteExternalLink'],
  ...['listRedirects', 'createRedirect', 'replaceRedirects', 'updateRedirect', 'deleteRedirect'],
  ...['getCustomization', 'replaceCustomization', 'getSiteSpaceCustomization', 'overrideCustomization'],
  ...['deleteSiteSpaceCustomization', 'getPublishedSite'],
  ...['grantInSite', 'listTeamsInSite', 'updateTeamInSite', 'removeTeamInSite'],
  ...['listUsersInSite', 'updateUserInSite', 'removeUserInSite', 'listAccessInSite'],
]);

/** Operations that have the form of the contract there. */
export const contractForms: ReadonlySet<string> = new Set([
  'getLatestOpenApiSpecVersionContent',
  'getOpenApiSpecVersionContent',
]);

const removedSince: ReadonlySet<string> = new Set([
  ...['addSectionToGroup', 'removeSectionFromGroup', 'transferSpace', 'importChangeRequestContent'],
  ...['listSpaceLinks', 'listChangeRequestPageLinks', 'listChangeRequestFileBacklinks'],
]);

/** Contract operations that were already removed there. */
export const removedEarlier: ReadonlySet<string> = new Set(
  [...removedOperations].filter((name) => !removedSince.has(name)),
);

const laterMembers: { readonly [operation: string]: readonly string[] } = {
  createSection: ['draft', 'siteSectionGroupId', 'template', 'pageId'],
  createSiteSpace: ['draft', 'title', 'template', 'pageId'],
  createSectionGroup: ['draft'],
  updateSectionGroup: ['draft', 'localizedTitle', 'parentSectionGroupId'],
  updateSection: ['draft', 'localizedTitle', 'localizedDescription', 'siteSectionGroupId'],
  updateSiteSpace: ['draft', 'hidden', 'pageId'],
  updateSite: ['defaultLevel', 'styleguide'],
};

/** Later versions can create a space together with a section or site-space. */
const earlierMembers: { readonly [operation: string]: TProperties } = {
  createSection: { spaceId: Id },
  createSiteSpace: { spaceId: Id },
  updateSite: { agentsContext: SiteChanges.properties.agentsContext },
};

/** The operation with the body that it has there. */
export function earlierForm<E extends Endpoint>(endpoint: E): E {
  const later = laterMembers[endpoint.name];
  if (later === undefined) return endpoint;
  const { properties } = endpoint.body as TObject;
  const kept = Object.entries(properties).filter(([name]) => !later.includes(name));
  return { ...endpoint, body: Type.Object({ ...Object.fromEntries(kept), ...earlierMembers[endpoint.name] }) };
}
