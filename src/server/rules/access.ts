/** Calculates roles in organizations, and levels in spaces and collections. */
import { roles } from '../../contract/roles.ts';
import type { Context } from '../context.ts';
import type { Level, Role, Row } from '../records.ts';
import type { Least } from '../resource.ts';

/** Null means a guest or no level. Undefined means not a member. */
export function isAtLeast(role: Role | null | undefined, least: Least): boolean {
  if (role === undefined) return false;
  return least === 'guest' || (role !== null && roles.indexOf(role) <= roles.indexOf(least));
}

export function roleIn({ store, callerId }: Context, organization: string): Role | null | undefined {
  return store.find('member', callerId, organization)?.data.role;
}

export type ContentRow = Row<'space'> | Row<'collection'>;
export type AnyContent = ContentRow | Row<'trashed-space'>;

export function levelOf(context: Context, row: AnyContent): Role | null {
  const member = context.store.find('member', context.callerId, row.scope);
  return member === undefined ? null : levelOfMember(context, member, row);
}

export function levelOfMember(
  context: Context,
  member: Row<'member'>,
  row: AnyContent,
  grants = grantsOf(context, member),
): Role | null {
  const { role } = member.data;
  if (role === 'admin') return role;
  const { defaultLevel } = row.data;
  const level = defaultLevel === 'inherit' ? levelFromAbove(context, row) : defaultLevel;
  const byDefault = role === null || level === 'inherit' ? role : level;
  return highest(byDefault, grantedIn(context, grants, row));
}

type Grants = ReadonlyMap<string, Role | null>;

export function grantsOf({ store }: Context, { id, parent: organization }: Row<'member'>): Grants {
  const teams = store.all('team-member', id).filter(({ target }) => target === organization);
  const rows = [
    ...store.all('member-permission', id).filter(({ target }) => target === organization),
    ...teams.flatMap(({ parent: team }) => store.all('team-permission', team)),
  ];
  const grants = new Map<string, Role | null>();
  for (const { parent, data } of rows) grants.set(parent, highest(grants.get(parent) ?? null, data.role));
  return grants;
}

/** Permissions in a collection apply to everything inside. */
function grantedIn(
  context: Context,
  grants: Grants,
  { id, parent, scope }: Pick<Row, 'id' | 'parent' | 'scope'>,
): Role | null {
  if (grants.size === 0) return null;
  const above = parent === scope ? undefined : context.store.find('collection', parent);
  return highest(grants.get(id) ?? null, above === undefined ? null : grantedIn(context, grants, above));
}

export function highest(a: Role | null, b: Role | null): Role | null {
  return isAtLeast(a, b ?? 'guest') ? a : b;
}

/** The value of `inherit` in a container. It remains `inherit` at the top level, and if the collection no longer exists. */
function levelFromAbove(context: Context, { parent, scope }: Pick<Row, 'parent' | 'scope'>): Level {
  const above = parent === scope ? undefined : context.store.find('collection', parent);
  if (above === undefined) return 'inherit';
  return above.data.defaultLevel === 'inherit' ? levelFromAbove(context, above) : above.data.defaultLevel;
}

export function isVisible(context: Context, row: AnyContent): boolean {
  return levelOf(context, row) !== null;
}

export function visibleOf<R extends ContentRow>(context: Context, rows: readonly R[]): readonly R[] {
  return rows.filter((row) => isVisible(context, row));
}

export interface Access {
  id: string;
  permission: Role;
  space: Row<'space'>;
}

/** Admins have access to all spaces. A space with the level null is open to admins, and to people with a permission. */
export function accessOf(context: Context, member: Row<'member'>): Access[] {
  const grants = grantsOf(context, member);
  if (member.data.role === null && grants.size === 0) return [];
  return context.store.inScope('space', member.parent).flatMap((space) => {
    const permission = levelOfMember(context, member, space, grants);
    return permission === null ? [] : [{ id: space.id, permission, space }];
  });
}

/** By request, because a list of members asks for the same count for each member. */
const openCounts = new WeakMap<Context, Map<string, number>>();

export function countAccess(context: Context, member: Row<'member'>): number {
  const { parent: organization, data } = member;
  if (data.role === 'admin') return context.store.countInScope('space', organization);
  if (data.role === null || grantsOf(context, member).size > 0) return accessOf(context, member).length;
  const counts = openCounts.get(context) ?? new Map<string, number>();
  openCounts.set(context, counts);
  const count = counts.get(organization) ?? accessOf(context, member).length;
  counts.set(organization, count);
  return count;
}

export function countSpacesOfTeam(context: Context, { id, parent: organization }: Row<'team'>): number {
  const { store } = context;
  const grants: Grants = new Map(store.all('team-permission', id).map(({ parent, data }) => [parent, data.role]));
  if (grants.size === 0) return 0;
  return store.inScope('space', organization).filter((space) => grantedIn(context, grants, space) !== null).length;
}
