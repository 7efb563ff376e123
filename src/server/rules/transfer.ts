/** Transfers spaces and collections to another organization. */

import { conflict, impossible } from '../http/errors.ts';
import type { Row } from '../store/records.ts';
import type { Context } from './context.ts';
import { contentKinds, lastPlace, siblings } from './order.ts';
import { type AnyContent, type ContentRow, requireAdminOfAll, requireRole } from './rights.ts';

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
