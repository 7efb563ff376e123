/** Checks rights: 404 for objects that the caller cannot see, 403 for objects that the caller can see but not change. */

import { getPublishedSite } from '../../contract/sites.ts';
import type { Context } from '../context.ts';
import { forbidden, notFound, type Refusal } from '../errors.ts';
import type { Role, Row } from '../records.ts';
import type { Least, Need } from '../resource.ts';
import { leastOf } from '../resource.ts';
import { type AnyContent, type ContentRow, isAtLeast, isVisible, levelOf, roleIn } from './access.ts';
import { findTrashed, requireInScope, requireObject } from './objects.ts';

interface Path {
  [parameter: string]: string;
}

type Check<Of extends Need['of']> = (context: Context, need: Extract<Need, { of: Of }>, path: Path) => void;

const checks: { readonly [Of in Need['of']]: Check<Of> } = {
  anyone: () => undefined,
  organization: (context, { least }, { organizationId = '' }) => requireRole(context, organizationId, least),
  space: (context, { least, isFoundDeleted = false }, { spaceId = '' }) =>
    requireLevel(context, findSpace(context, spaceId, isFoundDeleted), least, () => notFound('space', spaceId)),
  container: (context, { least }, { spaceId = '' }) => {
    const space = findSpace(context, spaceId, false);
    requireLevel(context, space, 'read', () => notFound('space', spaceId));
    if (space !== undefined) requireWithin(context, space.scope, space.parent, least);
  },
  collection: (context, { least }, { collectionId = '' }) =>
    requireLevel(context, context.store.find('collection', collectionId), least, () =>
      notFound('collection', collectionId),
    ),
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

function requireLevel(context: Context, row: AnyContent | undefined, least: Role, unseen: () => Refusal) {
  const level = row === undefined ? null : levelOf(context, row);
  if (level === null) throw unseen();
  if (!isAtLeast(level, least)) throw tooLittle(`the permission ${least} there`, 'permission', level);
}

export function requireWithin(context: Context, organization: string, parent: string, least: Role = 'create'): void {
  if (parent === organization) requireRole(context, organization, least);
  else
    requireLevel(context, requireInScope(context, 'collection', organization, parent), least, () =>
      notFound('collection', parent),
    );
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
