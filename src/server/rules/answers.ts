/** Parts of answers: defined members, URLs whose hosts do not exist, and `permissions`. */

import type { Endpoint } from '../../contract/endpoint.ts';
import type { Role, Row, Shown } from '../store/records.ts';
import type { Context } from './context.ts';
import { leastOf } from './resource.ts';
import { isAtLeast, roleIn } from './rights.ts';

type OptionalNames<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

type Defined<T> = { [K in Exclude<keyof T, OptionalNames<T>>]: T[K] } & {
  [K in OptionalNames<T>]?: Exclude<T[K], undefined>;
};

export function defined<T extends object>(object: T): Defined<T> {
  const result: Partial<T> = {};
  for (const name of Object.keys(object) as (keyof T)[]) {
    if (object[name] !== undefined) result[name] = object[name];
  }
  return result as Defined<T>;
}

export function shownOf<Answer>({ shown = {} }: Shown): Partial<Answer> {
  return shown as Partial<Answer>;
}

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

export function canCall(role: Role | null | undefined, operation: Pick<Endpoint, 'name'>): boolean {
  return isAtLeast(role, leastOf(operation));
}

export function definitionPermissions(
  context: Context,
  organization: string,
  read: Pick<Endpoint, 'name'>,
  remove: Pick<Endpoint, 'name'>,
): { view: boolean; edit: boolean } {
  const role = roleIn(context, organization);
  return { view: canCall(role, read), edit: canCall(role, remove) };
}
