/** The dialect of the vendor's platform as it is published today. */
import { removedOperations } from '../../contract/vendor/index.ts';
import { type Dialect, routesWith } from '../dialect.ts';
import type { Resource } from '../resource.ts';
import { createRouter } from '../router.ts';
import { externalLinks } from './external-link.ts';
import { presented } from './presented.ts';
import { sectionsOfVendor } from './sections.ts';
import { siteStructures } from './site-structure.ts';
import { organizationSpaces } from './spaces.ts';

const resources: readonly Resource[] = [siteStructures, sectionsOfVendor, externalLinks, organizationSpaces];

export const vendorRoutes = routesWith(
  resources.flatMap(({ routes }) => routes),
  removedOperations,
);

export const vendorDialect: Dialect = { findRoute: createRouter(vendorRoutes), present: presented };
