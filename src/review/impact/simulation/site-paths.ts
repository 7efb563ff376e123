/** Addresses of sections and spaces on a site, before and after a plan. */
import type { State } from '../../../access/audience/state.ts';
import { withoutUndefined } from '../../../core/defined.ts';
import type { LiveObject } from '../../../core/state.ts';

/** Missing: unknown. */
export interface SiteRoot {
  /** The URL that readers use. */
  readonly published?: string;
  /** The URL at the platform, also behind a proxy or a custom hostname. */
  readonly hosted?: string;
}

/** As the API returns it. */
export function rootNow({ fields }: LiveObject): SiteRoot {
  const published = textOf(fields.address);
  const isOwn = textOf(fields.proxy) !== undefined || textOf(fields.hostname) !== undefined;
  const hosted = textOf(fields.hosted) ?? (isOwn ? undefined : published);
  return withoutUndefined({ published, hosted });
}

/** A proxy has priority, then a custom hostname, otherwise the platform uses the basename. */
export function rootThen(before: LiveObject, after: LiveObject): SiteRoot {
  const now = rootNow(before);
  const hosted = hostedThen(now.hosted, before, after);
  const [had, has] = [textOf(before.fields.proxy), textOf(after.fields.proxy)];
  const hostname = textOf(after.fields.hostname);
  if (has !== undefined) return withoutUndefined({ published: has === had ? now.published : `https://${has}`, hosted });
  if (hostname !== undefined)
    return withoutUndefined({ published: had === undefined ? now.published : `https://${hostname}`, hosted });
  return withoutUndefined({ published: hosted, hosted });
}

/** The basename, or the id of a site without one, is the end of the URL. */
function hostedThen(hosted: string | undefined, before: LiveObject, after: LiveObject) {
  const [was, is] = [before, after].map(({ id, fields }) => textOf(fields.basename) ?? id);
  if (was === is) return hosted;
  return hosted?.endsWith(`/${was}`) ? `${hosted.slice(0, hosted.length - (was ?? '').length)}${is}` : undefined;
}

/** Below the root of its site; empty: the root. undefined: unknown. A default has the URL of its parent. */
export function pathOf(state: State, siteSpace: LiveObject): string | undefined {
  const site = state.find('site', siteSpace.parentId ?? undefined);
  if (site !== undefined) return below('', site.fields.default, siteSpace);
  const section = state.find('section', siteSpace.parentId ?? undefined);
  const above = section && sectionPath(state, section);
  return section === undefined || above === undefined ? undefined : below(above, section.fields.default, siteSpace);
}

export function sectionPath(state: State, section: LiveObject): string | undefined {
  const site = state.find('site', section.parentId ?? undefined);
  return site === undefined ? undefined : below('', site.fields.defaultSection, section);
}

function below(above: string, first: unknown, { id, fields }: LiveObject) {
  // It may be the default.
  if (typeof first !== 'string') return undefined;
  if (first === id) return above;
  const path = textOf(fields.path);
  return path === undefined ? undefined : `${above}/${path}`;
}

/** Whether a redirect leads away from the path. */
export function redirectsFrom({ fields: { source, draft } }: LiveObject, path: string): boolean {
  const from = String(source ?? '');
  if (draft === true) return false;
  return from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : from === path;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
