/** Declares the redirects of spaces as redirects of their site. */

import { type Address, childAddress, listAddress } from '../../core/address.ts';
import type { Declaration, DesiredResource } from '../../core/state.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { type LeftOut, reasonAgainst } from './carried-items.ts';
import { plainPath, type SiteFile, type SiteItem, withChildren } from './read-site-file.ts';
import type { SpaceRedirect } from './space-redirects.ts';

export interface RedirectsOfSpace {
  readonly item: SiteItem;
  readonly redirects: readonly SpaceRedirect[];
}

/** Ids of the page in the form of the configuration, or the reason against them. */
type PageAt = (item: SiteItem, path: string) => { readonly page: string } | { readonly why: string };

interface Options {
  readonly declaration: Declaration;
  readonly siteFile: SiteFile;
  readonly shapes: Shapes;
  readonly pageAt: PageAt;
}

/** The declaration with the redirects. `leftOut`: those that cannot be converted. */
export function withRedirects(spaces: readonly RedirectsOfSpace[], options: Options) {
  const { declaration, siteFile } = options;
  const site = declaration.resources.find(({ kind }) => kind === 'site');
  const leftOut: LeftOut[] = [];
  if (site === undefined || spaces.length === 0) return { declaration, leftOut };
  const added = new Map<string, DesiredResource>();
  for (const { item, redirects } of spaces) {
    const root = pathOnSite(siteFile.structure, item);
    const siteSpace = declaration.resources.find(({ kind, span }) => kind === 'site-space' && span === item.key.span);
    for (const redirect of redirects) {
      const made =
        siteSpace === undefined
          ? { why: 'its space is not imported' }
          : redirectOf(redirect, { ...options, item, root, site: site.address, siteSpace: siteSpace.address });
      const first = 'resource' in made ? added.get(made.resource.key) : undefined;
      if ('why' in made) leftOut.push({ what: redirect.what, why: made.why, span: redirect.span });
      else if (first === undefined) added.set(made.resource.key, made.resource);
      else {
        const why = `${first.span.file}:${first.span.line} already redirects ${first.key}`;
        leftOut.push({ what: redirect.what, why, span: redirect.span });
      }
    }
  }
  if (added.size === 0) return { declaration, leftOut };
  const resources = [...declaration.resources, ...added.values()];
  const lists = [...declaration.lists, listAddress(site.address, 'redirects')];
  return { declaration: { ...declaration, resources, lists }, leftOut };
}

interface Place extends Options {
  readonly item: SiteItem;
  readonly root: string | undefined;
  readonly site: Address;
  readonly siteSpace: Address;
}

function redirectOf(
  { from, to, span }: SpaceRedirect,
  { item, root, site, siteSpace, shapes, pageAt }: Place,
): { readonly resource: DesiredResource } | { readonly why: string } {
  if (root === undefined) return { why: 'its URL is unknown: the file has no path of the space or of its section' };
  const source = `/${[root, from].filter((part) => part !== '').join('/')}`;
  const key = /%[\da-f]{2}/i.test(source) ? source : encodeURI(source);
  const fields = shapes.get('redirect')?.fields ?? {};
  const why =
    (fields.source && reasonAgainst(fields.source, key) && 'the path has characters that a redirect cannot have') ||
    ('url' in to && fields.url ? reasonAgainst(fields.url, to.url) : undefined);
  if (why !== undefined) return { why };
  const target = 'url' in to ? to : to.page === '' ? { siteSpace: { ref: siteSpace } } : pageAt(item, to.page);
  if ('why' in target) return target;
  const address = childAddress(site, 'redirects', key);
  const all = { source: key, ...target };
  return { resource: { kind: 'redirect', key, address, parent: site, fields: all, fieldSpans: {}, span } };
}

/** The path of the space below the URL of its site. undefined: the file does not contain it. */
function pathOnSite(structure: readonly SiteItem[], space: SiteItem): string | undefined {
  const sections = structure.flatMap(withChildren).filter(({ type }) => type === 'section');
  const section = sections.find(({ children }) => children.includes(space));
  if (section === undefined) return pathAmong(structure, space);
  const parts = [pathAmong(sections, section), pathAmong(section.children, space)];
  return parts.includes(undefined) ? undefined : parts.filter((part) => part !== '').join('/');
}

/** The default, which is the first item without another one, has no path. */
function pathAmong(siblings: readonly SiteItem[], item: SiteItem): string | undefined {
  const first = siblings.find(({ flags }) => flags.default !== undefined) ?? siblings[0];
  const path = item.texts.path?.value;
  return first === item ? '' : path === undefined ? undefined : plainPath(path);
}
