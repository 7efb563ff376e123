/** Members of organizations, and teams. An organization always keeps one admin. A ping returns a signed token for other services. */
import { randomBytes } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/2025-06/organization-members.ts';
import type { Member, User } from '../../contract/2025-06/people.ts';
import * as teams from '../../contract/2025-06/teams.ts';
import { ListOrder } from '../../contract/endpoint.ts';
import type { Role } from '../../contract/roles.ts';
import { impossible, notFound } from '../http/errors.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../http/pages.ts';
import type { MemberRecord } from '../records/member-record.ts';
import { canCall, defined, shownOf } from '../rules/answers.ts';
import { change, rewrite } from '../rules/changes.ts';
import { type Context, calledBy } from '../rules/context.ts';
import { type FixtureContext, userIdOf, withDefaults } from '../rules/fixture-context.ts';
import { addObject, findNamed, requireObject, requireWord, uniqueKey } from '../rules/objects.ts';
import {
  administrator,
  type BodyOf,
  inOrganization,
  listRoute,
  type QueryOf,
  reader,
  resource,
  route,
  routeInTwoSteps,
  teamOwner,
  teamReader,
} from '../rules/resource.ts';
import { accessOf, countAccess, countSpacesOfTeam, isReader, ownsTeam, roleIn } from '../rules/rights.ts';
import { compared } from '../store/compare.ts';
import type { Row } from '../store/records.ts';
import { spaceAnswer } from './space.ts';

declare module '../store/records.ts' {
  interface Records {
    member: MemberRecord;
    team: {
      title: string;
      createdAt: string;
    };
    'team-member': {
      role: 'owner' | 'member';
    };
  }
}

function memberUser(context: Context, { id, parent, data }: Row<'member'>): Static<typeof User> {
  const { displayName, email } = data;
  const urls = { location: userUrl(context, parent, id) };
  return { object: 'user', id, displayName, email, ...shownOf<Static<typeof User>>(data), urls };
}

function userUrl({ origin }: Context, organization: string, id: string) {
  return `${origin}/v1/orgs/${organization}/members/${id}`;
}

/** Only searches and sorting by time need all members. */
function pageOfMembers({ store }: Context, organization: string, query: QueryOf<typeof contract.listMembers>) {
  const { role, search = '', sort } = query;
  const descending = query.order !== 'asc';
  if (search === '' && sort !== 'lastSeenAt') {
    const where = role === undefined ? {} : { where: { name: 'role', is: role === 'guest' ? null : role } };
    return pageOfChildren(store, 'member', organization, query, { ...where, descending });
  }
  const part = search.toLowerCase();
  const rows = store
    .children('member', organization)
    .filter(({ data }) => role === undefined || role === (data.role ?? 'guest'))
    .filter(({ data }) => data.email.toLowerCase().includes(part) || data.displayName.toLowerCase().includes(part));
  const sorted = sort === 'lastSeenAt' ? byLastSeen(rows) : rows;
  return pageOfItems(descending ? sorted.reverse() : sorted, query);
}

function byLastSeen(rows: readonly Row<'member'>[]) {
  const seenMs = ({ data }: Row<'member'>) => Date.parse(data.lastSeenAt ?? '');
  return rows.filter(({ data }) => data.lastSeenAt !== undefined).sort((a, b) => seenMs(a) - seenMs(b));
}

function changeRole(context: Context, member: Row<'member'>, role: Role | null) {
  if (member.data.role === 'admin' && role !== 'admin') requireAnotherAdmin(context, member);
  return rewrite(context, member, { ...member.data, role });
}

function removeMember(context: Context, member: Row<'member'>) {
  const { store } = context;
  if (member.data.role === 'admin') {
    requireAnotherAdmin(context, member);
    if (member.id === context.callerId) throw impossible('an admin cannot remove themselves');
  }
  for (const row of [...store.all('team-member', member.id), ...store.all('member-permission', member.id)]) {
    if (row.target === member.parent) store.remove(row);
  }
  store.remove(member);
}

function requireAnotherAdmin(context: Context, member: Row<'member'>) {
  const admins = context.store.count('member', member.parent, { name: 'role', is: 'admin' });
  if (admins < 2) throw impossible('at least one admin must remain in the organization');
}

export function memberAnswer(context: Context, member: Row<'member'>): Static<typeof Member> {
  const { id, parent: organization, data } = member;
  const { role, joinedAt, lastSeenAt, sso } = data;
  return defined({
    object: 'member' as const,
    id,
    role,
    user: memberUser(context, member),
    disabled: false,
    joinedAt,
    lastSeenAt,
    sso,
    spaces: countAccess(context, member),
    teams: context.store.countWithTarget('team-member', id, organization),
  });
}

/** A user who is not a member of any organization is shown by id only. */
export function userAnswer(context: Context, organization: string, id: string): Static<typeof User> {
  const member = context.store.find('member', id, organization) ?? context.store.find('member', id);
  return member === undefined
    ? { object: 'user', id, displayName: id, urls: { location: userUrl(context, organization, id) } }
    : memberUser(context, member);
}

export function nameIn(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}

function loadMembers(fixture: FixtureContext) {
  for (const resource of fixture.all('member')) {
    const { email = resource.key, sso = false, ...rest } = resource.fields;
    const key = uniqueKey('member', fixture.organization, email.toLowerCase());
    const member = { email, ...withDefaults(rest, { displayName: nameIn(email), role: null }) };
    const joinedAt = fixture.tick();
    const seen = member.role === null ? {} : { lastSeenAt: joinedAt };
    const placing = { parent: fixture.organization, id: userIdOf(fixture, email, resource.pin), uniqueKey: key };
    fixture.add(resource, placing, { ...member, joinedAt, sso, ...seen });
  }
}

/** Fact with the secret that signs claims, as base64url. Created by the first ping. */
export const claimsSecretFact = 'visitorClaimsSecret';

const lifetimeSeconds = 60 * 60;

function notePing(context: Context, organization: string) {
  const { store, callerId } = context;
  const was = requireObject(context, 'member', callerId, organization);
  const { email, displayName: name, role } = change(context, was, { lastSeenAt: context.now }).data;
  const teams = store
    .all('team-member', callerId)
    .flatMap(({ target, parent }) => (target === organization ? [parent] : []));
  const iat = Math.floor(context.nowMs / 1000);
  const about = { email, name, role, teams };
  const claims = { ...about, iss: context.origin, aud: organization, sub: callerId, iat, exp: iat + lifetimeSeconds };
  return { claims, secret: secretOf(context) };
}

function secretOf({ store }: Context) {
  const known = store.readFact(claimsSecretFact);
  if (known !== undefined) return known;
  const made = randomBytes(32).toString('base64url');
  store.writeFact(claimsSecretFact, made);
  return made;
}

/** The package is loaded with the first token, because the platform starts faster without it. */
async function signClaims({ claims, secret }: ReturnType<typeof notePing>) {
  const { SignJWT } = await import('jose');
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' });
  return token.sign(Buffer.from(secret, 'base64url'));
}

/** A user in both `add` and `remove` is removed. `memberships` also adds users. */
function changeRoster(context: Context, team: Row<'team'>, change: BodyOf<typeof teams.updateTeamMembers>) {
  const idOf = (word: string) => userId(context, team.parent, word);
  const removed = new Set(change.remove?.map(idOf));
  for (const id of removed) {
    const membership = context.store.find('team-member', id, team.id);
    if (membership) context.store.remove(membership);
  }
  for (const id of change.add?.map(idOf) ?? []) if (!removed.has(id)) setRole(context, team, id);
  for (const [id, { role }] of Object.entries(change.memberships ?? {}))
    if (!removed.has(id)) setRole(context, team, id, role);
}

function setRole(context: Context, team: Row<'team'>, userId: string, role?: 'owner' | 'member') {
  const was = context.store.find('team-member', userId, team.id);
  if (was !== undefined) {
    if (role !== undefined) change(context, was, { role });
    return;
  }
  requireObject(context, 'member', userId, team.parent);
  addObject(context, 'team-member', { parent: team.id, id: userId, target: team.parent }, { role: role ?? 'member' });
}

function userId({ store }: Context, organization: string, word: string) {
  const isEmail = word.includes('@');
  const member = isEmail
    ? findNamed({ store }, 'member', organization, word.toLowerCase())
    : store.find('member', word, organization);
  if (member === undefined) throw notFound('member', word);
  return member.id;
}

function requireTeam(context: Context, { organizationId, teamId }: { organizationId: string; teamId: string }) {
  return requireObject(context, 'team', teamId, organizationId);
}

function removeTeam(context: Context, team: Row<'team'>) {
  const { store } = context;
  for (const provider of store.linkingTo('saml-provider', team.id))
    change(context, provider, { defaultTeam: null }, { target: '' });
  for (const permission of store.all('team-permission', team.id)) store.remove(permission);
  store.removeScope(team.id);
  store.remove(team);
}

export function teamAnswer(context: Context, row: Row<'team'>): Static<typeof teams.Team> {
  return {
    object: 'team',
    id: row.id,
    ...row.data,
    members: context.store.count('team-member', row.id),
    spaces: countSpacesOfTeam(context, row),
    permissions: teamPermissions(context, row),
  };
}

function teamMemberAnswer(context: Context, { id, target: organization, data }: Row<'team-member'>) {
  return {
    organization: memberAnswer(context, requireObject(context, 'member', id, organization)),
    team: { role: data.role },
    permissions: { view: isReader(context, organization) },
  };
}

function hasTitle({ data }: Row<'team'>, part = '') {
  return data.title.toLowerCase().includes(part.toLowerCase());
}

function teamPermissions(context: Context, team: Row<'team'>) {
  const role = roleIn(context, team.parent);
  const isOwner = ownsTeam(context, team.id);
  return { admin: canCall(role, teams.updateTeam) || isOwner, view: canCall(role, teams.getTeam) || isOwner };
}

function loadTeams(fixture: FixtureContext) {
  for (const team of fixture.all('team')) {
    const { title = team.key } = team.fields;
    const parent = fixture.add(team, { parent: fixture.organization }, { title, createdAt: fixture.tick() });
    for (const membership of fixture.within(team.id, 'team-member')) {
      const { member, role = 'member' } = membership.fields;
      const id = fixture.idOf('member', member);
      if (id === undefined) throw new Error(`the fixture has no member for ${membership.id}`);
      fixture.add(membership, { parent, id, target: fixture.organization }, { role });
    }
  }
}

export const people = resource({
  fixtureFields: {
    member: ['email', 'displayName', 'role', 'sso', 'shown'],
    team: ['title'],
    'team-member': ['member', 'role'],
  },
  routes: [
    route(contract.listMembers, reader, ({ context, path, query }) => {
      const { organizationId: organization } = path;
      requireWord('query.role', query.role, contract.MemberFilter);
      requireWord('query.sort', query.sort, contract.MemberSort);
      requireWord('query.order', query.order, ListOrder);
      return mapPage(pageOfMembers(context, organization, query), (row) => memberAnswer(context, row));
    }),
    route(contract.getMember, { of: 'member', least: 'read' }, ({ context, row }) => memberAnswer(context, row)),
    route(contract.deleteMember, administrator, ({ context, row }) => removeMember(context, row)),
    route(contract.updateMember, administrator, ({ context, row, body }) =>
      memberAnswer(context, body.role === undefined ? row : changeRole(context, row, body.role)),
    ),
    route(contract.makeMemberSso, administrator, ({ context, row }) =>
      memberAnswer(context, change(context, row, { sso: true })),
    ),
    route(contract.listMemberSpaces, { of: 'member', least: 'admin' }, ({ context, row: member, query }) => {
      requireWord('query.order', query.order, ListOrder);
      const sign = query.order === 'asc' ? 1 : -1;
      const createdMs = ({ space }: { space: Row<'space'> }) => Date.parse(space.data.createdAt);
      const sorted = accessOf(context, member).sort(
        (a, b) => sign * (createdMs(a) - createdMs(b) || compared(a.id, b.id)),
      );
      return mapPage(pageOfItems(sorted, query), ({ permission, space }) => ({
        permission,
        space: spaceAnswer(context, space),
      }));
    }),
    routeInTwoSteps(
      contract.ping,
      inOrganization('guest'),
      ({ context, path }) => notePing(context, path.organizationId),
      async (claims) => ({ serviceVisitorClaims: await signClaims(claims) }),
    ),
    route(contract.listMemberTeams, { of: 'member', least: 'read' }, ({ context, path, query }) => {
      const member = requireObject(context, 'member', path.userId, path.organizationId);
      const memberships = context.store
        .all('team-member', member.id)
        .filter(({ target }) => target === member.parent)
        .map(({ parent: id, data }) => ({ id, role: data.role, team: requireObject(context, 'team', id) }))
        .filter(({ team }) => hasTitle(team, query.title))
        .sort((a, b) => a.team.position - b.team.position);
      const answer = ({ team, role }: (typeof memberships)[number]) => ({
        team: teamAnswer(context, team),
        member: { role },
      });
      return mapPage(pageOfItems(memberships, query), answer);
    }),
    route(teams.listTeams, reader, ({ context, path, query }) => {
      const { store } = context;
      const { organizationId: organization } = path;
      if (query.owner === undefined && query.title === undefined)
        return mapPage(pageOfChildren(store, 'team', organization, query), (row) => teamAnswer(context, row));
      const manager = query.owner === undefined ? undefined : calledBy(context, query.owner);
      const kept = store
        .children('team', organization)
        .filter((row) => hasTitle(row, query.title))
        .filter((row) => manager === undefined || teamPermissions(manager, row).admin);
      return mapPage(pageOfItems(kept, query), (row) => teamAnswer(context, row));
    }),
    route(teams.createTeam, administrator, ({ context, path, body }) => {
      const data = { title: body.title, createdAt: context.now };
      const team = addObject(context, 'team', { parent: path.organizationId }, data);
      changeRoster(context, team, { add: body.members ?? [] });
      return teamAnswer(context, team);
    }),
    route(teams.getTeam, teamReader, ({ context, row }) => teamAnswer(context, row)),
    route(teams.deleteTeam, administrator, ({ context, row }) => removeTeam(context, row)),
    route(teams.updateTeam, teamOwner, ({ context, row, body }) => teamAnswer(context, change(context, row, body))),
    listRoute(teams.listTeamMembers, teamReader, 'team-member', teamMemberAnswer),
    route(teams.updateTeamMembers, teamOwner, ({ context, row, body }) => changeRoster(context, row, body)),
    route(teams.setTeamMember, teamOwner, ({ context, path, body }) =>
      setRole(context, requireTeam(context, path), path.userId, body.role),
    ),
    route(teams.deleteTeamMember, teamOwner, ({ context, path }) =>
      context.store.remove(requireObject(context, 'team-member', path.userId, requireTeam(context, path).id)),
    ),
  ],
  load: (fixture) => {
    loadMembers(fixture);
    loadTeams(fixture);
  },
});
