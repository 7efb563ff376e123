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
import { impossible } from '../errors.ts';
import { contentKinds } from '../order.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { collectionsDepthFirst, moveContent } from '../rules/content.ts';
import { requireInScope, requireObject, requireOrganization } from '../rules/require.ts';
import { transferContent } from '../rules/transfer.ts';
import { addObject, rewrite } from '../rules/write.ts';

export const collectionRoutes = [
  route(listCollections, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const answer = (row: Row<'collection'>) => collectionAnswer(context, row);
    if (query.nested === false) return mapPage(pageOfChildren(context.store, 'collection', organization, query), answer);
    return mapPage(pageOfItems(collectionsDepthFirst(context, organization), query), answer);
  }),
  route(createCollection, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const parent = body.parent === undefined ? organization : requireInScope(context, 'collection', organization, body.parent).id;
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
    if (count > 0) throw impossible(`collection ${JSON.stringify(row.data.title)} is not empty: it holds ${count} spaces or collections`);
    context.store.remove(row);
  }),
  route(listCollectionSpaces, ({ context, path, query }) => {
    const collection = requireObject(context, 'collection', path.collectionId);
    return mapPage(pageOfChildren(context.store, 'space', collection.id, query), (row) => spaceAnswer(context, row));
  }),
  route(moveCollection, ({ context, path, body }) =>
    collectionAnswer(context, moveContent(context, requireObject(context, 'collection', path.collectionId), body)),
  ),
  route(transferCollection, ({ context, path, body }) =>
    collectionAnswer(context, transferContent(context, requireObject(context, 'collection', path.collectionId), body.organization)),
  ),
];
