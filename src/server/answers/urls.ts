/** URLs in answers. The hosts do not exist. */
import type { Row } from '../records.ts';

export function appUrl(organization: string, kind: string, id: string): string {
  return `https://app.example.com/o/${organization}/${kind}/${id}`;
}

export function hostedUrl(site: Row<'site'>): string {
  return `https://${site.scope.toLowerCase()}.docs.example.com/${site.data.basename ?? site.id}`;
}

export function publishedUrl(site: Row<'site'>, shareKey?: string): string {
  const own = site.data.proxy ?? site.data.hostname;
  const root = own === undefined ? hostedUrl(site) : `https://${own}`;
  return shareKey === undefined ? root : `${root}/${shareKey}`;
}

/** The default section has the URL of its site, but keeps its path. */
export function sectionUrl(site: Row<'site'>, row: Row<'section'>, shareKey: string | undefined): string {
  const root = publishedUrl(site, shareKey);
  return site.data.defaultSection === row.id ? root : `${root}/${row.data.path}`;
}

export function isDefault(site: Row<'site'>, section: Row<'section'> | undefined, row: Row<'site-space'>): boolean {
  return row.id === (section === undefined ? site.data.defaultSiteSpace : section.data.defaultSiteSpace);
}

/** True for the page at the root of the site. */
export function isHome(site: Row<'site'>, section: Row<'section'> | undefined, row: Row<'site-space'>): boolean {
  return isDefault(site, section, row) && (section === undefined || section.id === site.data.defaultSection);
}

/** A default has the URL of its section or flat site. */
export function siteSpaceUrl(
  site: Row<'site'>,
  section: Row<'section'> | undefined,
  row: Row<'site-space'>,
  shareKey: string | undefined,
): string {
  const root = section === undefined ? publishedUrl(site, shareKey) : sectionUrl(site, section, shareKey);
  return isDefault(site, section, row) ? root : `${root}/${row.data.path}`;
}
