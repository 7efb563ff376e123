/** GitBook's API, as it is published today and as it was before drafts. */

import { earlierForm } from '../../contract/gitbook/earlier.ts';
import { contractForms, laterOperations, removedEarlier } from '../../contract/gitbook/earlier-operations.ts';
import { removedOperations } from '../../contract/gitbook/removed-operations.ts';
import { createRouter, type Dialect, routesWith } from '../routing/dialect.ts';
import type { Resource } from '../rules/resource.ts';
import { customizations } from './customization.ts';
import { people } from './people.ts';
import { presentedEarlier, presentedToday } from './presented.ts';
import { redirects } from './redirect.ts';
import { reshapedResources } from './reshaped.ts';
import { siteStructure } from './site-structure.ts';

const resources: readonly Resource[] = [siteStructure, reshapedResources, redirects, customizations, people];

const own = resources.flatMap(({ routes }) => routes);

export const gitbookRoutes = routesWith(own, removedOperations);

export const gitbookDialect: Dialect = { findRoute: createRouter(gitbookRoutes), present: presentedToday };

export const earlierRoutes = routesWith(
  own
    .filter(({ endpoint: { name } }) => !laterOperations.has(name) && !contractForms.has(name))
    .map((route) => ({ ...route, endpoint: earlierForm(route.endpoint) })),
  new Set([...removedEarlier, ...laterOperations]),
);

export const earlierDialect: Dialect = { findRoute: createRouter(earlierRoutes), present: presentedEarlier };
