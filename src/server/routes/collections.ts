/** Routes of contract section "Collections". */
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionSpaces,
  listCollections,
  moveCollection,
  transferCollection,
  updateCollection,
} from '../../contract/collections.ts';
import { collectionAnswer, spaceAnswer } from '../answers/content.ts';
import type { Context } from '../context.ts';
import { impossible } from '../errors.ts';
import { contentKinds } from '../order.ts';
import { mapPage, type Page, type PageRequest, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { roleIn, visibleOf } from '../rules/access.ts';
import { changed } from '../rules/changed.ts';
import { collectionsDepthFirst, moveContent } from '../rules/content.ts';
import { requireObject, requireOrganization } from '../rules/require.ts';
import { requireMove, requireWithin } from '../rules/rights.ts';
import { transferContent } from '../rules/transfer.ts';
import { addObject, rewrite } from '../rules/write.ts';

/** An admin sees all that stands in a container, so nothing has to be put together to count it. */
function pageOfVisible<K extends 'collection' | 'space'>(
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

export const collectionRoutes = [
  route(listCollections, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const answer = (row: Row<'collection'>) => collectionAnswer(context, row);
    if (query.nested === false) return mapPage(pageOfVisible(context, 'collection', organization, organization, query), answer);
    return mapPage(pageOfItems(visibleOf(context, collectionsDepthFirst(context, organization)), query), answer);
  }),
  route(createCollection, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const parent = body.parent ?? organization;
    requireWithin(context, organization, parent);
    const data = { title: body.title ?? 'Untitled', defaultLevel: 'inherit' as const };
    return collectionAnswer(context, addObject(context, 'collection', { parent, scope: organization, among: contentKinds }, data));
  }),
  route(getCollection, ({ context, path }) => collectionAnswer(context, requireObject(context, 'collection', path.collectionId))),
  route(updateCollection, ({ context, path, body }) => {
    const was = requireObject(context, 'collection', path.collectionId);
    const { defaultLevel, title, description } = body;
    const data = changed(was.data, { title, description });
    return collectionAnswer(context, rewrite(context, was, defaultLevel === undefined ? data : { ...data, defaultLevel }));
  }),
  route(deleteCollection, ({ context, path }) => {
    const row = requireObject(context, 'collection', path.collectionId);
    const count = contentKinds.reduce((sum, kind) => sum + context.store.count(kind, row.id), 0);
    if (count > 0)
      throw impossible(
        `collection ${JSON.stringify(row.data.title)} is not empty: it holds ${count} ${count === 1 ? 'space or collection' : 'spaces or collections'}`,
      );
    context.store.remove(row);
  }),
  route(listCollectionSpaces, ({ context, path, query }) => {
    const collection = requireObject(context, 'collection', path.collectionId);
    return mapPage(pageOfVisible(context, 'space', collection.scope, collection.id, query), (row) => spaceAnswer(context, row));
  }),
  route(moveCollection, ({ context, path, body }) => {
    const was = requireObject(context, 'collection', path.collectionId);
    requireMove(context, was, body.parent);
    return collectionAnswer(context, moveContent(context, was, body));
  }),
  route(transferCollection, ({ context, path, body }) =>
    collectionAnswer(context, transferContent(context, requireObject(context, 'collection', path.collectionId), body.organization)),
  ),
];
