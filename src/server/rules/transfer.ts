/** Transfers a space or collection, with all it holds, to the top level of another organization. */
import type { Context } from '../context.ts';
import { conflict, impossible } from '../errors.ts';
import { contentKinds, lastPlace } from '../order.ts';
import type { Row } from '../records.ts';
import { type ContentRow, contentWithin } from './content.ts';
import { requireAdminOfAll, requireRole } from './rights.ts';

export function transferContent<R extends ContentRow>(context: Context, row: R, organization: string): R {
  requireRole(context, organization, 'create');
  if (organization === row.scope) throw conflict('it belongs to this organization already');
  const inside = row.kind === 'collection' ? contentWithin(context, row.id) : [];
  requireAdminOfAll(context, inside);
  for (const one of [row, ...inside]) requireOffSites(context, one);
  for (const one of inside) context.store.replace(one, withoutValues({ ...one, scope: organization }));
  const position = lastPlace(context.store, contentKinds, organization);
  const moved = withoutValues({ ...row, scope: organization, parent: organization, position });
  context.store.replace(row, moved);
  return moved as R;
}

function requireOffSites(context: Context, row: Row): void {
  if (row.kind === 'space' && context.store.linkingTo('site-space', row.id).length > 0) {
    throw impossible(`space ${JSON.stringify(row.id)} is on a site of this organization; take it off first`);
  }
}

/** Custom fields belong to an organization, so their values stay behind. */
function withoutValues(row: Row): Row {
  if (row.kind === 'collection') return row;
  const space = row as Row<'space' | 'trashed-space'>;
  return { ...space, data: { ...space.data, values: {} } };
}
