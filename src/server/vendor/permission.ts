/** Permissions of teams and members in spaces, collections and sites. */
import { collectionPermissions, sitePermissions, spacePermissions } from '../../contract/vendor/permissions.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { FixtureContext } from '../fixture/context.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Role, Row } from '../records.ts';
import { inCollection, inOrganization, inSpace, type Need, resource, route } from '../resource.ts';
import { memberAnswer } from '../resources/member.ts';
import { teamAnswer } from '../resources/team.ts';
import { addObject, requireObject, requireSite, rewrite } from '../rules/objects.ts';
import { type ContentRow, highest, levelOfMember } from '../rules/rights.ts';

/** Null only at a site, where such a permission grants nothing. */
interface PermissionRecord {
  role: Role | null;
}

declare module '../records.ts' {
  interface Records {
    'team-permission': PermissionRecord;
    'member-permission': PermissionRecord;
  }
}

const holders = { 'team-permission': 'team', 'member-permission': 'member' } as const;
const containers = ['space', 'collection', 'site'] as const;

type PermissionKind = keyof typeof holders;
type Container = Row<(typeof containers)[number]>;
type Operations = typeof sitePermissions;

interface Place {
  operations: Operations;
  containerOf: (context: Context, path: { [parameter: string]: string }) => Container;
  read: Need;
  write: Need;
  accessOf: (context: Context, member: Row<'member'>, container: Container) => object | undefined;
}

function setRole(context: Context, container: Container, kind: PermissionKind, id: string, role: Role | null) {
  const { id: parent, scope: organization } = container;
  requireObject(context, holders[kind], id, organization);
  const was = context.store.find(kind, id, parent);
  // The lists of spaces and collections have no entries without a role.
  if (role === null && container.kind !== 'site') {
    if (was !== undefined) context.store.remove(was);
  } else if (was !== undefined) rewrite(context, was, { role });
  else addObject(context, kind, { parent, id, scope: parent, target: organization }, { role });
}

function userOf(context: Context, id: string, organization: string) {
  return memberAnswer(context, requireObject(context, 'member', id, organization)).user;
}

type InPlace = Parameters<Place['containerOf']>;

function routesIn(place: Place) {
  const { operations, containerOf, read, write } = place;
  const { grant, listTeams, listUsers } = operations;
  return [
    route(grant, write, ({ context, path, body: { teams = [], users = [], role } }) => {
      if (teams.length + users.length === 0) throw invalid('body: teams or users are required');
      const container = containerOf(context, path);
      for (const id of teams) setRole(context, container, 'team-permission', id, role);
      for (const id of users) setRole(context, container, 'member-permission', id, role);
    }),
    route(listTeams, read, ({ context, path, query }) =>
      mapPage(pageOfChildren(context.store, 'team-permission', containerOf(context, path).id, query), (row) => ({
        permission: row.data.role,
        team: teamAnswer(context, requireObject(context, 'team', row.id)),
      })),
    ),
    route(listUsers, read, ({ context, path, query }) =>
      mapPage(pageOfChildren(context.store, 'member-permission', containerOf(context, path).id, query), (row) => ({
        permission: row.data.role,
        user: userOf(context, row.id, row.target),
      })),
    ),
    ...routesOfOne(place),
    accessRoute(place),
  ];
}

function routesOfOne({ operations, containerOf, write }: Place) {
  const { updateTeam, updateUser, removeTeam, removeUser } = operations;
  const change = (kind: PermissionKind, id: string, [context, path]: InPlace, role?: Role) => {
    const container = containerOf(context, path);
    requireObject(context, kind, id, container.id);
    if (role !== undefined) setRole(context, container, kind, id, role);
  };
  const remove = (kind: PermissionKind, id: string, [context, path]: InPlace) =>
    context.store.remove(requireObject(context, kind, id, containerOf(context, path).id));
  return [
    route(updateTeam, write, ({ context, path, body }) =>
      change('team-permission', path.teamId, [context, path], body.role),
    ),
    route(updateUser, write, ({ context, path, body }) =>
      change('member-permission', path.userId, [context, path], body.role),
    ),
    route(removeTeam, write, ({ context, path }) => remove('team-permission', path.teamId, [context, path])),
    route(removeUser, write, ({ context, path }) => remove('member-permission', path.userId, [context, path])),
  ];
}

function accessRoute({ operations, containerOf, read, accessOf }: Place) {
  return route(operations.listAccess, read, ({ context, path, query }) => {
    const container = containerOf(context, path);
    const people = context.store.children('member', container.scope).flatMap((member) => {
      const access = accessOf(context, member, container) as SiteAccess | undefined;
      const isWanted = access !== undefined && (query.role ?? access.permission) === access.permission;
      return isWanted ? [{ id: member.id, access }] : [];
    });
    return mapPage(pageOfItems(people, query), ({ id, access }) => ({
      ...access,
      user: userOf(context, id, container.scope),
    }));
  });
}

function contentAccess(context: Context, member: Row<'member'>, container: Container) {
  const permission = levelOfMember(context, member, container as ContentRow);
  return permission === null ? undefined : { permission };
}

interface SiteAccess {
  permission: Role | null;
  origin:
    | { type: 'organization'; organization: string }
    | { type: 'site'; site: string; reason: 'member' | 'team' | 'default'; team?: string };
  disabled: boolean;
}

function siteAccess({ store }: Context, member: Row<'member'>, container: Container) {
  const { id: site, scope: organization, data } = container as Row<'site'>;
  const { role } = member.data;
  const { defaultLevel: level = 'inherit' } = data;
  const at = { type: 'site', site } as const;
  const isByRole = level === 'inherit' || role === 'admin' || role === null;
  const own = store.find('member-permission', member.id, site);
  const found: Omit<SiteAccess, 'disabled'>[] = [
    isByRole
      ? { permission: role, origin: { type: 'organization', organization } }
      : { permission: level, origin: { ...at, reason: 'default' } },
    ...(own === undefined ? [] : [{ permission: own.data.role, origin: { ...at, reason: 'member' as const } }]),
    ...store.all('team-member', member.id).flatMap(({ parent: team }) => {
      const permission = store.find('team-permission', team, site)?.data.role;
      return permission === undefined ? [] : [{ permission, origin: { ...at, reason: 'team' as const, team } }];
    }),
  ];
  const permission = found.reduce<Role | null>((best, each) => highest(best, each.permission), null);
  const [deciding] = found.filter((each) => each.permission === permission);
  return permission === null || deciding === undefined ? undefined : { ...deciding, disabled: false };
}

function loadPermissions(fixture: FixtureContext) {
  for (const kind of ['team-permission', 'member-permission'] as const) {
    const holder = holders[kind];
    for (const permission of fixture.all(kind)) {
      const { [holder]: named, role = 'read' } = permission.fields as { [field: string]: unknown; role?: Role };
      const id = fixture.idOf(holder, named);
      const parent = containers.map((each) => fixture.idOf(each, permission.parent)).find((each) => each !== undefined);
      if (id === undefined || parent === undefined)
        throw new Error(`the fixture has no ${holder} for ${permission.id}`);
      fixture.add(permission, { parent, id, scope: parent, target: fixture.organization }, { role });
    }
  }
}

/** The compiler cannot compare paths with other parameters. */
const asOperations = (operations: object): Operations => operations as Operations;

export const permissions = resource({
  fixtureFields: { 'team-permission': ['team', 'role'], 'member-permission': ['member', 'role'] },
  routes: [
    ...routesIn({
      operations: asOperations(spacePermissions),
      containerOf: (context, { spaceId = '' }) => requireObject(context, 'space', spaceId),
      ...{ read: inSpace('read'), write: inSpace('admin'), accessOf: contentAccess },
    }),
    ...routesIn({
      operations: asOperations(collectionPermissions),
      containerOf: (context, { collectionId = '' }) => requireObject(context, 'collection', collectionId),
      ...{ read: inCollection('read'), write: inCollection('admin'), accessOf: contentAccess },
    }),
    ...routesIn({
      operations: sitePermissions,
      containerOf: (context, { organizationId = '', siteId = '' }) => requireSite(context, { organizationId, siteId }),
      ...{ read: inOrganization('read'), write: inOrganization('admin'), accessOf: siteAccess },
    }),
  ],
  load: loadPermissions,
});
