/** Sites, sections, groups, site-spaces and share links as the contract shows them. */
import type { Static } from '@sinclair/typebox';
import type { ShareLink } from '../../contract/share-links.ts';
import type { SiteSectionGroup } from '../../contract/site-section-groups.ts';
import type { SiteSection } from '../../contract/site-sections.ts';
import type { SiteSpace } from '../../contract/site-spaces.ts';
import type { Site } from '../../contract/sites.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { requireObject } from '../rules/require.ts';
import { appAddress, hostedAddress, publishedAddress } from './addresses.ts';
import { spaceAnswer } from './content.ts';
import { defined } from './defined.ts';

export function siteAnswer(context: Context, row: Row<'site'>): Static<typeof Site> {
  const { data } = row;
  const published = publishedAddress(row);
  return defined({
    object: 'site' as const,
    id: row.id,
    type: data.type,
    title: data.title,
    basename: data.basename,
    proxy: data.proxy === undefined ? undefined : { origin: `https://${data.proxy}`, target: hostedAddress(row) },
    visibility: data.visibility,
    published: data.published,
    siteSpaces: context.store.countInScope('site-space', row.id),
    createdAt: data.createdAt,
    adaptiveContent: { enabled: data.adaptiveContent },
    agentsContext: data.agentsContext,
    urls: { location: `${context.origin}/v1/orgs/${row.scope}/sites/${row.id}`, app: appAddress(row.scope, 'sites', row.id), published },
    permissions: { view: true, admin: true },
  });
}

export function sectionAnswer(
  context: Context,
  site: Row<'site'>,
  row: Row<'section'>,
  siteSpaces?: readonly Row<'site-space'>[],
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
    siteSpaces: siteSpaces?.map((siteSpace) => siteSpaceAnswer(context, site, row, siteSpace)),
    urls: { published: sectionAddress(site, row) },
  });
}

/** The default section is served at the root of its site; its path stays in the data. */
function sectionAddress(site: Row<'site'>, row: Row<'section'>): string {
  const root = publishedAddress(site);
  return site.data.defaultSection === row.id ? root : `${root}/${row.data.path}`;
}

export function sectionGroupAnswer(
  context: Context,
  site: Row<'site'>,
  row: Row<'section-group'>,
  sections: readonly Row<'section'>[],
): Static<typeof SiteSectionGroup> {
  return defined({
    object: 'site-section-group' as const,
    id: row.id,
    title: row.data.title,
    icon: row.data.icon,
    sections: sections.map((section) => sectionAnswer(context, site, section)),
  });
}

export function siteSpaceAnswer(
  context: Context,
  site: Row<'site'>,
  section: Row<'section'> | undefined,
  row: Row<'site-space'>,
): Static<typeof SiteSpace> {
  const isDefault = row.id === (section === undefined ? site.data.defaultSiteSpace : section.data.defaultSiteSpace);
  const space = requireObject(context, 'space', row.data.space);
  const root = section === undefined ? publishedAddress(site) : sectionAddress(site, section);
  return defined({
    object: 'site-space' as const,
    id: row.id,
    path: row.data.path,
    section: row.data.section,
    space: spaceAnswer(context, space),
    title: space.data.title,
    default: isDefault,
    condition: row.data.condition,
    hasAdvancedCustomizationFeature: false,
    urls: { published: isDefault ? root : `${root}/${row.data.path}` },
  });
}

export function shareLinkAnswer(site: Row<'site'>, row: Row<'share-link'>): Static<typeof ShareLink> {
  const { name, active, createdAt, key } = row.data;
  return { object: 'share-link', id: row.id, createdAt, name, active, urls: { published: `${publishedAddress(site)}/${key}` } };
}
