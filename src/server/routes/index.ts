/** The routes of the platform, and the operations it cannot answer yet. */
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { Refusal } from '../errors.ts';
import type { Route } from '../route.ts';
import { changeRequestCommentRoutes } from './change-request-comments.ts';
import { changeRequestContentRoutes } from './change-request-content.ts';
import { collectionRoutes } from './collections.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { openApiRoutes } from './openapi-specifications.ts';
import { memberRoutes } from './organization-members.ts';
import { organizationRoutes } from './organizations.ts';
import { shareLinkRoutes } from './share-links.ts';
import { sectionGroupRoutes } from './site-section-groups.ts';
import { sectionRoutes } from './site-sections.ts';
import { siteSpaceRoutes } from './site-spaces.ts';
import { siteRoutes } from './sites.ts';
import { spaceCommentRoutes } from './space-comments.ts';
import { spaceRoutes } from './spaces.ts';
import { ssoRoutes } from './sso.ts';
import { teamRoutes } from './teams.ts';
import { translationRoutes } from './translation-settings.ts';

const answered: readonly Route[] = [
  ...collectionRoutes,
  ...spaceRoutes,
  ...siteRoutes,
  ...sectionRoutes,
  ...sectionGroupRoutes,
  ...siteSpaceRoutes,
  ...shareLinkRoutes,
  ...customFieldRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...ssoRoutes,
  ...openApiRoutes,
  ...translationRoutes,
  ...spaceCommentRoutes,
  ...changeRequestCommentRoutes,
  ...changeRequestContentRoutes,
];

/** Whole sections that are answered with 501: no managed kind needs them. */
const unansweredSections = ['Site insights'];
/** Single operations that are answered with 501. */
const unansweredNames = ['ping', 'searchOrganization', 'listEmailDomainOrganizations'];

/** True when the operation has no answer but 501 yet. */
export function isUnanswered(endpoint: Endpoint): boolean {
  return unansweredSections.includes(endpoint.section) || unansweredNames.includes(endpoint.name);
}

function refusing(endpoint: Endpoint): Route {
  const refuse = (): never => {
    throw new Refusal(501, `${endpoint.name} is not part of this platform yet`);
  };
  return { endpoint, handle: refuse };
}

/** One route per operation of the contract that is answered or refused; a test proves that none is missing. */
export const routes: readonly Route[] = [...answered, ...endpoints.filter(isUnanswered).map(refusing)];
