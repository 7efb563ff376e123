/** Puts a world into an empty state, by direct inserts in one transaction. */
import type { Store } from '../objects.ts';
import { plantContents } from './plant-contents.ts';
import {
  plantCollections,
  plantCustomFields,
  plantLinkInvites,
  plantMembers,
  plantOrganization,
  plantSamlProviders,
  plantSpaces,
  plantSpecs,
  plantTeams,
  plantTranslations,
  plantTrash,
  setDefaultSite,
} from './plant-parts.ts';
import { plantSites } from './plant-site.ts';
import { plantVisits } from './plant-visits.ts';
import { type Bed, createPlanter, emptyBed } from './planter.ts';
import type { World, WorldOrganization } from './world.ts';

/** Plants all organizations. `sequence`: how many ids were given out. `caller`: id of the first organization's first admin. */
export function plant(store: Store, world: World): { readonly sequence: number; readonly caller: string } {
  const planter = createPlanter(store, world.seedNumber, world.organizations.length);
  const users = new Map<string, string>();
  const planted = world.organizations.map((organization) => ({ organization, bed: emptyBed(planter, organization.id, users) }));
  for (const { organization, bed } of planted) plantAll(bed, organization);
  // Last of all, so that the ids of everything else are the same with and without content.
  for (const { organization, bed } of planted) {
    for (const content of organization.contents ?? []) plantContents(bed, content);
    plantVisits(bed, organization.visits ?? []);
  }
  const admin = world.organizations[0]?.members.find((member) => member.role === 'admin');
  return { sequence: planter.sequence(), caller: users.get(admin?.email ?? '') ?? '' };
}

/** What is referred to is planted before what refers to it. */
function plantAll(bed: Bed, world: WorldOrganization): void {
  plantOrganization(bed, world);
  plantLinkInvites(bed, world.linkInvites);
  plantMembers(bed, world.members);
  plantTeams(bed, world.teams);
  plantSamlProviders(bed, world.samlProviders);
  plantCustomFields(bed, world.customFields);
  plantCollections(bed, world.collections);
  plantSpaces(bed, world.spaces);
  plantTrash(bed, world.trash ?? []);
  plantSpecs(bed, world.openApiSpecs);
  plantTranslations(bed, world.translations);
  plantSites(bed, world.sites);
  setDefaultSite(bed, world);
}
