/** The dialect of the vendor's platform as it is published today. */
import { removedOperations } from '../../contract/vendor/index.ts';
import { createRouter, type Dialect, routesWith } from '../dialect.ts';
import type { Resource } from '../resource.ts';
import { invitations } from './invitation.ts';
import { permissions } from './permission.ts';
import { presented } from './presented.ts';
import { redirects } from './redirect.ts';
import { organizationSpaces, reshapedAnswers, sitesOfVendor } from './reshaped.ts';
import { externalLinks, sectionsOfVendor, siteStructures } from './site-structure.ts';
import { spaceTranslations } from './translation.ts';

const resources: readonly Resource[] = [
  ...[sitesOfVendor, siteStructures, sectionsOfVendor, externalLinks, organizationSpaces],
  ...[spaceTranslations, redirects, invitations, permissions, reshapedAnswers],
];

export const vendorRoutes = routesWith(
  resources.flatMap(({ routes }) => routes),
  removedOperations,
);

export const vendorDialect: Dialect = { findRoute: createRouter(vendorRoutes), present: presented };
