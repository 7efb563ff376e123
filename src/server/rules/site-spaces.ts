/** Site-spaces: added at the end of a section or flat site, unique there by space and by path; a section keeps its last one. */

import type { Context } from '../context.ts';
import { conflict, impossible } from '../errors.ts';
import type { Row } from '../records.ts';
import { freePath, slugOf } from './paths.ts';
import { requireObject, uniqueKey } from './require.ts';
import { addObject, isHeld } from './write.ts';

export function nextDefault(all: readonly { readonly id: string }[], leavingId: string): string | undefined {
  const index = all.findIndex((one) => one.id === leavingId);
  const next = all[index + 1] ?? all[0];
  return next?.id === leavingId ? undefined : next?.id;
}

/** Where a site-space stands: a section, or the root of a flat site. */
export type Container = Row<'section'> | Row<'site'>;

export function addSiteSpace(context: Context, container: Container, space: Row<'space'>): Row<'site-space'> {
  const { store } = context;
  if (store.linkingTo('site-space', space.id).some((other) => other.parent === container.id)) {
    throw conflict(`space ${JSON.stringify(space.id)} is there already`);
  }
  const keyOf = (path: string): string => uniqueKey('site-space', container.id, path);
  const path = freePath(slugOf(space.data.title, 'space'), (candidate) => isHeld(context, keyOf(candidate)));
  const isFlat = container.kind === 'site';
  const place = { parent: container.id, scope: isFlat ? container.id : container.scope, target: space.id, uniqueKey: keyOf(path) };
  const row = addObject(context, 'site-space', place, { path, space: space.id, ...(isFlat ? {} : { section: container.id }) });
  if (container.data.defaultSiteSpace === undefined) writeDefault(context, container, row.id);
  return row;
}

/** Refuses where the section would be left without any. */
export function removeSiteSpace(context: Context, row: Row<'site-space'>): void {
  const { store } = context;
  const container: Container =
    row.data.section === undefined ? requireObject(context, 'site', row.parent) : requireObject(context, 'section', row.parent);
  const all = store.children('site-space', row.parent);
  if (container.kind === 'section' && all.length === 1) throw impossible('a section keeps its last site-space; delete the section instead');
  if (container.data.defaultSiteSpace === row.id) writeDefault(context, container, nextDefault(all, row.id));
  store.remove(row);
}

export function writeDefault(context: Context, container: Container, defaultSiteSpace: string | undefined): void {
  const { defaultSiteSpace: _, ...rest } = container.data;
  const data = defaultSiteSpace === undefined ? rest : { ...rest, defaultSiteSpace };
  context.store.replace(container, { ...container, data } as Container);
}
