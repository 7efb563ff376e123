/** Spaces of an organization, and collections, which contain spaces and other collections. */
import type { Static } from '@sinclair/typebox';
import { importChangeRequestContent } from '../../contract/2025-06/change-request-content.ts';
import {
  type Collection,
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionSpaces,
  listCollections,
  moveCollection,
  transferCollection,
  updateCollection,
} from '../../contract/2025-06/collections.ts';
import { spaceComments } from '../../contract/2025-06/comments.ts';
import { getLinkInvite } from '../../contract/2025-06/organizations.ts';
import * as contract from '../../contract/2025-06/spaces.ts';
import { conflict, impossible } from '../http/errors.ts';
import { mapPage, type Page, type PageRequest, pageOfChildren, pageOfItems } from '../http/pages.ts';
import type { SpaceRecord } from '../records/space-record.ts';
import { appUrl, canCall, defined, shownOf, siteSpaceUrl } from '../rules/answers.ts';
import { rewrite } from '../rules/changes.ts';
import { collectionOf, collectionsDepthFirst, moveContent, restoreSpace, trashSpace } from '../rules/content.ts';
import type { Context } from '../rules/context.ts';
import { type FixtureContext, type FixtureResource, withDefaults } from '../rules/fixture-context.ts';
import { addSpace, defaultEmoji, spaceTitle } from '../rules/new-space.ts';
import { addObject, findTrashed, requireObject } from '../rules/objects.ts';
import { contentKinds } from '../rules/order.ts';
import {
  inCollection,
  inOrganization,
  inSpace,
  reader,
  resource,
  route,
  targetOrganization,
  whereItGoes,
} from '../rules/resource.ts';
import { isAtLeast, levelOf, placeWithKey, requireMove, requireWithin, roleIn, visibleOf } from '../rules/rights.ts';
import { transferContent } from '../rules/transfer.ts';
import type { Row } from '../store/records.ts';
import { valuesById } from './custom-field.ts';
import { copyContent } from './revision.ts';

declare module '../store/records.ts' {
  interface Records {
    space: SpaceRecord;
    'trashed-space': SpaceRecord;
    collection: Pick<Static<typeof Collection>, 'title' | 'description' | 'defaultLevel'>;
  }
}

function urlWithKey(context: Context, row: Row<'space'> | Row<'trashed-space'>, key: string) {
  const { site, siteSpace } = placeWithKey(context, row, key);
  const section =
    siteSpace.data.section === undefined ? undefined : requireObject(context, 'section', siteSpace.data.section);
  return siteSpaceUrl(site, section, siteSpace, key);
}

export function spaceAnswer(context: Context, row: Row<'space'> | Row<'trashed-space'>): Static<typeof contract.Space> {
  const { id, scope, data } = row;
  const { shown: _, values: _v, language: _l, icon: _i, mergeRules: _m, ...rest } = data;
  const { count } = context.store;
  const counted = (status: 'open' | 'draft') => count('change-request', id, { name: 'status', is: status });
  return defined({
    object: 'space' as const,
    id,
    ...rest,
    visibility: collectionOf(row) === undefined ? ('private' as const) : ('in-collection' as const),
    organization: scope,
    parent: collectionOf(row),
    comments: count('comment', id, { name: 'status', is: 'open' }),
    changeRequests: count('change-request', id),
    changeRequestsOpen: counted('open'),
    changeRequestsDraft: counted('draft'),
    ...shownOf<Static<typeof contract.Space>>(data),
    urls: { location: `${context.origin}/v1/spaces/${id}`, app: appUrl(scope, 's', id) },
    permissions: spacePermissions(context, row),
  });
}

/** A space in the trash can only be read and restored. A locked space cannot be edited. */
function spacePermissions(context: Context, row: Row<'space'> | Row<'trashed-space'>) {
  const level = levelOf(context, row);
  const isActive = row.kind === 'space';
  const isWritable = isActive && row.data.editMode !== 'locked';
  const admin = canCall(level, contract.updateSpace);
  return {
    view: canCall(level, contract.getSpace),
    access: isActive && canCall(level, contract.listSpaceLinks),
    admin,
    viewInviteLinks: canCall(roleIn(context, row.scope), getLinkInvite),
    edit: isWritable && canCall(level, importChangeRequestContent),
    triggerGitSync: isWritable && admin,
    comment: isActive && canCall(level, spaceComments.create),
    merge: isWritable && isAtLeast(level, 'review'),
    review: isActive && isAtLeast(level, 'review'),
  };
}

/** Spaces in the trash come last. Their position is where a restore puts them. */
function loadSpaces(fixture: FixtureContext) {
  const isDeleted = ({ fields }: FixtureResource<'space'>) => (fields.deletedAt === undefined ? 0 : 1);
  for (const space of fixture.all('space').toSorted((a, b) => isDeleted(a) - isDeleted(b))) {
    const parent = fixture.idOf('collection', space.fields.collection) ?? fixture.organization;
    const kind = isDeleted(space) ? 'trashed-space' : 'space';
    fixture.add(
      { ...space, kind },
      { parent, scope: fixture.organization, order: 'content' },
      spaceRecord(fixture, space),
    );
  }
}

/** `copyOf` and `template` are ignored, because the space already exists. */
function spaceRecord(fixture: FixtureContext, { id, key, fields }: FixtureResource<'space'>) {
  const { collection: _, copyOf: _copyOf, sample: _sample, template: _template, ...rest } = fields;
  const { editMode = 'live', deletedAt, ...stated } = rest;
  const [named] = fixture.within(id, 'field-values');
  const values = valuesById(fixture, named?.fields.values ?? {});
  const record = withDefaults(stated, { title: key, emoji: defaultEmoji, defaultLevel: 'inherit' as const });
  const times = { createdAt: fixture.tick(), updatedAt: fixture.tick() };
  return { ...record, editMode, values, ...times, revision: fixture.newId(), ...defined({ deletedAt }) };
}

/** Admins see everything in a container, so their pages need no filter. */
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

export function collectionAnswer(context: Context, row: Row<'collection'>): Static<typeof Collection> {
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
    view: canCall(level, getCollection),
    admin: canCall(level, updateCollection),
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

export const spaces = resource({
  titles: { 'trashed-space': 'space' },
  fixtureFields: {
    space: [
      'title',
      'emoji',
      'icon',
      'mergeRules',
      'editMode',
      'defaultLevel',
      'collection',
      'copyOf',
      'sample',
      'template',
      'language',
      'deletedAt',
      'shown',
    ],
    'field-values': ['values'],
    collection: ['title', 'description', 'parent', 'defaultLevel'],
  },
  routes: [
    route(listCollectionSpaces, inCollection('read'), ({ context, row: collection, query }) => {
      return mapPage(pageOfVisible(context, 'space', collection.scope, collection.id, query), (row) =>
        spaceAnswer(context, row),
      );
    }),
    route(contract.getSpace, { of: 'space', least: 'read', isFoundDeleted: true }, ({ context, path, query }) => {
      const row = findTrashed(context, path.spaceId) ?? requireObject(context, 'space', path.spaceId);
      const answer = spaceAnswer(context, row);
      if (query.shareKey === undefined) return answer;
      return { ...answer, urls: { ...answer.urls, published: urlWithKey(context, row, query.shareKey) } };
    }),
    route(contract.deleteSpace, inSpace('admin'), ({ context, row }) => trashSpace(context, row)),
    route(contract.updateSpace, inSpace('admin'), ({ context, row: was, body }) => {
      return spaceAnswer(context, rewrite(context, was, { ...was.data, ...body, updatedAt: context.now }));
    }),
    route(contract.duplicateSpace, { of: 'container', least: 'create' }, ({ context, row: original }) => {
      const { title, emoji, defaultLevel, values } = original.data;
      const copy = { title: spaceTitle(title, ' (copy)'), emoji, defaultLevel, values };
      const made = addSpace(context, original.scope, original.parent, copy);
      copyContent(context, original, made);
      return spaceAnswer(context, made);
    }),
    route(contract.restoreSpace, { of: 'space', least: 'admin', isFoundDeleted: true }, ({ context, path }) => {
      const trashed = findTrashed(context, path.spaceId);
      if (trashed) return spaceAnswer(context, restoreSpace(context, trashed));
      requireObject(context, 'space', path.spaceId);
      throw conflict(`space ${JSON.stringify(path.spaceId)} is not deleted`);
    }),
    route(contract.moveSpace, inSpace('admin', whereItGoes), ({ context, row: was, body }) => {
      requireMove(context, was, body.parent);
      return spaceAnswer(context, moveContent(context, was, body));
    }),
    route(contract.transferSpace, inSpace('admin', targetOrganization), ({ context, row, body }) =>
      spaceAnswer(context, transferContent(context, row, body.organization)),
    ),
    route(listCollections, reader, ({ context, path, query }) => {
      const { organizationId: organization } = path;
      const page =
        query.nested === false
          ? pageOfVisible(context, 'collection', organization, organization, query)
          : pageOfItems(visibleOf(context, collectionsDepthFirst(context, organization)), query);
      return mapPage(page, (row) => collectionAnswer(context, row));
    }),
    route(createCollection, inOrganization('read', whereItGoes), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const parent = body.parent ?? organization;
      requireWithin(context, organization, parent);
      const data = { title: body.title ?? 'Untitled', defaultLevel: 'inherit' as const };
      const place = { parent, scope: organization, among: contentKinds };
      return collectionAnswer(context, addObject(context, 'collection', place, data));
    }),
    route(getCollection, inCollection('read'), ({ context, row }) => collectionAnswer(context, row)),
    route(updateCollection, inCollection('admin'), ({ context, row: was, body }) => {
      return collectionAnswer(context, rewrite(context, was, { ...was.data, ...body }));
    }),
    route(deleteCollection, inCollection('admin'), ({ context, row }) => {
      const count = contentKinds.reduce((sum, kind) => sum + context.store.count(kind, row.id), 0);
      if (count > 0)
        throw impossible(
          `collection ${JSON.stringify(row.data.title)} is not empty: it holds ${count} ${count === 1 ? 'space or collection' : 'spaces or collections'}`,
        );
      context.store.removeScope(row.id);
      context.store.remove(row);
    }),
    route(moveCollection, inCollection('admin', whereItGoes), ({ context, row: was, body }) => {
      requireMove(context, was, body.parent);
      return collectionAnswer(context, moveContent(context, was, body));
    }),
    route(transferCollection, inCollection('admin', targetOrganization), ({ context, row, body }) =>
      collectionAnswer(context, transferContent(context, row, body.organization)),
    ),
  ],
  load: (fixture) => {
    loadCollections(fixture);
    loadSpaces(fixture);
  },
});
