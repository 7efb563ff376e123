/** All resources and routes of the platform. */
import type { Resource, Route } from '../rules/resource.ts';
import { adaptiveSchemas } from './adaptive-schema.ts';
import { changeRequests } from './change-request.ts';
import { comments } from './comment.ts';
import { customFields } from './custom-field.ts';
import { links } from './links.ts';
import { openApiSpecifications } from './openapi-specification.ts';
import { organizations } from './organization.ts';
import { people } from './people.ts';
import { revisions } from './revision.ts';
import { samlProviders } from './saml-provider.ts';
import { searches } from './search.ts';
import { sites } from './site.ts';
import { siteStructure } from './site-structure.ts';
import { spaces } from './space.ts';
import { translations } from './translation.ts';
import { visitorEvents } from './visitor-event.ts';

/** In the order in which a fixture is loaded: references only point to resources above. */
export const resources: readonly Resource[] = [
  organizations,
  people,
  samlProviders,
  customFields,
  spaces,
  openApiSpecifications,
  translations,
  sites,
  adaptiveSchemas,
  siteStructure,
  comments,
  changeRequests,
  revisions,
  links,
  visitorEvents,
  searches,
];

export const routes: readonly Route[] = resources.flatMap((each) => each.routes);
