/** The routes of the platform. */
import type { Route } from '../route.ts';
import { createRouter, type Router } from '../router.ts';
import { changeRequestCommentRoutes } from './change-request-comments.ts';
import { changeRequestContentRoutes } from './change-request-content.ts';
import { collectionRoutes } from './collections.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { emailDomainRoutes } from './email-domains.ts';
import { openApiRoutes } from './openapi-specifications.ts';
import { memberRoutes } from './organization-members.ts';
import { searchRoutes } from './organization-search.ts';
import { organizationRoutes } from './organizations.ts';
import { pingRoutes } from './ping.ts';
import { shareLinkRoutes } from './share-links.ts';
import { insightRoutes } from './site-insights.ts';
import { sectionGroupRoutes } from './site-section-groups.ts';
import { sectionRoutes } from './site-sections.ts';
import { siteSpaceRoutes } from './site-spaces.ts';
import { siteRoutes } from './sites.ts';
import { spaceCommentRoutes } from './space-comments.ts';
import { spaceRoutes } from './spaces.ts';
import { ssoRoutes } from './sso.ts';
import { teamRoutes } from './teams.ts';
import { translationRoutes } from './translation-settings.ts';

/** One route per operation of the contract; a test proves that none is missing. */
export const routes: readonly Route[] = [
  ...collectionRoutes,
  ...spaceRoutes,
  ...siteRoutes,
  ...sectionRoutes,
  ...sectionGroupRoutes,
  ...siteSpaceRoutes,
  ...shareLinkRoutes,
  ...insightRoutes,
  ...customFieldRoutes,
  ...organizationRoutes,
  ...searchRoutes,
  ...emailDomainRoutes,
  ...memberRoutes,
  ...pingRoutes,
  ...teamRoutes,
  ...ssoRoutes,
  ...openApiRoutes,
  ...translationRoutes,
  ...spaceCommentRoutes,
  ...changeRequestCommentRoutes,
  ...changeRequestContentRoutes,
];

/** Which of them a method and path ask for; built once, as the table is the same for every platform of a process. */
export const findRoute: Router = createRouter(routes);
