/** Addresses that answers carry; the hosts are made up. */
import type { Row } from '../records.ts';

/** Where people open an object in the application. */
export function appAddress(organization: string, kind: string, id: string): string {
  return `https://app.example.com/o/${organization}/${kind}/${id}`;
}

/** Where the platform itself serves a site. */
export function hostedAddress(site: Row<'site'>): string {
  return `https://${site.scope.toLowerCase()}.docs.example.com/${site.data.basename ?? site.id}`;
}

/** Where readers find a site; with the secret of a share link, where that link leads. */
export function publishedAddress(site: Row<'site'>, shareKey?: string): string {
  const own = site.data.proxy ?? site.data.hostname;
  const root = own === undefined ? hostedAddress(site) : `https://${own}`;
  return shareKey === undefined ? root : `${root}/${shareKey}`;
}

/** The default section is served at the root of its site; its path stays in the data. */
export function sectionAddress(site: Row<'site'>, row: Row<'section'>, shareKey: string | undefined): string {
  const root = publishedAddress(site, shareKey);
  return site.data.defaultSection === row.id ? root : `${root}/${row.data.path}`;
}

export function isDefault(site: Row<'site'>, section: Row<'section'> | undefined, row: Row<'site-space'>): boolean {
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
