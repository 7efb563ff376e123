/** The `live` part of a case, written in docform's own language, as the world that the reference platform is planted with. */
import type { WorldCollection } from '../../src/server/resources/collection.ts';
import type { WorldMember } from '../../src/server/resources/member.ts';
import type { WorldSection } from '../../src/server/resources/section.ts';
import type { WorldGroup } from '../../src/server/resources/section-group.ts';
import type { WorldSite } from '../../src/server/resources/site.ts';
import type { WorldSiteSpace } from '../../src/server/resources/site-space.ts';
import type { WorldSpace } from '../../src/server/resources/space.ts';
import type { World, WorldOrganization } from '../../src/server/seed/world.ts';

type Fields = { readonly [key: string]: unknown };

/** The same keys as a configuration has; whatever is left out gets the plainest value, a title the key with a capital. */
export interface LiveDocument {
  readonly settings?: Fields;
  readonly linkInvites?: { readonly [id: string]: { readonly role: string } };
  /** ana@acme.dev is always there, an admin unless it says otherwise: the token is hers. */
  readonly members?: { readonly [email: string]: unknown };
  /** So many further members, with the role read. */
  readonly crowd?: number;
  readonly teams?: { readonly [key: string]: { readonly title?: string; readonly members?: { readonly [email: string]: string } } | null };
  readonly saml?: { readonly [key: string]: Fields | null };
  readonly customFields?: { readonly [name: string]: Fields };
  readonly collections?: { readonly [key: string]: Fields | null };
  /** `trash: true`: deleted, and restorable. */
  readonly spaces?: { readonly [key: string]: Fields | null };
  readonly openapi?: { readonly [slug: string]: Fields };
  readonly translations?: { readonly [key: string]: Fields | null };
  readonly sites?: { readonly [key: string]: Fields | null };
}

export const organizationId = 'acme';
export const admin = 'ana@acme.dev';

function titled(key: string, block: Fields | null): Fields & { readonly title: string } {
  const title = key.charAt(0).toUpperCase() + key.slice(1);
  return { title, ...block };
}

function listed<T>(map: { readonly [key: string]: T } | undefined): readonly (readonly [string, T])[] {
  return Object.entries(map ?? {});
}

export function worldOf(document: LiveDocument): World {
  const settings = { title: 'Acme', emailDomains: [], defaultRole: 'read', sso: false, ai: true, inviteLinks: true, ...document.settings };
  const organization = {
    id: organizationId,
    ...settings,
    linkInvites: listed(document.linkInvites).map(([id, { role }]) => ({ id, role })),
    members: membersOf(document),
    teams: listed(document.teams).map(([key, block]) => ({ key, ...titled(key, block), members: roster(block?.members) })),
    samlProviders: listed(document.saml).map(([key, block]) => ({ key, defaultRole: null, label: titled(key, null).title, ...block })),
    customFields: listed(document.customFields).map(([name, block]) => ({ name, ...titled(name, block) })),
    collections: listed(document.collections).map(
      ([key, block]): WorldCollection => ({ key, parent: null, defaultLevel: 'inherit', ...titled(key, block) }),
    ),
    spaces: listed(document.spaces).map(([key, block]) => spaceOf(key, block)),
    openApiSpecs: listed(document.openapi).map(([slug, block]) => ({ slug, url: String(block.url) })),
    translations: listed(document.translations).map(([key, block]) => ({ key, languages: [], ...titled(key, block) })),
    sites: listed(document.sites).map(([key, block]) => siteOf(key, block)),
  };
  return { seedNumber: 1, organizations: [organization as unknown as WorldOrganization] };
}

function membersOf({ members, crowd = 0 }: LiveDocument): WorldMember[] {
  const blocks = Object.entries({ [admin]: 'admin', ...members });
  const named = blocks.map(([email, block]) => ({
    email,
    displayName: email,
    ...memberOf(block),
  }));
  const others = Array.from({ length: crowd }, (_, at) => ({
    email: `member-${at + 1}@acme.dev`,
    displayName: `Member ${at + 1}`,
    role: 'read',
  }));
  return [...named, ...others] as WorldMember[];
}

function memberOf(block: unknown): Fields {
  return isBlock(block) ? { role: null, ...block } : { role: block };
}

function isBlock(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function roster(members: { readonly [email: string]: string } = {}): { email: string; role: 'owner' | 'member' }[] {
  return Object.entries(members).map(([email, role]) => ({ email, role: role === 'owner' ? 'owner' : 'member' }));
}

function spaceOf(key: string, block: Fields | null): WorldSpace {
  const { trash: _, ...rest } = titled(key, block) as Fields & { readonly title: string };
  return { key, emoji: '1f4d8', collection: null, defaultLevel: 'inherit', ...rest } as WorldSpace;
}

function siteOf(key: string, block: Fields | null): WorldSite {
  const { structure, shareLinks, visitor, ...rest } = titled(key, block) as Fields & { readonly title: string };
  const links = listed(shareLinks as { readonly [key: string]: Fields | null } | undefined);
  return {
    key,
    visibility: 'public',
    agentsContext: 'included',
    adaptiveContent: false,
    ...rest,
    ...(visitor === undefined ? {} : { visitor: { claims: {}, unsigned: {}, ...(visitor as Fields) } }),
    structure: ((structure ?? []) as readonly Fields[]).map(itemOf),
    shareLinks: links.map(([name, link]) => ({ key: name, name: titled(name, null).title, active: true, ...link })),
  } as unknown as WorldSite;
}

function itemOf(item: Fields): WorldSection | WorldGroup | WorldSiteSpace {
  if ('space' in item) return siteSpaceOf(item);
  if ('section' in item) return sectionOf(item);
  const key = String(item.group);
  return { ...titled(key, item), group: key, sections: ((item.sections ?? []) as readonly Fields[]).map(sectionOf) };
}

/** A section without spaces shows one called `home`. */
function sectionOf(item: Fields): WorldSection {
  const key = String(item.section);
  const spaces = ((item.spaces ?? [{ space: 'home' }]) as readonly Fields[]).map(siteSpaceOf);
  return { path: key, ...titled(key, item), section: key, spaces };
}

function siteSpaceOf(item: Fields): WorldSiteSpace {
  const key = String(item.space);
  return { path: key, ...item, space: key };
}
