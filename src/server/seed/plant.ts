/** Puts a world into an empty state, by direct inserts in one transaction. */

import type { Store } from '../objects.ts';
import { addChangeRequest } from '../resources/change-request.ts';
import { collections } from '../resources/collection.ts';
import { comments } from '../resources/comment.ts';
import { customFields } from '../resources/custom-field.ts';
import { linkInvites } from '../resources/link-invite.ts';
import { members } from '../resources/member.ts';
import { openApiSpecifications } from '../resources/openapi-specification.ts';
import { organizations, setDefaultSite } from '../resources/organization.ts';
import { revisions } from '../resources/revision.ts';
import { samlProviders } from '../resources/saml-provider.ts';
import { sites } from '../resources/site.ts';
import { plantTrash, spaces } from '../resources/space.ts';
import { teams } from '../resources/team.ts';
import { translations } from '../resources/translation.ts';
import { visitorEvents } from '../resources/visitor-event.ts';
import { requireObject } from '../rules/require.ts';
import { type Bed, contextOf, createPlanter, emptyBed } from './planter.ts';
import type { World, WorldContent, WorldOrganization } from './world.ts';

/** Plants all organizations. `sequence`: how many ids were given out. `caller`: id of the first organization's first admin. */
export function plant(store: Store, world: World): { readonly sequence: number; readonly caller: string } {
  const planter = createPlanter(store, world.seedNumber, world.organizations.length);
  const users = new Map<string, string>();
  const planted = world.organizations.map((organization) => ({ organization, bed: emptyBed(planter, organization.id, users) }));
  for (const { organization, bed } of planted) plantAll(bed, organization);
  // Last of all, so that the ids of everything else are the same with and without content.
  for (const { organization, bed } of planted) {
    for (const content of organization.contents ?? []) plantContents(bed, content);
    visitorEvents.plant(bed, organization.visits ?? []);
  }
  const admin = world.organizations[0]?.members.find((member) => member.role === 'admin');
  return { sequence: planter.sequence(), caller: users.get(admin?.email ?? '') ?? '' };
}

/** What is referred to is planted before what refers to it. */
function plantAll(bed: Bed, world: WorldOrganization): void {
  organizations.plant(bed, world);
  linkInvites.plant(bed, world.linkInvites);
  members.plant(bed, world.members);
  teams.plant(bed, world.teams);
  samlProviders.plant(bed, world.samlProviders);
  customFields.plant(bed, world.customFields);
  collections.plant(bed, world.collections);
  spaces.plant(bed, world.spaces);
  plantTrash(bed, world.trash ?? []);
  openApiSpecifications.plant(bed, world.openApiSpecs);
  translations.plant(bed, world.translations);
  sites.plant(bed, world.sites);
  setDefaultSite(bed, world);
}

/** What is written in a space, through the rules that requests go through. */
function plantContents(bed: Bed, content: WorldContent): void {
  const spaceId = bed.spaces.get(content.space) ?? '';
  const space = requireObject(contextOf(bed), 'space', spaceId);
  revisions.plant(bed, spaceId, content, [], space.data.revision);
  for (const comment of content.comments) comments.plant(bed, { space }, comment);
  for (const { number, subject, status, ...text } of content.changeRequests) {
    const revision = revisions.plant(bed, spaceId, text, [space.data.revision]);
    const changeRequest = addChangeRequest(contextOf(bed), space, { number, subject, status, revision });
    for (const comment of text.comments) comments.plant(bed, { space, changeRequest }, comment);
  }
}
