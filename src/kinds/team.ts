/** Team: created by a PUT that makes a new team each time it is sent. */
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '../contract/teams.ts';
import { callWith, defineKind } from './define-kind.ts';
import { text } from './field.ts';
import { decodeItem } from './reply.ts';

export const team = defineKind({
  name: 'team',
  segment: 'teams',
  title: 'team',
  description: 'A group of members.',
  key: 'name',
  naturalKeys: [['title']],
  loss: 'its roster and what it may access',
  fields: {
    title: text('Name of the team.', { min: 1, max: 64 }, { required: true }),
  },
  reading: {
    by: 'list',
    call: ({ organization }) => callWith(listTeams, { organizationId: organization }),
    one: ({ organization }, id) => callWith(getTeam, { organizationId: organization, teamId: id }),
    shownWith: 'listTeams',
    decode: decodeItem({ needs: ['title'] }),
  },
  create: ({ organization, fields }) => callWith(createTeam, { organizationId: organization }, fields),
  update: ({ organization, id, fields }) => [callWith(updateTeam, { organizationId: organization, teamId: id }, fields)],
  delete: ({ organization, id }) => callWith(deleteTeam, { organizationId: organization, teamId: id }),
});
