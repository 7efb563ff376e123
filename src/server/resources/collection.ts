/** Collections, which contain spaces and other collections. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/collections.ts';
import { getLinkInvite } from '../../contract/organizations.ts';
import { appUrl, canCall, defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { impossible } from '../errors.ts';
import { type FixtureContext, withDefaults } from '../fixture/context.ts';
import { contentKinds } from '../order.ts';
import { mapPage, type Page, type PageRequest, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { inCollection, inOrganization, resource, route, targetOrganization, whereItGoes } from '../resource.ts';
import { collectionOf, collectionsDepthFirst, moveContent, transferContent } from '../rules/content.ts';
import { addObject, rewrite } from '../rules/objects.ts';
import { isAtLeast, levelOf, requireMove, requireWithin, roleIn, visibleOf } from '../rules/rights.ts';

declare module '../records.ts' {
  interface Records {
    collection: Pick<Static<typeof contract.Collection>, 'title' | 'description' | 'defaultLevel'>;
  }
}

/** Admins see everything in a container, so their pages need no filter. */
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

export function collectionAnswer(context: Context, row: Row<'collection'>): Static<typeof contract.Collection> {
  return defined({
    object: 'collection' as const,
    id: row.id,
    ...row.data,
    organization: row.scope,
    parent: collectionOf(row),
    urls: { location: `${context.origin}/v1/collections/${row.id}`, app: appUrl(row.scope, 'c', row.id) },
    permissions: collectionPermissions(context, row),
  });
}

function collectionPermissions(context: Context, row: Row<'collection'>) {
  const level = levelOf(context, row);
  return {
    view: canCall(level, contract.getCollection),
    admin: canCall(level, contract.updateCollection),
    viewInviteLinks: canCall(roleIn(context, row.scope), getLinkInvite),
    create: isAtLeast(level, 'create'),
  };
}

function loadCollections(fixture: FixtureContext) {
  const all = fixture.all('collection');
  const parents = new Map(all.map(({ id, fields }) => [id, fields.parent]));
  const depthOf = (id: unknown): number =>
    typeof id === 'string' && parents.has(id) ? 1 + depthOf(parents.get(id)) : 0;
  for (const collection of all.toSorted((a, b) => depthOf(a.id) - depthOf(b.id))) {
    const { parent, ...record } = withDefaults(collection.fields, {
      title: collection.key,
      defaultLevel: 'inherit' as const,
    });
    const place = fixture.idOf('collection', parent) ?? fixture.organization;
    fixture.add(collection, { parent: place, scope: fixture.organization, order: 'content' }, record);
  }
}

export const collections = resource({
  fixtureFields: { collection: ['title', 'description', 'parent', 'defaultLevel'] },
  routes: [
    route(contract.listCollections, inOrganization('read'), ({ context, path, query }) => {
      const { organizationId: organization } = path;
      const page =
        query.nested === false
          ? pageOfVisible(context, 'collection', organization, organization, query)
          : pageOfItems(visibleOf(context, collectionsDepthFirst(context, organization)), query);
      return mapPage(page, (row) => collectionAnswer(context, row));
    }),
    route(contract.createCollection, inOrganization('read', whereItGoes), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const parent = body.parent ?? organization;
      requireWithin(context, organization, parent);
      const data = { title: body.title ?? 'Untitled', defaultLevel: 'inherit' as const };
      const place = { parent, scope: organization, among: contentKinds };
      return collectionAnswer(context, addObject(context, 'collection', place, data));
    }),
    route(contract.getCollection, inCollection('read'), ({ context, row }) => collectionAnswer(context, row)),
    route(contract.updateCollection, inCollection('admin'), ({ context, row: was, body }) => {
      return collectionAnswer(context, rewrite(context, was, { ...was.data, ...body }));
    }),
    route(contract.deleteCollection, inCollection('admin'), ({ context, row }) => {
      const count = contentKinds.reduce((sum, kind) => sum + context.store.count(kind, row.id), 0);
      if (count > 0)
        throw impossible(
          `collection ${JSON.stringify(row.data.title)} is not empty: it holds ${count} ${count === 1 ? 'space or collection' : 'spaces or collections'}`,
        );
      context.store.removeScope(row.id);
      context.store.remove(row);
    }),
    route(contract.moveCollection, inCollection('admin', whereItGoes), ({ context, row: was, body }) => {
      requireMove(context, was, body.parent);
      return collectionAnswer(context, moveContent(context, was, body));
    }),
    route(contract.transferCollection, inCollection('admin', targetOrganization), ({ context, row, body }) =>
      collectionAnswer(context, transferContent(context, row, body.organization)),
    ),
  ],
  load: loadCollections,
});
