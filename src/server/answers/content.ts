/** Collections and spaces as the contract shows them. */
import type { Static } from '@sinclair/typebox';
import type { Collection } from '../../contract/collections.ts';
import type { Space } from '../../contract/spaces.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { appAddress } from './addresses.ts';
import { defined, shownOf } from './defined.ts';
import { collectionPermissions, spacePermissions } from './permissions.ts';

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

export function spaceAnswer(context: Context, row: Row<'space'> | Row<'trashed-space'>): Static<typeof Space> {
  const { data } = row;
  return defined({
    object: 'space' as const,
    id: row.id,
    title: data.title,
    emoji: data.emoji,
    visibility: collectionOf(row) === undefined ? ('private' as const) : ('in-collection' as const),
    createdAt: data.createdAt,
    updatedAt: data.updatedAt,
    deletedAt: data.deletedAt,
    editMode: data.editMode,
    organization: row.scope,
    parent: collectionOf(row),
    revision: data.revision,
    defaultLevel: data.defaultLevel,
    comments: context.store.count('comment', row.id, { name: 'status', is: 'open' }),
    changeRequests: context.store.count('change-request', row.id),
    changeRequestsOpen: context.store.count('change-request', row.id, { name: 'status', is: 'open' }),
    changeRequestsDraft: context.store.count('change-request', row.id, { name: 'status', is: 'draft' }),
    ...shownOf<Static<typeof Space>>(data),
    urls: { location: `${context.origin}/v1/spaces/${row.id}`, app: appAddress(row.scope, 's', row.id) },
    permissions: spacePermissions(context, row),
  });
}

/** At the top level the parent of a row is the organization itself. */
function collectionOf(row: Row): string | undefined {
  return row.parent === row.scope ? undefined : row.parent;
}
