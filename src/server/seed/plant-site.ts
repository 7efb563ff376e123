/** Plants one site with its structure, schema and share links. */
import { defined } from '../answers/defined.ts';
import type { AdaptiveJsonSchema, SiteRecord } from '../records.ts';
import { uniqueKey } from '../rules/require.ts';
import type { Bed } from './planter.ts';
import type { WorldGroup, WorldSection, WorldShareLink, WorldSite, WorldSiteSpace, WorldVisitor } from './world.ts';

interface SiteBed extends Bed {
  /** Id of the site that is planted. */
  readonly site: string;
}

export function plantSites(bed: Bed, sites: readonly WorldSite[]): void {
  for (const site of sites) bed.sites.set(site.key, plantSite(bed, site));
}

/** Answers with the id of the site. */
function plantSite(bed: Bed, world: WorldSite): string {
  const site = world.id ?? bed.newId();
  const inSite: SiteBed = { ...bed, site };
  const { basename, hostname, proxy, title, visibility, agentsContext, adaptiveContent, shown } = world;
  const data: SiteRecord = {
    ...{ title, visibility, agentsContext, adaptiveContent },
    type: world.type ?? 'basic',
    published: true,
    createdAt: bed.tick(),
    ...(basename === undefined ? {} : { basename }),
    ...defined({ hostname, proxy, shown }),
    ...plantStructure(inSite, world),
  };
  const key = basename === undefined ? {} : { uniqueKey: uniqueKey('site', bed.organization, basename) };
  bed.put('site', { parent: bed.organization, id: site, ...key }, data);
  if (world.visitor) plantAdaptiveSchema(inSite, world.visitor);
  plantShareLinks(inSite, world.shareLinks);
  return site;
}

function plantAdaptiveSchema({ put, tick, site }: SiteBed, world: WorldVisitor): void {
  put('adaptive-schema', { parent: site, id: site }, { jsonSchema: jsonSchema(world), updatedAt: tick() });
}

function plantShareLinks({ put, tick, newId, site }: SiteBed, links: readonly WorldShareLink[]): void {
  for (const { id, name, active } of links) put('share-link', { parent: site, id }, { name, active, createdAt: tick(), key: newId() });
}

function jsonSchema({ id, claims, unsigned }: WorldVisitor): AdaptiveJsonSchema {
  const inner = {
    type: 'object' as const,
    description: 'Unsigned claims of the site visitor.',
    properties: unsigned,
    additionalProperties: false as const,
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(id === undefined ? {} : { $id: id }),
    type: 'object',
    properties: { ...claims, unsigned: inner },
    additionalProperties: false,
  };
}

type Defaults = Pick<SiteRecord, 'defaultSection' | 'defaultSiteSpace'>;

function plantStructure(bed: SiteBed, world: WorldSite): Defaults {
  const ids = new Map<string, string>();
  for (const item of world.structure as readonly (WorldSection | WorldGroup | WorldSiteSpace)[]) {
    if ('section' in item) ids.set(item.section, plantSection(bed, bed.site, item));
    else if ('group' in item) for (const [key, id] of plantGroup(bed, item)) ids.set(key, id);
  }
  const [first] = ids.values();
  const defaultSection = ids.get(world.defaultSection ?? '') ?? first;
  if (defaultSection !== undefined) return { defaultSection };
  // Beside them there may be groups that hold nothing.
  const flat = (world.structure as readonly (WorldGroup | WorldSiteSpace)[]).filter((item) => 'space' in item);
  const shown = plantSiteSpaces(bed, bed.site, undefined, flat);
  const defaultSiteSpace = shown.get(flat.find((item) => item.default)?.space ?? flat[0]?.space ?? '');
  return defaultSiteSpace === undefined ? {} : { defaultSiteSpace };
}

function plantGroup(bed: SiteBed, { id, title, icon, sections }: WorldGroup): [string, string][] {
  const group = bed.put('section-group', { parent: bed.site, id, order: 'navigation' }, icon === undefined ? { title } : { title, icon });
  return sections.map((section) => [section.section, plantSection(bed, group, section)]);
}

function plantSection(bed: SiteBed, parent: string, world: WorldSection): string {
  const { section: _, id = bed.newId(), spaces, default: shownFirst, ...facts } = world;
  const ids = plantSiteSpaces(bed, id, id, spaces);
  const defaultSiteSpace = ids.get(shownFirst ?? spaces[0]?.space ?? '');
  const data = {
    ...facts,
    ...(parent === bed.site ? {} : { group: parent }),
    ...(defaultSiteSpace === undefined ? {} : { defaultSiteSpace }),
  };
  const key = uniqueKey('section', bed.site, world.path);
  return bed.put('section', { parent, id, scope: bed.site, order: 'navigation', uniqueKey: key }, data);
}

/** Answers with the ids of the site-spaces by key of their space. */
function plantSiteSpaces(bed: SiteBed, parent: string, section: string | undefined, shown: readonly WorldSiteSpace[]): Map<string, string> {
  return new Map(
    shown.map(({ space: key, id, path, condition }) => {
      const space = bed.spaces.get(key);
      if (space === undefined) throw new Error(`the seed has no space ${key}`);
      const data = { path, space, ...(section === undefined ? {} : { section }), ...(condition === undefined ? {} : { condition }) };
      return [
        key,
        bed.put('site-space', { parent, id, scope: bed.site, target: space, uniqueKey: uniqueKey('site-space', parent, path) }, data),
      ];
    }),
  );
}
