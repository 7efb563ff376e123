/** Operations on spaces and collections: create, move, transfer, trash. */
import { Space } from '../../contract/spaces.ts';
import type { Context } from '../context.ts';
import { conflict, impossible } from '../errors.ts';
import { contentKinds, lastPlace, type Position, placeAgain, placeAt, siblings } from '../order.ts';
import type { Records, Row } from '../records.ts';
import { addObject, requireInScope, trashMs } from './objects.ts';
import { type AnyContent, type ContentRow, requireAdminOfAll, requireRole } from './rights.ts';
import { removeSiteSpace } from './structure.ts';

export function collectionOf(row: Row): string | undefined {
  return row.parent === row.scope ? undefined : row.parent;
}

type Reference = { type: 'space'; space: string } | { type: 'collection'; collection: string };

interface ContentMove {
  /** Id of a collection, or null for the top level. Missing if the parent does not change. */
  parent?: string | null;
  position?: Position<Reference>;
}

const { maxLength: maxTitleLength = Number.POSITIVE_INFINITY } = Space.properties.title;

/** Shortens a title to the limit of the contract. */
export function spaceTitle(title: string, suffix = ''): string {
  return [...title].slice(0, maxTitleLength - suffix.length).join('') + suffix;
}

export function addSpace(
  context: Context,
  organization: string,
  parent: string,
  given: Pick<Records['space'], 'title'> & Partial<Records['space']>,
) {
  const data = {
    ...{ emoji: '1f4c4', defaultLevel: 'inherit' as const, values: {}, editMode: 'live' as const },
    ...{ revision: context.newId(), createdAt: context.now, updatedAt: context.now },
    ...given,
    title: spaceTitle(given.title),
  };
  return addObject(context, 'space', { parent, scope: organization, among: contentKinds }, data);
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

function contentWithin(context: Context, collection: string): AnyContent[] {
  const direct = [
    ...siblings<'space' | 'collection'>(context.store, contentKinds, collection),
    ...context.store.children('trashed-space', collection),
  ];
  return direct.flatMap((row) => [
    row as AnyContent,
    ...(row.kind === 'collection' ? contentWithin(context, row.id) : []),
  ]);
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

export function transferContent<R extends ContentRow>(context: Context, row: R, organization: string): R {
  requireRole(context, organization, 'create');
  if (organization === row.scope) throw conflict('it already belongs to this organization');
  const inside = row.kind === 'collection' ? contentWithin(context, row.id) : [];
  requireAdminOfAll(context, inside);
  for (const one of [row, ...inside]) requireOffSites(context, one);
  for (const one of inside) context.store.replace(one, withoutValues({ ...one, scope: organization }));
  const position = lastPlace(context.store, contentKinds, organization);
  const moved = withoutValues({ ...row, scope: organization, parent: organization, position });
  context.store.replace(row, moved);
  return moved as R;
}

function requireOffSites({ store }: Context, { kind, id }: Row) {
  if (kind === 'space' && store.linkingTo('site-space', id).length > 0)
    throw impossible(`space ${JSON.stringify(id)} is on a site of this organization; remove it from the site first`);
}

/** Custom fields belong to an organization, so a transfer drops their values. */
function withoutValues(row: Row) {
  if (row.kind === 'collection') return row;
  const space = row as Row<'space' | 'trashed-space'>;
  return { ...space, data: { ...space.data, values: {} } };
}
