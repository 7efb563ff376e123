/** People in the `gitbook` dialect: invitations, the caller, and permissions in spaces, collections and sites. */
import {
  createLinkInvite,
  getCaller,
  getLinkInvite,
  inviteMembers,
  listLinkInvites,
  updateLinkInvite,
} from '../../contract/gitbook/people.ts';
import { collectionPermissions, sitePermissions, spacePermissions } from '../../contract/gitbook/permissions.ts';
import { impossible, invalid } from '../http/errors.ts';
import { mapPage, type PageRequest, pageOfChildren, pageOfItems } from '../http/pages.ts';
import { linkInviteAnswer } from '../resources/organization.ts';
import { memberAnswer, teamAnswer, userAnswer } from '../resources/people.ts';
import { collectionAnswer, spaceAnswer } from '../resources/space.ts';
import { defined } from '../rules/answers.ts';
import { rewrite } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import type { FixtureContext } from '../rules/fixture-context.ts';
import { addObject, findNamed, requireObject, requireSite, uniqueKey } from '../rules/objects.ts';
import {
  administrator,
  anyone,
  type BodyOf,
  inCollection,
  inSpace,
  type Need,
  reader,
  resource,
  route,
} from '../rules/resource.ts';
import { type ContentRow, highest, levelOfMember, requireVisibleSpace } from '../rules/rights.ts';
import { userWithEmail } from '../rules/tokens.ts';
import type { Role, Row } from '../store/records.ts';
import type { PermissionRecord } from './permission-record.ts';

declare module '../store/records.ts' {
  interface Records {
    'team-permission': PermissionRecord;
    'member-permission': PermissionRecord;
    invitation: {
      email: string;
      role: Role | null;
      sso: boolean;
      createdAt: string;
    };
  }
}

const holders = { 'team-permission': 'team', 'member-permission': 'member' } as const;

const containers = ['space', 'collection', 'site'] as const;

type PermissionKind = keyof typeof holders;

type Container = Row<(typeof containers)[number]>;

type Operations = typeof sitePermissions;

interface Path {
  readonly [parameter: string]: string;
}

interface Place {
  operations: Operations;
  containerOf: (context: Context, path: Path) => Container;
  read: Need;
  write: Need;
  accessOf: (context: Context, member: Row<'member'>, container: Container) => Partial<SiteAccess> | undefined;
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

interface Input {
  context: Context;
  path: Path;
}

function routesIn({ operations, containerOf, read, write, accessOf }: Place) {
  const permissionAt = (kind: PermissionKind, { context, path }: Input) => {
    const container = containerOf(context, path);
    const id = (kind === 'team-permission' ? path.teamId : path.userId) ?? '';
    return { container, row: requireObject(context, kind, id, container.id) };
  };
  const pageOf = (kind: PermissionKind, { context, path, query }: Input & { query: PageRequest }) =>
    pageOfChildren<PermissionKind>(context.store, kind, containerOf(context, path).id, query);
  const update = (kind: PermissionKind) => (input: Input & { body: { role?: Role } }) => {
    const { container, row } = permissionAt(kind, input);
    if (input.body.role !== undefined) setRole(input.context, container, kind, row.id, input.body.role);
  };
  const remove = (kind: PermissionKind) => (input: Input) => input.context.store.remove(permissionAt(kind, input).row);
  return [
    route(operations.grant, write, ({ context, path, body: { teams = [], users = [], role } }) => {
      if (teams.length + users.length === 0) throw invalid('body: teams or users are required');
      const container = containerOf(context, path);
      for (const id of teams) setRole(context, container, 'team-permission', id, role);
      for (const id of users) setRole(context, container, 'member-permission', id, role);
    }),
    route(operations.listTeams, read, (input) =>
      mapPage(pageOf('team-permission', input), ({ id, data }) => ({
        permission: data.role,
        team: teamAnswer(input.context, requireObject(input.context, 'team', id)),
      })),
    ),
    route(operations.listUsers, read, (input) =>
      mapPage(pageOf('member-permission', input), ({ id, target, data }) => ({
        permission: data.role,
        user: userOf(input.context, id, target),
      })),
    ),
    route(operations.updateTeam, write, update('team-permission')),
    route(operations.updateUser, write, update('member-permission')),
    route(operations.removeTeam, write, remove('team-permission')),
    route(operations.removeUser, write, remove('member-permission')),
    route(operations.listAccess, read, ({ context, path, query }) => {
      const container = containerOf(context, path);
      const people = context.store.children('member', container.scope).flatMap((member) => {
        const access = accessOf(context, member, container) as SiteAccess | undefined;
        const isWanted = access !== undefined && (query.role ?? access.permission) === access.permission;
        return isWanted ? [{ id: member.id, member, access }] : [];
      });
      return mapPage(pageOfItems(people, query), ({ member, access }) => ({
        ...access,
        user: memberAnswer(context, member).user,
      }));
    }),
  ];
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

interface Invited {
  email: string;
  role: Role | null;
}

function invitedIn({ emails, role = 'read' }: BodyOf<typeof inviteMembers>) {
  return emails.map((each) => (typeof each === 'string' ? { email: each, role } : each));
}

/** Members and people with a pending invitation are skipped. Returns whether the person was invited. */
function invite(context: Context, organization: string, { email, role }: Invited, isSso: boolean) {
  const address = email.toLowerCase();
  const key = uniqueKey('invitation', organization, address);
  if (findNamed(context, 'member', organization, address) || findNamed(context, 'invitation', organization, address))
    return false;
  // A member of another organization keeps the sign-in of that organization.
  const sso = isSso && userWithEmail(context.store, email) === undefined;
  const data = { email, role, sso, createdAt: context.now };
  addObject(context, 'invitation', { parent: organization, uniqueKey: key }, data);
  return true;
}

function isToContent({ data }: Row<'link-invite'>) {
  return data.space !== undefined || data.collection !== undefined;
}

function inviteAnswer(context: Context, row: Row<'link-invite'>) {
  if (!isToContent(row)) return linkInviteAnswer(row);
  const { role: level, space, collection } = row.data;
  return defined({
    object: 'invite' as const,
    id: row.id,
    level,
    redundant: false,
    space: space === undefined ? undefined : spaceAnswer(context, requireObject(context, 'space', space)),
    collection:
      collection === undefined
        ? undefined
        : collectionAnswer(context, requireObject(context, 'collection', collection)),
  });
}

/** Lists pending invitations, for tests and demos: the API does not show them. */
export function listInvitations({ store }: Pick<Context, 'store'>) {
  return store
    .children('organization', '')
    .flatMap(({ id }) => store.children('invitation', id).map(({ data }) => ({ organization: id, ...data })));
}

export const people = resource({
  fixtureFields: { 'team-permission': ['team', 'role'], 'member-permission': ['member', 'role'] },
  routes: [
    ...routesIn({
      operations: asOperations(spacePermissions),
      containerOf: (context, { spaceId = '' }) => requireObject(context, 'space', spaceId),
      read: inSpace('read'),
      write: inSpace('admin'),
      accessOf: contentAccess,
    }),
    ...routesIn({
      operations: asOperations(collectionPermissions),
      containerOf: (context, { collectionId = '' }) => requireObject(context, 'collection', collectionId),
      read: inCollection('read'),
      write: inCollection('admin'),
      accessOf: contentAccess,
    }),
    ...routesIn({
      operations: sitePermissions,
      containerOf: (context, { organizationId = '', siteId = '' }) => requireSite(context, { organizationId, siteId }),
      read: reader,
      write: administrator,
      accessOf: siteAccess,
    }),
    route(getCaller, anyone, ({ context }) => userAnswer(context, '', context.callerId)),
    route(inviteMembers, administrator, ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const invited = invitedIn(body).filter((each) => invite(context, organization, each, body.sso === true));
      const known = invited.filter(({ email }) => userWithEmail(context.store, email) !== undefined);
      const users = known.map(({ email }) => userWithEmail(context.store, email) ?? '');
      const refused = body.sso === true ? { failedSSOEmails: known.map(({ email }) => email) } : {};
      return { users, invited: invited.length, ...refused };
    }),
    route(listLinkInvites, administrator, ({ context, row, query }) => {
      const ofOrganization = context.store.children('link-invite', row.id).filter((each) => !isToContent(each));
      return mapPage(pageOfItems(ofOrganization, query), linkInviteAnswer);
    }),
    route(getLinkInvite, administrator, ({ row }) => linkInviteAnswer(row)),
    route(updateLinkInvite, administrator, ({ context, row, body: { role, level = role } }) => {
      if (level === undefined) throw invalid('body: role or level is required');
      return inviteAnswer(context, rewrite(context, row, { ...row.data, role: level }));
    }),
    route(createLinkInvite, administrator, ({ context, row: organization, body }) => {
      if (!organization.data.inviteLinks) throw impossible('the organization does not allow link invites');
      const { level, space, collection, role = level } = body;
      if (role === undefined) throw invalid('body: role or level is required');
      if (space !== undefined) requireVisibleSpace(context, organization.id, space);
      if (collection !== undefined) requireObject(context, 'collection', collection);
      const data = { role, ...defined({ space, collection }) };
      return inviteAnswer(context, addObject(context, 'link-invite', { parent: organization.id }, data));
    }),
  ],
  load: loadPermissions,
});
