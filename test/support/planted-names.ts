/** Ids of a planted world by the addresses its objects have in the `live` part of a case. */

import type { WorldSection } from '../../src/server/resources/section.ts';
import type { WorldGroup } from '../../src/server/resources/section-group.ts';
import type { WorldSite } from '../../src/server/resources/site.ts';
import type { WorldSiteSpace } from '../../src/server/resources/site-space.ts';
import { plant } from '../../src/server/seed/plant.ts';
import type { World } from '../../src/server/seed/world.ts';
import type { Store } from '../../src/server/store.ts';

/** Planting gives the same ids every time: this plants into a store that only takes notes. */
export function plantedIds(world: World): ReadonlyMap<string, string> {
  const rows: { readonly kind: string; readonly id: string }[] = [];
  const notes = { insert: (row: { kind: string; id: string }) => rows.push(row), find: () => undefined, replace: () => undefined };
  plant(notes as unknown as Store, world);
  const ids = new Map<string, string>();
  for (const [kind, addresses] of Object.entries(addressesByKind(world))) {
    const ofKind = rows.filter((row) => row.kind === kind);
    if (ofKind.length !== addresses.length) throw new Error(`${addresses.length} of ${kind} expected, ${ofKind.length} planted`);
    for (const [at, row] of ofKind.entries()) {
      const address = addresses[at] ?? '';
      // These two are called by their key, not by an id.
      ids.set(address, kind === 'custom-field' || kind === 'openapi-spec' ? address.slice(address.indexOf('/') + 1) : row.id);
    }
  }
  for (const site of world.organizations[0]?.sites ?? []) {
    if (site.visitor) ids.set(`sites/${site.key}/visitor`, ids.get(`sites/${site.key}`) ?? '');
  }
  return ids;
}

/** In the order of planting. */
function addressesByKind(world: World): { readonly [kind: string]: readonly string[] } {
  const organization = world.organizations[0];
  if (organization === undefined) return {};
  const keyed = (segment: string, items: readonly { readonly key: string }[]): readonly string[] =>
    items.map(({ key }) => `${segment}/${key}`);
  const { teams, sites } = organization;
  return {
    member: organization.members.map(({ email }) => `members/${email}`),
    'link-invite': organization.linkInvites.map(({ id }) => `linkInvites/${id}`),
    team: keyed('teams', teams),
    'team-member': teams.flatMap(({ key, members }) => members.map(({ email }) => `teams/${key}/members/${email}`)),
    'saml-provider': keyed('saml', organization.samlProviders),
    'custom-field': organization.customFields.map(({ name }) => `customFields/${name}`),
    collection: keyed('collections', organization.collections),
    space: keyed('spaces', organization.spaces),
    'openapi-spec': organization.openApiSpecs.map(({ slug }) => `openapi/${slug}`),
    translation: keyed('translations', organization.translations),
    site: keyed('sites', sites),
    'share-link': sites.flatMap(({ key, shareLinks }) => keyed(`sites/${key}/shareLinks`, shareLinks)),
    section: sites.flatMap((site) => sectionsOf(site).map(({ section }) => `sites/${site.key}/sections/${section}`)),
    'section-group': sites.flatMap((site) =>
      itemsOf(site).flatMap((item) => ('group' in item ? [`sites/${site.key}/groups/${item.group}`] : [])),
    ),
    'site-space': sites.flatMap(siteSpacesOf),
  };
}

function itemsOf({ structure }: WorldSite): readonly (WorldSection | WorldGroup | WorldSiteSpace)[] {
  return structure;
}

function sectionsOf(site: WorldSite): readonly WorldSection[] {
  return itemsOf(site).flatMap((item) => ('section' in item ? [item] : 'group' in item ? item.sections : []));
}

function siteSpacesOf(site: WorldSite): readonly string[] {
  const flat = itemsOf(site).flatMap((item) => ('space' in item ? [`sites/${site.key}/spaces/${item.space}`] : []));
  return [
    ...sectionsOf(site).flatMap(({ section, spaces }) =>
      spaces.map(({ space }) => `sites/${site.key}/sections/${section}/spaces/${space}`),
    ),
    ...flat,
  ];
}
