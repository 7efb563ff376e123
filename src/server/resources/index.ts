/** All resources and routes of the platform. */
import type { Resource, Route } from '../resource.ts';
import { adaptiveSchemas } from './adaptive-schema.ts';
import { changeRequests } from './change-request.ts';
import { collections } from './collection.ts';
import { comments } from './comment.ts';
import { customFields } from './custom-field.ts';
import { linkInvites } from './link-invite.ts';
import { links } from './links.ts';
import { members } from './member.ts';
import { openApiSpecifications } from './openapi-specification.ts';
import { organizations } from './organization.ts';
import { pings } from './ping.ts';
import { revisions } from './revision.ts';
import { samlProviders } from './saml-provider.ts';
import { searches } from './search.ts';
import { sections } from './section.ts';
import { sectionGroups } from './section-group.ts';
import { shareLinks } from './share-link.ts';
import { sites } from './site.ts';
import { siteSpaces } from './site-space.ts';
import { spaces } from './space.ts';
import { teams } from './team.ts';
import { translations } from './translation.ts';
import { visitorEvents } from './visitor-event.ts';

/** In the order in which a fixture is loaded: references only point to resources above. */
export const resources: readonly Resource[] = [
  organizations,
  linkInvites,
  members,
  teams,
  samlProviders,
  customFields,
  collections,
  spaces,
  openApiSpecifications,
  translations,
  sites,
  adaptiveSchemas,
  sections,
  sectionGroups,
  siteSpaces,
  shareLinks,
  comments,
  changeRequests,
  revisions,
  links,
  visitorEvents,
  searches,
  pings,
];

export const routes: readonly Route[] = resources.flatMap((each) => each.routes);
