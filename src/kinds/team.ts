/** Team. Each create PUT makes another team. */
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '../contract/teams.ts';
import { callOf, defineKind, fieldsOf } from './define-kind.ts';
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
    call: callOf(listTeams),
    one: callOf(getTeam),
    shownWith: 'listTeams',
    decode: decodeItem({ needs: ['title'] }),
  },
  create: callOf(createTeam),
  update: callOf(updateTeam),
  delete: callOf(deleteTeam),
});
