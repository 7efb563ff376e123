/** Sites, sections, groups, site-spaces and share links as the contract shows them. */
import type { Static } from '@sinclair/typebox';
import type { ShareLink } from '../../contract/share-links.ts';
import type { SiteSectionGroup } from '../../contract/site-section-groups.ts';
import type { SiteSection } from '../../contract/site-sections.ts';
import type { SiteSpace } from '../../contract/site-spaces.ts';
import type { Site } from '../../contract/sites.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { isVisible } from '../rules/access.ts';
import type { Navigation } from '../rules/navigation.ts';
import { requireObject } from '../rules/require.ts';
import { appAddress, hostedAddress, publishedAddress } from './addresses.ts';
import { spaceAnswer } from './content.ts';
import { defined, shownOf } from './defined.ts';
import { sitePermissions } from './permissions.ts';

/** `shareKey`: of the share link that its address is to carry. */
export function siteAnswer(context: Context, row: Row<'site'>, shareKey?: string): Static<typeof Site> {
  const { data } = row;
  const published = publishedAddress(row, shareKey);
  return defined({
    object: 'site' as const,
    id: row.id,
    type: data.type,
    title: data.title,
    hostname: data.hostname,
    basename: data.basename,
    proxy: data.proxy === undefined ? undefined : { origin: data.proxy, target: hostedAddress(row) },
    visibility: data.visibility,
    published: data.published,
    siteSpaces: context.store.countInScope('site-space', row.id),
    createdAt: data.createdAt,
    adaptiveContent: { enabled: data.adaptiveContent },
    agentsContext: data.agentsContext,
    features: featuresOf(data),
    ...shownOf<Static<typeof Site>>(data),
    urls: { location: `${context.origin}/v1/orgs/${row.scope}/sites/${row.id}`, app: appAddress(row.scope, 'sites', row.id), published },
    permissions: sitePermissions(context, row.scope),
  });
}

/** What the site makes use of, of that which an operation of the contract turns on. */
function featuresOf({ type, defaultSection, adaptiveContent }: Row<'site'>['data']): NonNullable<Static<typeof Site>['features']> {
  const used = [...(defaultSection === undefined ? [] : ['sites-sections']), ...(adaptiveContent ? ['sites-adaptive-content'] : [])];
  return used.map((id) => ({ id, plan: type, frozen: false }));
}

export function sectionAnswer(
  context: Context,
  site: Row<'site'>,
  row: Row<'section'>,
  siteSpaces: readonly Row<'site-space'>[],
  shareKey?: string,
): Static<typeof SiteSection> {
  const { data } = row;
  return defined({
    object: 'site-section' as const,
    id: row.id,
    title: data.title,
    description: data.description,
    default: site.data.defaultSection === row.id,
    path: data.path,
    condition: data.condition,
    sectionGroup: data.group,
    icon: data.icon,
    // Within its section a site-space tells whether it is the default there.
    siteSpaces: siteSpaces.map((siteSpace) => ({
      ...siteSpaceAnswer(context, site, row, siteSpace, shareKey),
      default: isDefault(site, row, siteSpace),
    })),
    urls: { published: sectionAddress(site, row, shareKey) },
  });
}

/** The default section is served at the root of its site; its path stays in the data. */
function sectionAddress(site: Row<'site'>, row: Row<'section'>, shareKey: string | undefined): string {
  const root = publishedAddress(site, shareKey);
  return site.data.defaultSection === row.id ? root : `${root}/${row.data.path}`;
}

export function sectionGroupAnswer(
  context: Context,
  site: Row<'site'>,
  row: Row<'section-group'>,
  { sectionsIn, siteSpacesIn }: Pick<Navigation, 'sectionsIn' | 'siteSpacesIn'>,
): Static<typeof SiteSectionGroup> {
  return defined({
    object: 'site-section-group' as const,
    id: row.id,
    title: row.data.title,
    icon: row.data.icon,
    sections: sectionsIn(row.id).map((section) => sectionAnswer(context, site, section, siteSpacesIn(section.id))),
  });
}

export function siteSpaceAnswer(
  context: Context,
  site: Row<'site'>,
  section: Row<'section'> | undefined,
  row: Row<'site-space'>,
  shareKey?: string,
): Static<typeof SiteSpace> {
  const space = requireObject(context, 'space', row.data.space);
  return defined({
    object: 'site-space' as const,
    id: row.id,
    path: row.data.path,
    section: row.data.section,
    // Of a space that the caller does not see, only the title stands on the site.
    space: isVisible(context, space) ? spaceAnswer(context, space) : undefined,
    title: space.data.title,
    default: isHome(site, section, row),
    condition: row.data.condition,
    hasAdvancedCustomizationFeature: false,
    urls: { published: siteSpaceAddress(site, section, row, shareKey) },
  });
}

function isDefault(site: Row<'site'>, section: Row<'section'> | undefined, row: Row<'site-space'>): boolean {
  return row.id === (section === undefined ? site.data.defaultSiteSpace : section.data.defaultSiteSpace);
}

/** The one that is served at the root of the site. */
export function isHome(site: Row<'site'>, section: Row<'section'> | undefined, row: Row<'site-space'>): boolean {
  return isDefault(site, section, row) && (section === undefined || section.id === site.data.defaultSection);
}

/** The default is served at the root of its section or flat site. */
export function siteSpaceAddress(
  site: Row<'site'>,
  section: Row<'section'> | undefined,
  row: Row<'site-space'>,
  shareKey: string | undefined,
): string {
  const root = section === undefined ? publishedAddress(site, shareKey) : sectionAddress(site, section, shareKey);
  return isDefault(site, section, row) ? root : `${root}/${row.data.path}`;
}

export function shareLinkAnswer(site: Row<'site'>, row: Row<'share-link'>): Static<typeof ShareLink> {
  const { name, active, createdAt, key } = row.data;
  return { object: 'share-link', id: row.id, createdAt, name, active, urls: { published: publishedAddress(site, key) } };
}
