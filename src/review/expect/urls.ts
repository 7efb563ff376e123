/** Finds URLs at which no published site answers or redirects. Sections, spaces and redirects have URLs; docform does not read pages. */
import { areSpaceContainersRead, isInDraftGroup, mayBePublished } from '../../access/audience/of-object.ts';
import { type State, sitesIn } from '../../access/audience/state.ts';
import type { LiveObject } from '../../core/state.ts';
import { pathOf, redirectsFrom, sectionPath } from '../impact/simulation/site-paths.ts';
import { siteSpacesOf } from '../impact/topics/readers.ts';
import { type Answer, unreadAnswer, type View } from './view.ts';

/** The path of a URL below the root of a site. undefined: the URL is not on the site. null: unknown. */
function pathOn(root: string | undefined, url: string): string | undefined | null {
  const plain = url.replace(/\/+$/, '');
  if (url.startsWith('/')) return plain;
  if (root === undefined) return null;
  const base = root.replace(/\/+$/, '');
  return plain === base || plain.startsWith(`${base}/`) ? plain.slice(base.length) : undefined;
}

export function endedUrl(view: View, url: string): readonly Answer[] {
  const { state, rootOf } = view;
  const places = sitesIn(state)
    .filter(mayBePublished)
    .flatMap((site) => {
      const path = pathOn(rootOf(site), url);
      return path === undefined ? [] : [{ site, path }];
    });
  if (places.some(({ site, path }) => path !== null && answers(state, site, path))) return [];
  const isKnown = places.every(({ site, path }) => path !== null && isRead(state, site, path));
  const object = places.length === 1 ? (places[0]?.site ?? 'sites') : 'sites';
  if (!isKnown || !state.isWhole('site', null)) {
    return [unreadAnswer(object, `whether ${url} answers`, 'use a token that can read the structure of all sites')];
  }
  const fix = `keep the section or space, add a redirect from ${url}, or remove ${url} from \`expect: urls\``;
  return [{ status: 'violated', object, what: `${url} does not answer, and nothing redirects it`, fix }];
}

function answers(state: State, site: LiveObject, path: string) {
  const sections = state.childrenOf('section', site.id).filter((section) => !isInDraftGroup(state, section));
  const paths = [
    '',
    ...sections.map((section) => sectionPath(state, section)),
    ...siteSpacesOf(state, site).map((link) => pathOf(state, link)),
  ];
  return paths.includes(path) || state.childrenOf('redirect', site.id).some((each) => redirectsFrom(each, path));
}

/** Dialects without redirects have none to read. */
function isRead(state: State, site: LiveObject, path: string) {
  const areRedirectsRead = !state.shapes.has('redirect') || state.isWhole('redirect', site.id);
  return (
    areRedirectsRead &&
    areSpaceContainersRead(state, site) &&
    !siteSpacesOf(state, site).some((link) => canBeAt(state, link, path))
  );
}

/** Whether an unknown path of a link can be this one. A link is at the path of its section, or below. */
function canBeAt(state: State, link: LiveObject, path: string) {
  if (pathOf(state, link) !== undefined) return false;
  const section = state.find('section', link.parentId ?? undefined);
  const above = section && sectionPath(state, section);
  return above === undefined || path === above || path.startsWith(`${above}/`);
}
