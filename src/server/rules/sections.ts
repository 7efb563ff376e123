/** Sections: born with a site-space, in one order with the groups of the site's root, one of them the default. */
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { lastPlace, navigationKinds, siblings } from '../order.ts';
import type { Row } from '../records.ts';
import { isHeld } from './claim.ts';
import { nextDefault } from './defaults.ts';
import { readNavigation } from './navigation.ts';
import { freePath, slugOf } from './paths.ts';
import { requireObject, uniqueKey } from './require.ts';
import { addSiteSpace } from './site-spaces.ts';
import { addObject, rewrite } from './write.ts';

/** The contract bounds the title of a section, and not that which a new one is given. */
const shortestTitle = 2;

/** Adds a section at the end of the root. On a flat site the site-spaces there are wrapped in a first, default section. */
export function addSection(context: Context, site: Row<'site'>, space: Row<'space'>, title: string | undefined): Row<'section'> {
  if (title !== undefined && [...title].length < shortestTitle)
    throw invalid(`body.title: a section's title has at least ${shortestTitle} characters`);
  const rooted = context.store.children('site-space', site.id);
  if (rooted.length > 0) wrap(context, site, rooted);
  const section = insertSection(context, requireObject(context, 'site', site.id), title ?? space.data.title);
  addSiteSpace(context, section, space);
  return requireObject(context, 'section', section.id);
}

function insertSection(context: Context, site: Row<'site'>, given: string): Row<'section'> {
  // Titles of spaces and sites may be shorter than those of sections.
  const title = [...given].length < shortestTitle ? `${given} section`.trim() : given;
  const path = freePath(slugOf(title, 'section'), (candidate) => isHeld(context, uniqueKey('section', site.id, candidate)));
  const place = { parent: site.id, among: navigationKinds, uniqueKey: uniqueKey('section', site.id, path) };
  const row = addObject(context, 'section', place, { title, path });
  if (site.data.defaultSection === undefined) rewrite(context, site, { ...site.data, defaultSection: row.id });
  return row;
}

/** The site-spaces keep their ids, paths, order and default. */
function wrap(context: Context, site: Row<'site'>, rooted: readonly Row<'site-space'>[]): void {
  const { defaultSiteSpace, ...data } = site.data;
  const wrapper = insertSection(context, rewrite(context, site, data), site.data.title);
  for (const row of rooted) {
    const key = uniqueKey('site-space', wrapper.id, row.data.path);
    rewrite(context, row, { ...row.data, section: wrapper.id }, { parent: wrapper.id, uniqueKey: key });
  }
  if (defaultSiteSpace !== undefined) rewrite(context, wrapper, { ...wrapper.data, defaultSiteSpace });
}

/** Removes the section with its site-spaces; the spaces stay. */
export function removeSection(context: Context, site: Row<'site'>, section: Row<'section'>): void {
  const { store } = context;
  if (site.data.defaultSection === section.id) {
    const next = nextDefault(readNavigation(context, site).sections, section.id);
    const { defaultSection: _, ...data } = site.data;
    rewrite(context, site, next === undefined ? data : { ...data, defaultSection: next });
  }
  for (const siteSpace of store.children('site-space', section.id)) store.remove(siteSpace);
  store.remove(section);
}

/** Puts a section of the root at the end of a group. */
export function joinGroup(context: Context, section: Row<'section'>, group: Row<'section-group'>): void {
  if (section.data.group !== undefined) {
    throw conflict(`section ${JSON.stringify(section.id)} is in ${section.data.group === group.id ? 'this' : 'another'} group already`);
  }
  const position = lastPlace(context.store, ['section'], group.id);
  rewrite(context, section, { ...section.data, group: group.id }, { parent: group.id, position });
}

/** Puts a section of a group at the end of the root. */
export function leaveGroup(context: Context, section: Row<'section'>): void {
  const { group: _, ...data } = section.data;
  const position = lastPlace(context.store, navigationKinds, section.scope);
  rewrite(context, section, data, { parent: section.scope, position });
}

/** Removes the group; its sections stand in its place at the root, in their order. */
export function removeGroup(context: Context, group: Row<'section-group'>): void {
  const { store } = context;
  const sections = store.children('section', group.id);
  const root = siblings<'section' | 'section-group'>(store, navigationKinds, group.parent);
  store.remove(group);
  const rows = root.flatMap((row) => (row.id === group.id ? sections : [row]));
  for (const [index, row] of rows.entries()) {
    const { group: _, ...data } = row.data as Row<'section'>['data'];
    store.replace(row, { ...row, parent: group.parent, position: index + 1, data });
  }
}
