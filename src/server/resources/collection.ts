/** Collections: what holds spaces and other collections. */

import type { Static } from '@sinclair/typebox';
import {
  type Collection,
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  moveCollection,
  transferCollection,
  updateCollection,
} from '../../contract/collections.ts';
import { getLinkInvite } from '../../contract/organizations.ts';
import { appAddress } from '../answers/addresses.ts';
import { defined } from '../answers/defined.ts';
import { reaches } from '../answers/permissions.ts';
import type { Context } from '../context.ts';
import { impossible } from '../errors.ts';
import { contentKinds } from '../order.ts';
import { mapPage, type Page, type PageRequest, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Level, Row } from '../records.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { isAtLeast, levelOf, roleIn, visibleOf } from '../rules/access.ts';
import { collectionOf, collectionsDepthFirst, moveContent } from '../rules/content.ts';
import { inCollection, inOrganization, targetOrganization, whereItGoes } from '../rules/needs.ts';
import { requireObject, requireOrganization } from '../rules/require.ts';
import { requireMove, requireWithin } from '../rules/rights.ts';
import { transferContent } from '../rules/transfer.ts';
import { addObject, changed, rewrite } from '../rules/write.ts';
import { type Declared, placed } from '../seed/declared.ts';
import { type Bed, containerOf, type WithId } from '../seed/planter.ts';

export interface CollectionRecord {
  title: string;
  description?: string;
  defaultLevel: Level;
}

declare module '../records.ts' {
  interface Records {
    collection: CollectionRecord;
  }
}

export interface WorldCollection extends WithId, Readonly<CollectionRecord> {
  readonly key: string;
  /** Key of a collection; null: the top level. */
  readonly parent: string | null;
}

/** An admin sees all that stands in a container, so nothing has to be put together to count it. */
export function pageOfVisible<K extends 'collection' | 'space'>(
  context: Context,
  kind: K,
  organization: string,
  parent: string,
  query: PageRequest,
): Page<Row<K>> {
  if (roleIn(context, organization) === 'admin') return pageOfChildren(context.store, kind, parent, query);
  const rows = context.store.children<'collection' | 'space'>(kind, parent) as (Row<'space'> | Row<'collection'>)[];
  return pageOfItems(visibleOf(context, rows) as Row<K>[], query);
}

export function collectionAnswer(context: Context, row: Row<'collection'>): Static<typeof Collection> {
  return defined({
    object: 'collection' as const,
    id: row.id,
    title: row.data.title,
    description: row.data.description,
    organization: row.scope,
    parent: collectionOf(row),
    defaultLevel: row.data.defaultLevel,
    urls: { location: `${context.origin}/v1/collections/${row.id}`, app: appAddress(row.scope, 'c', row.id) },
    permissions: collectionPermissions(context, row),
  });
}

function collectionPermissions(context: Context, row: Row<'collection'>) {
  const level = levelOf(context, row);
  return {
    view: reaches(level, getCollection),
    admin: reaches(level, updateCollection),
    viewInviteLinks: reaches(roleIn(context, row.scope), getLinkInvite),
    create: isAtLeast(level, 'create'),
  };
}

/** Parents before what they hold; what a collection lists in order comes in that order. */
export function collectionsOf(declared: Declared): readonly WorldCollection[] {
  const collections = declared.all('collection').map((block): WorldCollection => {
    const level = block.stated<NonNullable<Level>>('defaultLevel');
    return {
      ...block.pinned,
      key: block.key,
      title: block.text('title') ?? block.key,
      ...block.texts('description'),
      parent: block.keyOf('parent') ?? null,
      defaultLevel: level === undefined ? 'inherit' : level,
    };
  });
  const below = (parent: string | null): readonly WorldCollection[] =>
    placed(declared, 'collection', parent, (each) => each.parent, collections).flatMap((each) => [each, ...below(each.key)]);
  return below(null);
}

export function plantCollections(bed: Bed, collections: readonly WorldCollection[]): void {
  for (const { key, id, parent, ...record } of collections) {
    const placing = { parent: containerOf(bed, parent), id, scope: bed.organization, order: 'content' };
    bed.collections.set(key, bed.put('collection', placing, record));
  }
}

export const collections = resource({
  titles: { collection: 'collection' },
  routes: [
    route(listCollections, inOrganization('read'), ({ context, path, query }) => {
      const organization = requireOrganization(context, path.organizationId).id;
      const answer = (row: Row<'collection'>) => collectionAnswer(context, row);
      if (query.nested === false) return mapPage(pageOfVisible(context, 'collection', organization, organization, query), answer);
      return mapPage(pageOfItems(visibleOf(context, collectionsDepthFirst(context, organization)), query), answer);
    }),
    route(createCollection, inOrganization('read', whereItGoes), ({ context, path, body }) => {
      const organization = requireOrganization(context, path.organizationId).id;
      const parent = body.parent ?? organization;
      requireWithin(context, organization, parent);
      const data = { title: body.title ?? 'Untitled', defaultLevel: 'inherit' as const };
      return collectionAnswer(context, addObject(context, 'collection', { parent, scope: organization, among: contentKinds }, data));
    }),
    route(getCollection, inCollection('read'), ({ context, path }) =>
      collectionAnswer(context, requireObject(context, 'collection', path.collectionId)),
    ),
    route(updateCollection, inCollection('admin'), ({ context, path, body }) => {
      const was = requireObject(context, 'collection', path.collectionId);
      const { defaultLevel, title, description } = body;
      const data = changed(was.data, { title, description });
      return collectionAnswer(context, rewrite(context, was, defaultLevel === undefined ? data : { ...data, defaultLevel }));
    }),
    route(deleteCollection, inCollection('admin'), ({ context, path }) => {
      const row = requireObject(context, 'collection', path.collectionId);
      const count = contentKinds.reduce((sum, kind) => sum + context.store.count(kind, row.id), 0);
      if (count > 0)
        throw impossible(
          `collection ${JSON.stringify(row.data.title)} is not empty: it holds ${count} ${count === 1 ? 'space or collection' : 'spaces or collections'}`,
        );
      context.store.remove(row);
    }),
    route(moveCollection, inCollection('admin', whereItGoes), ({ context, path, body }) => {
      const was = requireObject(context, 'collection', path.collectionId);
      requireMove(context, was, body.parent);
      return collectionAnswer(context, moveContent(context, was, body));
    }),
    route(transferCollection, inCollection('admin', targetOrganization), ({ context, path, body }) =>
      collectionAnswer(context, transferContent(context, requireObject(context, 'collection', path.collectionId), body.organization)),
    ),
  ],
  plant: plantCollections,
});
