/** Checks rights: 404 for objects that the caller cannot see, 403 for objects that the caller can see but not change. */

import { listShareLinks } from '../../contract/2025-06/share-links.ts';
import { getPublishedSite } from '../../contract/2025-06/sites.ts';
import { roles } from '../../contract/roles.ts';
import { forbidden, notFound, Refusal } from '../http/errors.ts';
import type { Level, Role, Row } from '../store/records.ts';
import type { Context } from './context.ts';
import type { Asked } from './insight-query.ts';
import { findTrashed, requireInScope, requireObject, requireSite } from './objects.ts';
import { type Least, leastOf, type Need } from './resource.ts';

interface Path {
  [parameter: string]: string;
}

type Check<Of extends Need['of']> = (context: Context, need: Extract<Need, { of: Of }>, path: Path) => void;

const checks: { readonly [Of in Need['of']]: Check<Of> } = {
  anyone: () => undefined,
  organization: (context, { least }, { organizationId = '' }) => requireRole(context, organizationId, least),
  space: (context, { least, isFoundDeleted = false }, { spaceId = '' }) =>
    requireLevel(context, 'space', spaceId, findSpace(context, spaceId, isFoundDeleted), least),
  container: (context, { least }, { spaceId = '' }) => {
    const space = findSpace(context, spaceId, false);
    requireLevel(context, 'space', spaceId, space, 'read');
    if (space !== undefined) requireWithin(context, space.scope, space.parent, least);
  },
  collection: (context, { least }, { collectionId = '' }) =>
    requireLevel(context, 'collection', collectionId, context.store.find('collection', collectionId), least),
  team: (context, { least }, { organizationId = '', teamId = '' }) =>
    requireTeamOwner(context, organizationId, teamId, least),
  member: (context, { least }, { organizationId = '', userId }) =>
    requireRole(context, organizationId, userId === context.callerId ? 'guest' : least),
  // Published sites are open to people without a role, so the operation checks access itself.
  visitor: () => undefined,
};

export function requireRights(context: Context, need: Need, path: Path): void {
  const check = checks[need.of] as Check<Need['of']>;
  check(context, need, path);
}

export function requireRole(context: Context, organization: string, least: Least): void {
  const role = roleIn(context, organization);
  if (role === undefined) throw notFound('organization', organization);
  if (!isAtLeast(role, least)) throw tooLittle(`the role ${least} in the organization`, 'role', role);
}

function tooLittle(needed: string, what: string, has: Role | null) {
  return forbidden(`this needs ${needed}; ${has === null ? 'you are a guest' : `your ${what} is ${has}`}`);
}

function findSpace(context: Context, id: string, isFoundDeleted: boolean) {
  return context.store.find('space', id) ?? (isFoundDeleted ? findTrashed(context, id) : undefined);
}

function requireLevel(context: Context, kind: string, id: string, row: AnyContent | undefined, least: Role) {
  const level = row === undefined ? null : levelOf(context, row);
  if (level === null) throw notFound(kind, id);
  if (!isAtLeast(level, least)) throw tooLittle(`the permission ${least} there`, 'permission', level);
}

export function requireWithin(context: Context, organization: string, parent: string, least: Role = 'create'): void {
  if (parent === organization) requireRole(context, organization, least);
  else requireLevel(context, 'collection', parent, requireInScope(context, 'collection', organization, parent), least);
}

export function requireMove(context: Context, row: ContentRow, parent: string | null | undefined): void {
  const target = parent === null ? row.scope : (parent ?? row.parent);
  if (target !== row.parent) requireWithin(context, row.scope, target);
}

export function requireAdminOfAll(context: Context, rows: readonly AnyContent[]): void {
  const isKept = rows.some((row) => !isAtLeast(levelOf(context, row), 'admin'));
  if (isKept) throw forbidden('the collection contains items for which you do not have the permission admin');
}

export function canSeeSpace(context: Context, organization: string, id: string): boolean {
  const space = context.store.find('space', id);
  return space?.scope === organization && isVisible(context, space);
}

/** Spaces that the caller cannot see count as missing. */
export function requireVisibleSpace(context: Context, organization: string, id: string): Row<'space'> {
  const space = requireInScope(context, 'space', organization, id);
  if (!isVisible(context, space)) throw notFound('space', id);
  return space;
}

function requireTeamOwner(context: Context, organization: string, team: string, least: Role) {
  requireRole(context, organization, 'guest');
  if (isAtLeast(roleIn(context, organization), least) || ownsTeam(context, team)) return;
  requireRole(context, organization, 'read');
  requireObject(context, 'team', team, organization);
  throw forbidden('this needs an owner of the team');
}

export function ownsTeam({ store, callerId }: Context, team: string): boolean {
  return store.find('team-member', callerId, team)?.data.role === 'owner';
}

/** True if the caller has a role, and can therefore read sites that are not published. */
export function isReader(context: Context, organization: string): boolean {
  return isAtLeast(roleIn(context, organization), leastOf(getPublishedSite));
}

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

function grantsOf({ store }: Context, { id, parent: organization }: Row<'member'>): Grants {
  const teams = store.all('team-member', id).filter(({ target }) => target === organization);
  const rows = [
    ...store.all('member-permission', id).filter(({ target }) => target === organization),
    ...teams.flatMap(({ parent: team }) => store.all('team-permission', team)),
  ];
  const grants = new Map<string, Role | null>();
  for (const { parent, data } of rows) grants.set(parent, highest(grants.get(parent) ?? null, data.role));
  return grants;
}

function collectionAbove({ store }: Context, { parent, scope }: Pick<Row, 'parent' | 'scope'>) {
  return parent === scope ? undefined : store.find('collection', parent);
}

/** Permissions in a collection apply to everything inside. */
function grantedIn(
  context: Context,
  grants: Grants,
  { id, parent, scope }: Pick<Row, 'id' | 'parent' | 'scope'>,
): Role | null {
  if (grants.size === 0) return null;
  const above = collectionAbove(context, { parent, scope });
  return highest(grants.get(id) ?? null, above === undefined ? null : grantedIn(context, grants, above));
}

export function highest(a: Role | null, b: Role | null): Role | null {
  return isAtLeast(a, b ?? 'guest') ? a : b;
}

/** The value of `inherit` in a container. It remains `inherit` at the top level, and if the collection no longer exists. */
function levelFromAbove(context: Context, row: Pick<Row, 'parent' | 'scope'>): Level {
  const above = collectionAbove(context, row);
  if (above === undefined) return 'inherit';
  return above.data.defaultLevel === 'inherit' ? levelFromAbove(context, above) : above.data.defaultLevel;
}

export function isVisible(context: Context, row: AnyContent): boolean {
  return levelOf(context, row) !== null;
}

export function visibleOf<R extends ContentRow>(context: Context, rows: readonly R[]): readonly R[] {
  return rows.filter((row) => isVisible(context, row));
}

/** Admins have access to all spaces. A space with the level null is open to admins, and to people with a permission. */
export function accessOf(context: Context, member: Row<'member'>) {
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

function hasKey({ store }: Context, site: Row<'site'>, key: string) {
  return store.children('share-link', site.id).some(({ data }) => data.active && data.key === key);
}

// The message omits the key, because the key is secret.
const unknownKey = () => new Refusal(404, 'no active share link has this share key');

/** Undefined without a key, or if the site does not use share links. */
export function requireShareKey(context: Context, site: Row<'site'>, key: string | undefined): string | undefined {
  if (key === undefined || site.data.visibility !== 'share-link') return undefined;
  if (!hasKey(context, site, key)) throw unknownKey();
  return key;
}

/** People with a role can read every site, others only sites that are published for them. */
export function requirePublished(
  context: Context,
  path: { organizationId: string; siteId: string },
  shareKey: string | undefined,
) {
  if (isReader(context, path.organizationId)) return requireSite(context, path);
  const site = context.store.find('site', path.siteId);
  const isThere = site?.scope === path.organizationId && site.data.published;
  if (!isThere || !isOpen(context, site, shareKey)) throw notFound('site', path.siteId);
  return site;
}

function isOpen(context: Context, site: Row<'site'>, shareKey: string | undefined) {
  const { visibility } = site.data;
  if (visibility === 'public' || visibility === 'unlisted') return true;
  return visibility === 'share-link' && requireShareKey(context, site, shareKey) !== undefined;
}

/** Columns with share keys require the right to read share links. URLs of visits also contain the key. */
export function requireOpenColumns(
  context: Context,
  site: Row<'site'>,
  { select = [], where = [], groupBy = [], order }: Asked,
) {
  const secret = site.data.visibility === 'share-link' ? ['siteShareKey', 'url'] : ['siteShareKey'];
  const asked = [...select, ...where, ...groupBy, ...(order === undefined ? [] : [order.by])];
  if (asked.some(({ column }) => secret.includes(column))) requireRole(context, site.scope, leastOf(listShareLinks));
}

export function placeWithKey(
  context: Context,
  space: Row<'space'> | Row<'trashed-space'>,
  key: string,
): { site: Row<'site'>; siteSpace: Row<'site-space'> } {
  const { store } = context;
  for (const siteSpace of store.linkingTo('site-space', space.id)) {
    const site = store.find('site', siteSpace.scope);
    const isKeyed = site?.data.visibility === 'share-link' && site.data.published;
    if (isKeyed && hasKey(context, site, key)) return { site, siteSpace };
  }
  throw unknownKey();
}
