/** Routes of contract section "Teams and team members". */
import {
  createTeam,
  deleteTeam,
  deleteTeamMember,
  getTeam,
  listTeamMembers,
  listTeams,
  setTeamMember,
  updateTeam,
  updateTeamMembers,
} from '../../contract/teams.ts';
import { teamAnswer, teamMemberAnswers } from '../answers/people.ts';
import { teamPermissions } from '../answers/permissions.ts';
import { calledBy } from '../context.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { requireObject, requireOrganization } from '../rules/require.ts';
import { changeRoster, removeTeam, requireTeam, setRole } from '../rules/teams.ts';
import { addObject, rewrite } from '../rules/write.ts';

export const teamRoutes = [
  route(listTeams, ({ context, path, query }) => {
    const { store } = context;
    const organization = requireOrganization(context, path.organizationId).id;
    const answer = (row: Row<'team'>) => teamAnswer(context, row);
    if (query.owner === undefined && query.title === undefined) return mapPage(pageOfChildren(store, 'team', organization, query), answer);
    const part = query.title?.toLowerCase() ?? '';
    const manager = query.owner === undefined ? undefined : calledBy(context, query.owner);
    const kept = store
      .children('team', organization)
      .filter((row) => row.data.title.toLowerCase().includes(part) && (manager === undefined || teamPermissions(manager, row).admin));
    return mapPage(pageOfItems(kept, query), answer);
  }),
  route(createTeam, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const team = addObject(context, 'team', { parent: organization }, { title: body.title, createdAt: context.now });
    changeRoster(context, team, { add: body.members ?? [] });
    return teamAnswer(context, team);
  }),
  route(getTeam, ({ context, path }) => teamAnswer(context, requireTeam(context, path))),
  route(deleteTeam, ({ context, path }) => removeTeam(context, requireTeam(context, path))),
  route(updateTeam, ({ context, path, body }) => {
    const was = requireTeam(context, path);
    return teamAnswer(context, rewrite(context, was, { ...was.data, title: body.title }));
  }),
  route(listTeamMembers, ({ context, path, query }) => {
    const team = requireTeam(context, path);
    return mapPage(pageOfChildren(context.store, 'team-member', team.id, query), teamMemberAnswers(context, team.parent));
  }),
  route(updateTeamMembers, ({ context, path, body }) => changeRoster(context, requireTeam(context, path), body)),
  route(setTeamMember, ({ context, path, body }) => setRole(context, requireTeam(context, path), path.userId, body.role)),
  route(deleteTeamMember, ({ context, path }) => {
    const team = requireTeam(context, path);
    context.store.remove(requireObject(context, 'team-member', path.userId, team.id));
  }),
];
