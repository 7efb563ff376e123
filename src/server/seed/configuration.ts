/** Writes the docform configuration that says exactly what a world holds, so that a plan of it is empty. */

import { createRequire } from 'node:module';
import { defined } from '../answers/defined.ts';
import type { WorldMember } from '../resources/member.ts';
import type { WorldSection } from '../resources/section.ts';
import type { WorldGroup } from '../resources/section-group.ts';
import type { WorldSite } from '../resources/site.ts';
import type { WorldSiteSpace } from '../resources/site-space.ts';
import type { WorldSpace } from '../resources/space.ts';
import type { World, WorldOrganization } from './world.ts';

type Block = { readonly [key: string]: unknown };

/** Worlds with more members than this are written to several files. */
const mostMembersInOneFile = 50;

/** Text by path, `docform.yaml` first; of the first organization. */
export function seedConfiguration(world: World): Record<string, string> {
  const [organization] = world.organizations;
  if (organization === undefined) return {};
  const head = { version: 1, organization: organization.id };
  const parts: { readonly [path: string]: Block } = {
    'people/members.yaml': { members: byKey(organization.members, (member) => [member.email, memberBlock(member)]) },
    'people/teams.yaml': teamBlocks(organization),
    'content/fields.yaml': fieldBlocks(organization),
    'content/spaces.yaml': contentBlocks(organization),
    ...byKey(organization.sites, (site) => [`sites/${site.key}.yaml`, { sites: { [site.key]: siteBlock(site) } }]),
  };
  if (organization.members.length <= mostMembersInOneFile) {
    const sites = organization.sites.length === 0 ? {} : { sites: byKey(organization.sites, (site) => [site.key, siteBlock(site)]) };
    const {
      'people/members.yaml': members,
      'people/teams.yaml': teams,
      'content/fields.yaml': fields,
      'content/spaces.yaml': content,
    } = parts;
    return {
      'docform.yaml': text({ ...head, settings: settingsBlock(organization), ...members, ...teams, ...fields, ...content, ...sites }),
    };
  }
  const include = ['people/*.yaml', 'content/*.yaml', 'sites/*.yaml'];
  const files = Object.entries(parts).map(([path, block]) => [path, text(block)] as const);
  return { 'docform.yaml': text({ ...head, include, settings: settingsBlock(organization) }), ...Object.fromEntries(files) };
}

/** What a file says of itself, and then the lists in the order of the language. */
const order = [
  ...['version', 'organization', 'include', 'settings', 'linkInvites', 'members', 'teams', 'saml'],
  ...['customFields', 'collections', 'spaces', 'openapi', 'translations', 'sites'],
];

/** The YAML package is loaded when a configuration is written, so that the platform starts without it. */
function text(block: Block): string {
  const { stringify } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const rank = (key: string): number => order.indexOf(key);
  const entries = Object.entries(block).sort(([a], [b]) => rank(a) - rank(b));
  const parts = entries.map(([key, value]) => stringify({ [key]: value }, { aliasDuplicateObjects: false, lineWidth: 0 }));
  const isLong = (part = ''): boolean => part.trimEnd().includes('\n');
  // As `docform fmt` lays it out: an empty line around what has several lines, but for what the file says of itself.
  return parts
    .map((part, at) => (at > 0 && !part.startsWith('include:') && (isLong(part) || isLong(parts[at - 1])) ? `\n${part}` : part))
    .join('');
}

function byKey<T>(items: readonly T[], entry: (item: T) => readonly [string, unknown]): { readonly [key: string]: Block } {
  return Object.fromEntries(items.map(entry)) as { readonly [key: string]: Block };
}

/** Leaves out maps that would be empty: an empty map would declare an empty list. */
function blocks(all: { readonly [name: string]: Block }): Block {
  return Object.fromEntries(Object.entries(all).filter(([, block]) => Object.keys(block).length > 0));
}

function settingsBlock(organization: WorldOrganization): Block {
  const { title, logo, emailDomains, hostname, defaultRole, defaultContent, sso, ai, inviteLinks } = organization;
  const content = defaultContent === undefined ? undefined : { site: defaultContent };
  return defined({ title, logo, emailDomains, hostname, defaultRole, defaultContent: content, sso, ai, inviteLinks });
}

function memberBlock({ role, sso }: WorldMember): unknown {
  if (sso) return { role, sso };
  return role === null ? { role: null } : role;
}

function teamBlocks({ teams, samlProviders }: WorldOrganization): Block {
  return blocks({
    teams: byKey(teams, ({ key, members, ...team }) => [key, { ...team, members: byKey(members, ({ email, role }) => [email, role]) }]),
    saml: byKey(samlProviders, ({ key, ...provider }) => [key, provider]),
  });
}

function fieldBlocks({ customFields, openApiSpecs, translations, linkInvites }: WorldOrganization): Block {
  return blocks({
    customFields: byKey(customFields, ({ name, ...field }) => [name, field]),
    openapi: byKey(openApiSpecs, ({ slug, ...source }) => [slug, source]),
    translations: byKey(translations, ({ key, languages: _, ...translation }) => [key, translation]),
    linkInvites: byKey(linkInvites, ({ id, role }) => [id, { role }]),
  });
}

function contentBlocks({ collections, spaces }: WorldOrganization): Block {
  return blocks({
    collections: byKey(collections, ({ key, ...collection }) => [key, collection]),
    spaces: byKey(spaces, (space) => [space.key, spaceBlock(space)]),
  });
}

function spaceBlock({ key: _, shown: _shown, editMode = 'live', fields, ...space }: WorldSpace): Block {
  return defined({ ...space, editMode, fields });
}

function siteBlock({ key: _, shown: _shown, hostname: _host, structure, shareLinks, defaultSection, visitor, ...site }: WorldSite): Block {
  const items = (structure as readonly (WorldSection | WorldGroup | WorldSiteSpace)[]).map((item) => ({ ...item }));
  return defined({
    ...site,
    visitor: visitor && { claims: visitor.claims, unsigned: visitor.unsigned },
    defaultSection: defaultSection ?? firstSection(structure[0]),
    structure: items,
    shareLinks: shareLinks.length === 0 ? undefined : byKey(shareLinks, ({ key, ...link }) => [key, link]),
  });
}

/** The section that readers see first is the default unless another is named. */
function firstSection(item: WorldSection | WorldGroup | WorldSiteSpace | undefined): string | undefined {
  if (item === undefined || 'space' in item) return undefined;
  return 'section' in item ? item.section : item.sections[0]?.section;
}
