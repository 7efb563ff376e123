/** The operations that the dialect `gitbook-0.180` does not have, or has in the form of the contract. */
import { removedOperations } from './removed-operations.ts';

/** Operations of the current API that were added since. Redirects, customization and the published site existed in an earlier form, which docform does not use. */
export const laterOperations: ReadonlySet<string> = new Set([
  'createExternalLink',
  'updateExternalLink',
  'deleteExternalLink',
  'listRedirects',
  'createRedirect',
  'replaceRedirects',
  'updateRedirect',
  'deleteRedirect',
  'getCustomization',
  'replaceCustomization',
  'getSiteSpaceCustomization',
  'overrideCustomization',
  'deleteSiteSpaceCustomization',
  'getPublishedSite',
  'grantInSite',
  'listTeamsInSite',
  'updateTeamInSite',
  'removeTeamInSite',
  'listUsersInSite',
  'updateUserInSite',
  'removeUserInSite',
  'listAccessInSite',
]);

/** Operations that have the form of the contract there. */
export const contractForms: ReadonlySet<string> = new Set([
  'getLatestOpenApiSpecVersionContent',
  'getOpenApiSpecVersionContent',
]);

const removedSince: ReadonlySet<string> = new Set([
  'addSectionToGroup',
  'removeSectionFromGroup',
  'transferSpace',
  'importChangeRequestContent',
  'listSpaceLinks',
  'listChangeRequestPageLinks',
  'listChangeRequestFileBacklinks',
]);

/** Contract operations that were already removed there. */
export const removedEarlier: ReadonlySet<string> = new Set(
  [...removedOperations].filter((name) => !removedSince.has(name)),
);
