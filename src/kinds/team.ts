/** Team, of which each create PUT makes another one, and team members, whose changes in a team one call writes. */

import type { Static } from '@sinclair/typebox';
import {
  createTeam,
  deleteTeam,
  getTeam,
  listTeamMembers,
  listTeams,
  TeamRole,
  updateTeam,
  updateTeamMembers,
} from '../contract/2025-06/teams.ts';
import { type BodyOf, callOf, defineFieldsOf, defineKind, fieldFromSchema, type StepInput } from './define-kind.ts';
import { exposureByRank, referenceField } from './field.ts';
import { createDecoder, type Decoded, objectOrUndefined, textOrUndefined } from './reading.ts';

const field = defineFieldsOf(createTeam, updateTeam);

export const team = defineKind({
  name: 'team',
  segment: 'teams',
  title: 'team',
  description: 'A group of members.',
  key: 'name',
  exampleKey: 'docs',
  naturalKeys: [['title']],
  mayBeExternal: true,
  loss: 'its permissions',
  fields: {
    title: field('title', 'Name of the team.', { required: true, example: 'Docs' }),
  },
  reading: {
    by: 'list',
    call: callOf(listTeams),
    one: callOf(getTeam),
    shownWith: 'listTeams',
    decode: createDecoder({ needs: ['title'] }),
  },
  create: callOf(createTeam),
  update: callOf(updateTeam),
  delete: callOf(deleteTeam),
});

/** The id is the user's, as in team updates. */
function decodeMember(value: unknown): Decoded | undefined {
  const item = objectOrUndefined(value);
  const member = objectOrUndefined(item?.organization);
  const id = textOrUndefined(objectOrUndefined(member?.user)?.id) ?? textOrUndefined(member?.id);
  const role = textOrUndefined(objectOrUndefined(item?.team)?.role);
  return id === undefined || role === undefined ? undefined : { id, fields: { member: id, role } };
}

function memberChangesBody({ items = [] }: StepInput): BodyOf<typeof updateTeamMembers> {
  const idsWithOperation = (operation: string) =>
    items.filter((item) => item.operation === operation).map(({ id }) => id);
  const add = idsWithOperation('create');
  const remove = idsWithOperation('delete');
  const memberships: { [id: string]: { role: Static<typeof TeamRole> } } = {};
  for (const { operation, id, fields } of items) {
    const role = fields.role as Static<typeof TeamRole> | undefined;
    if (role !== undefined && (operation === 'update' || (operation === 'create' && role === 'owner')))
      memberships[id] = { role };
  }
  return {
    ...(add.length > 0 ? { add } : {}),
    ...(remove.length > 0 ? { remove } : {}),
    ...(Object.keys(memberships).length > 0 ? { memberships } : {}),
  };
}

export const teamMember = defineKind({
  name: 'team-member',
  segment: 'members',
  title: 'team member',
  description: 'A member of a team, by e-mail address.',
  parents: ['team'],
  key: { field: 'member' },
  shorthand: 'role',
  naturalKeys: [['member']],
  bulk: true,
  sharesId: true,
  keepsOneInEach: { field: 'role', value: 'owner' },
  fields: {
    member: referenceField('member', 'Member of the organization.', { writtenBy: 'create', change: 'replace' }),
    role: fieldFromSchema(TeamRole, 'Role in the team. An `owner` can manage the members of the team.', {
      initial: 'member',
      exposure: {
        ...exposureByRank(
          [['member'], ['owner']],
          'this person can manage the members of the team',
          'this person can no longer manage the members of the team',
        ),
        ofNew: true,
      },
    }),
  },
  reading: {
    by: 'list',
    call: callOf(listTeamMembers),
    decode: decodeMember,
  },
  bulkCalls: (step) => [callOf(updateTeamMembers)({ ...step, body: memberChangesBody(step) })],
});
