/** GitBook's operations that the contract does not have, or has in another form. */

import { isEndpoint } from '../2025-06/index.ts';
import type { Endpoint } from '../endpoint.ts';
import * as customization from './customization.ts';
import * as openapiSpecifications from './openapi-specifications.ts';
import * as organizations from './organizations.ts';
import * as people from './people.ts';
import { collectionPermissions, sitePermissions, spacePermissions } from './permissions.ts';
import * as redirects from './redirects.ts';
import * as siteStructure from './site-structure.ts';
import * as sites from './sites.ts';
import * as spaces from './spaces.ts';
import * as translations from './translations.ts';

const modules: readonly { [name: string]: unknown }[] = [
  siteStructure,
  sites,
  spaces,
  organizations,
  translations,
  redirects,
  customization,
  people,
  openapiSpecifications,
  spacePermissions,
  collectionPermissions,
  sitePermissions,
];

/** An operation with the method and path of a contract operation replaces it. */
export const gitbookEndpoints: readonly Endpoint[] = modules.flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);
