/** Adds spaces to a site or section, removes them, and keeps one of them as the default. */
import { derivedPath, freePath } from '../../contract/derived-path.ts';
import { conflict, impossible } from '../http/errors.ts';
import type { Row } from '../store/records.ts';
import { change } from './changes.ts';
import type { Context } from './context.ts';
import { addObject, findNamed, requireObject, uniqueKey } from './objects.ts';

export function nextDefault(all: readonly { id: string }[], leavingId: string): string | undefined {
  const index = all.findIndex((one) => one.id === leavingId);
  const next = all[index + 1] ?? all[0];
  return next?.id === leavingId ? undefined : next?.id;
}

export type Container = Row<'section'> | Row<'site'>;

export function addSiteSpace(context: Context, container: Container, space: Row<'space'>) {
  if (context.store.linkingTo('site-space', space.id).some(({ parent }) => parent === container.id))
    throw conflict(`space ${JSON.stringify(space.id)} is already there`);
  const isTaken = (path: string) => findNamed(context, 'site-space', container.id, path) !== undefined;
  const path = freePath(derivedPath(space.data.title, 'space'), isTaken);
  const [scope, section] =
    container.kind === 'site' ? [container.id, {}] : [container.scope, { section: container.id }];
  const place = {
    parent: container.id,
    scope,
    target: space.id,
    uniqueKey: uniqueKey('site-space', container.id, path),
  };
  const row = addObject(context, 'site-space', place, { path, space: space.id, ...section });
  if (container.data.defaultSiteSpace === undefined) writeDefault(context, container, row.id);
  return row;
}

export function removeSiteSpace(context: Context, row: Row<'site-space'>) {
  const { store } = context;
  const container: Container =
    row.data.section === undefined
      ? requireObject(context, 'site', row.parent)
      : requireObject(context, 'section', row.parent);
  const all = store.children('site-space', row.parent);
  if (container.kind === 'section' && all.length === 1)
    throw impossible('the last site-space of a section cannot be deleted; delete the section instead');
  if (container.data.defaultSiteSpace === row.id) writeDefault(context, container, nextDefault(all, row.id));
  store.remove(row);
}

export function writeDefault(context: Context, container: Container, defaultSiteSpace: string | undefined) {
  change<'site' | 'section'>(context, container, { defaultSiteSpace: defaultSiteSpace ?? null });
}
