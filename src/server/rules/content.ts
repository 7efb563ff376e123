/** Moves spaces and collections, and keeps deleted ones in the trash. */

import { impossible } from '../http/errors.ts';
import type { Row } from '../store/records.ts';
import type { Context } from './context.ts';
import { requireInScope, trashMs } from './objects.ts';
import { contentKinds, lastPlace, type Position, placeAgain, placeAt } from './order.ts';
import type { ContentRow } from './rights.ts';
import { removeSiteSpace } from './site-space.ts';

export function collectionOf(row: Row): string | undefined {
  return row.parent === row.scope ? undefined : row.parent;
}

type Reference = { type: 'space'; space: string } | { type: 'collection'; collection: string };

interface ContentMove {
  /** Id of a collection, or null for the top level. Missing if the parent does not change. */
  parent?: string | null;
  position?: Position<Reference>;
}

export function trashSpace(context: Context, space: Row<'space'>) {
  for (const siteSpace of context.store.linkingTo('site-space', space.id)) removeSiteSpace(context, siteSpace);
  context.store.replace(space, { ...space, kind: 'trashed-space', data: { ...space.data, deletedAt: context.now } });
}

/** Restores a space to its former place, or to the top level if its collection no longer exists. */
export function restoreSpace(context: Context, trashed: Row<'trashed-space'>): Row<'space'> {
  const { store } = context;
  const { parent, scope } = trashed;
  const isHome = parent === scope || store.find('collection', parent) !== undefined;
  const { deletedAt: _, ...data } = trashed.data;
  const place = isHome
    ? { position: placeAgain(store, contentKinds, trashed) }
    : { parent: scope, position: lastPlace(store, contentKinds, scope) };
  const row: Row<'space'> = { ...trashed, ...place, kind: 'space', data };
  store.replace(trashed, row);
  return row;
}

/** Without a position, the row goes to the end of a new parent. */
export function moveContent<R extends ContentRow>(context: Context, row: R, move: ContentMove): R {
  const { store } = context;
  const parent = move.parent === undefined ? row.parent : (move.parent ?? row.scope);
  if (parent !== row.scope) requireInScope(context, 'collection', row.scope, parent);
  if (row.kind === 'collection') requireNoCycle(context, row, parent);
  const position = move.position && placeAt(store, contentKinds, { row, parent }, move.position, siblingNamed);
  if (position === undefined && parent === row.parent) return row;
  const moved = { ...row, parent, position: position ?? lastPlace(store, contentKinds, parent) };
  store.replace(row, moved);
  return moved;
}

function siblingNamed(reference: Reference) {
  return { kind: reference.type, id: reference.type === 'space' ? reference.space : reference.collection };
}

function requireNoCycle(context: Context, collection: Row<'collection'>, parent: string) {
  let at: string | undefined = parent;
  while (at !== undefined && at !== collection.scope) {
    if (at === collection.id) throw impossible('a collection cannot be moved into itself or into one of its members');
    at = context.store.find('collection', at)?.parent;
  }
}

export function collectionsDepthFirst(context: Context, parent: string): Row<'collection'>[] {
  return context.store
    .children('collection', parent)
    .flatMap((row) => [row, ...collectionsDepthFirst(context, row.id)]);
}

/** Deletes spaces at the end of their time in the trash, with comments, change requests and revisions. */
export function emptyTrash({ store, nowMs }: Context) {
  for (const organization of store.children('organization', '')) {
    for (const space of store.inScope('trashed-space', organization.id)) {
      if (nowMs - Date.parse(space.data.deletedAt ?? '') <= trashMs) continue;
      store.removeScope(space.id);
      store.remove(space);
    }
  }
}
