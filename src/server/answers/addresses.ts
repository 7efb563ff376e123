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
