/** Plants one site with its structure, schema and share links. */
import { defined } from '../answers/defined.ts';
import type { AdaptiveJsonSchema, SiteRecord } from '../records.ts';
import { uniqueKey } from '../rules/require.ts';
import type { Planter } from './planter.ts';
import type { WorldGroup, WorldSection, WorldSite, WorldSiteSpace } from './world.ts';

/** Ids of what the site refers to. */
export interface Planted {
  readonly organization: string;
  /** By key. */
  readonly spaces: ReadonlyMap<string, string>;
}

interface SitePlanter extends Planter {
  readonly site: string;
  readonly spaces: ReadonlyMap<string, string>;
}

/** Answers with the id of the site. */
export function plantSite(planter: Planter, planted: Planted, world: WorldSite): string {
  const site = world.id ?? planter.newId();
  const inSite: SitePlanter = { ...planter, site, spaces: planted.spaces };
  const { basename, hostname, proxy, title, visibility, agentsContext, adaptiveContent, shown } = world;
  const data: SiteRecord = {
    ...{ title, visibility, agentsContext, adaptiveContent },
    type: world.type ?? 'basic',
    published: true,
    createdAt: planter.tick(),
    ...(basename === undefined ? {} : { basename }),
    ...defined({ hostname, proxy, shown }),
    ...plantStructure(inSite, world),
  };
  const key = basename === undefined ? {} : { uniqueKey: uniqueKey('site', planted.organization, basename) };
  planter.put('site', { parent: planted.organization, id: site, ...key }, data);
  if (world.visitor)
    planter.put('adaptive-schema', { parent: site, id: site }, { jsonSchema: jsonSchema(world.visitor), updatedAt: planter.tick() });
  for (const { id, name, active } of world.shareLinks) {
    planter.put('share-link', { parent: site, id }, { name, active, createdAt: planter.tick(), key: planter.newId() });
  }
  return site;
}

function jsonSchema({ id, claims, unsigned }: NonNullable<WorldSite['visitor']>): AdaptiveJsonSchema {
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

function plantStructure(planter: SitePlanter, world: WorldSite): Defaults {
  const ids = new Map<string, string>();
  for (const item of world.structure as readonly (WorldSection | WorldGroup | WorldSiteSpace)[]) {
    if ('section' in item) ids.set(item.section, plantSection(planter, planter.site, item));
    else if ('group' in item) for (const [key, id] of plantGroup(planter, item)) ids.set(key, id);
  }
  const [first] = ids.values();
  const defaultSection = ids.get(world.defaultSection ?? '') ?? first;
  if (defaultSection !== undefined) return { defaultSection };
  // Beside them there may be groups that hold nothing.
  const flat = (world.structure as readonly (WorldGroup | WorldSiteSpace)[]).filter((item) => 'space' in item);
  const shown = plantSiteSpaces(planter, planter.site, undefined, flat);
  const defaultSiteSpace = shown.get(flat.find((item) => item.default)?.space ?? flat[0]?.space ?? '');
  return defaultSiteSpace === undefined ? {} : { defaultSiteSpace };
}

function plantGroup(planter: SitePlanter, { id, title, icon, sections }: WorldGroup): [string, string][] {
  const group = planter.put(
    'section-group',
    { parent: planter.site, id, order: 'navigation' },
    icon === undefined ? { title } : { title, icon },
  );
  return sections.map((section) => [section.section, plantSection(planter, group, section)]);
}

function plantSection(planter: SitePlanter, parent: string, world: WorldSection): string {
  const { section: _, id = planter.newId(), spaces, default: shownFirst, ...facts } = world;
  const ids = plantSiteSpaces(planter, id, id, spaces);
  const defaultSiteSpace = ids.get(shownFirst ?? spaces[0]?.space ?? '');
  const data = {
    ...facts,
    ...(parent === planter.site ? {} : { group: parent }),
    ...(defaultSiteSpace === undefined ? {} : { defaultSiteSpace }),
  };
  const key = uniqueKey('section', planter.site, world.path);
  return planter.put('section', { parent, id, scope: planter.site, order: 'navigation', uniqueKey: key }, data);
}

/** Answers with the ids of the site-spaces by key of their space. */
function plantSiteSpaces(
  planter: SitePlanter,
  parent: string,
  section: string | undefined,
  shown: readonly WorldSiteSpace[],
): Map<string, string> {
  return new Map(
    shown.map(({ space: key, id, path, condition }) => {
      const space = planter.spaces.get(key);
      if (space === undefined) throw new Error(`the seed has no space ${key}`);
      const data = { path, space, ...(section === undefined ? {} : { section }), ...(condition === undefined ? {} : { condition }) };
      return [
        key,
        planter.put(
          'site-space',
          { parent, id, scope: planter.site, target: space, uniqueKey: uniqueKey('site-space', parent, path) },
          data,
        ),
      ];
    }),
  );
}
