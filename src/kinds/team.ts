/** Team. Each create PUT makes another team. */
import { call } from '../contract/endpoint.ts';
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '../contract/teams.ts';
import { defineKind, fieldsOf } from './define-kind.ts';
import { decodeItem } from './reading.ts';

const field = fieldsOf(createTeam, updateTeam);

export const team = defineKind({
  name: 'team',
  segment: 'teams',
  title: 'team',
  description: 'A group of members.',
  key: 'name',
  exampleKey: 'docs',
  naturalKeys: [['title']],
  mayBeExternal: true,
  loss: 'its list of members and its permissions',
  fields: {
    title: field('title', 'Name of the team.', { required: true, example: 'Docs' }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => call(listTeams, { path: { organizationId: organization } }),
    one: ({ organization }, id) => call(getTeam, { path: { organizationId: organization, teamId: id } }),
    shownWith: 'listTeams',
    decode: decodeItem({ needs: ['title'] }),
  },
  create: ({ organization, body }) => call(createTeam, { path: { organizationId: organization }, body }),
  update: ({ organization, id, body }) => [
    call(updateTeam, { path: { organizationId: organization, teamId: id }, body }),
  ],
  delete: ({ organization, id }) => call(deleteTeam, { path: { organizationId: organization, teamId: id } }),
});
