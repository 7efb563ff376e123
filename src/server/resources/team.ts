/** Teams and their members. */

import type { Static } from '@sinclair/typebox';
import { listMemberTeams } from '../../contract/organization-members.ts';
import type { Team } from '../../contract/people.ts';
import * as contract from '../../contract/teams.ts';
import { canCall } from '../answers.ts';
import { type Context, calledBy } from '../context.ts';
import { notFound } from '../errors.ts';
import type { FixtureContext } from '../fixture/context.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { type BodyOf, inOrganization, listRoute, resource, route, teamOwner, teamReader } from '../resource.ts';
import { addObject, change, requireObject, uniqueKey } from '../rules/objects.ts';
import { countSpacesOfTeam, isReader, ownsTeam, roleIn } from '../rules/rights.ts';
import { memberAnswer } from './member.ts';

declare module '../records.ts' {
  interface Records {
    team: {
      title: string;
      createdAt: string;
    };
    'team-member': {
      role: 'owner' | 'member';
    };
  }
}

/** A user in both `add` and `remove` is removed. `memberships` also adds users. */
function changeRoster(context: Context, team: Row<'team'>, change: BodyOf<typeof contract.updateTeamMembers>) {
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
  if (was !== undefined) return void change(context, was, { role });
  requireObject(context, 'member', userId, team.parent);
  addObject(context, 'team-member', { parent: team.id, id: userId, target: team.parent }, { role: role ?? 'member' });
}

function userId({ store }: Context, organization: string, word: string) {
  const isEmail = word.includes('@');
  const member = isEmail
    ? store.findByKey(uniqueKey('member', organization, word.toLowerCase()))
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

export function teamAnswer(context: Context, row: Row<'team'>): Static<typeof Team> {
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
  return { admin: canCall(role, contract.updateTeam) || isOwner, view: canCall(role, contract.getTeam) || isOwner };
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

export const teams = resource({
  fixtureFields: { team: ['title'], 'team-member': ['member', 'role'] },
  routes: [
    route(listMemberTeams, { of: 'member', least: 'read' }, ({ context, path, query }) => {
      const member = requireObject(context, 'member', path.userId, path.organizationId);
      const teams = context.store
        .all('team-member', member.id)
        .filter(({ target }) => target === member.parent)
        .map(({ parent: id, data }) => ({ id, role: data.role, team: requireObject(context, 'team', id) }))
        .filter(({ team }) => hasTitle(team, query.title))
        .sort((a, b) => a.team.position - b.team.position);
      const answer = ({ team, role }: (typeof teams)[number]) => ({
        team: teamAnswer(context, team),
        member: { role },
      });
      return mapPage(pageOfItems(teams, query), answer);
    }),
    route(contract.listTeams, inOrganization('read'), ({ context, path, query }) => {
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
    route(contract.createTeam, inOrganization('admin'), ({ context, path, body }) => {
      const data = { title: body.title, createdAt: context.now };
      const team = addObject(context, 'team', { parent: path.organizationId }, data);
      changeRoster(context, team, { add: body.members ?? [] });
      return teamAnswer(context, team);
    }),
    route(contract.getTeam, teamReader, ({ context, row }) => teamAnswer(context, row)),
    route(contract.deleteTeam, inOrganization('admin'), ({ context, row }) => removeTeam(context, row)),
    route(contract.updateTeam, teamOwner, ({ context, row, body }) => teamAnswer(context, change(context, row, body))),
    listRoute(contract.listTeamMembers, teamReader, 'team-member', teamMemberAnswer),
    route(contract.updateTeamMembers, teamOwner, ({ context, row, body }) => changeRoster(context, row, body)),
    route(contract.setTeamMember, teamOwner, ({ context, path, body }) =>
      setRole(context, requireTeam(context, path), path.userId, body.role),
    ),
    route(contract.deleteTeamMember, teamOwner, ({ context, path }) =>
      context.store.remove(requireObject(context, 'team-member', path.userId, requireTeam(context, path).id)),
    ),
  ],
  load: loadTeams,
});
