/** Invalid uses of kinds and calls that `tsc --noEmit` must refuse, in a file that is never executed. */

import { createSection } from '../src/contract/2025-06/site-sections.ts';
import { createTeam, deleteTeam, updateTeam } from '../src/contract/2025-06/teams.ts';
import { createCall } from '../src/contract/endpoint.ts';
import { callOf, defineFieldsOf, defineKind } from '../src/kinds/define-kind.ts';

const team = { organizationId: 'o1', teamId: 't1' };

export const calls = [
  createCall(updateTeam, { path: team, body: { title: 'Docs' } }),
  // @ts-expect-error the path has a second parameter
  createCall(updateTeam, { path: { organizationId: 'o1' }, body: { title: 'Docs' } }),
  // @ts-expect-error the path has no such parameter
  createCall(updateTeam, { path: { ...team, siteId: 's1' }, body: { title: 'Docs' } }),
  // @ts-expect-error its body must not be empty
  createCall(updateTeam, { path: team }),
  // @ts-expect-error a title is a text
  createCall(updateTeam, { path: team, body: { title: 7 } }),
  // @ts-expect-error its body has no such member
  createCall(updateTeam, { path: team, body: { title: 'Docs', name: 'docs' } }),
  // @ts-expect-error its body requires a space
  createCall(createSection, { path: { organizationId: 'o1', siteId: 's1' }, body: { title: 'Guide' } }),
  // @ts-expect-error it has no body
  createCall(deleteTeam, { path: team, body: {} }),
];

const field = defineFieldsOf(createTeam, updateTeam);

// @ts-expect-error no body of a team has this member
export const unknown = field('colour', 'What it looks like.');

const words = {
  name: 'team',
  segment: 'teams',
  title: 'team',
  description: 'A team.',
  key: 'name',
  naturalKeys: [['title']],
} as const;
const reading = { by: 'id', call: () => createCall(deleteTeam, { path: team }), decode: () => undefined } as const;

export const kinds = [
  defineKind({
    ...{ ...words, reading },
    fields: { title: field('title', 'Name.') },
    create: ({ organization, body }) => createCall(createTeam, { path: { organizationId: organization }, body }),
    update: ({ body }) => [createCall(updateTeam, { path: team, body })],
  }),
  defineKind({
    ...{ ...words, reading },
    fields: { title: field('title', 'Name.') },
    create: callOf(createTeam),
    update: callOf(updateTeam),
    delete: callOf(deleteTeam),
  }),
  defineKind({
    ...{ ...words, reading },
    fields: { members: field('members', 'Who.') },
    // @ts-expect-error none of its fields is the title that the body requires
    update: callOf(updateTeam),
  }),
  defineKind({
    ...{ ...words, reading },
    fields: { members: field('members', 'Who.') },
    // @ts-expect-error none of its fields is the title that the body requires
    update: ({ body }) => [createCall(updateTeam, { path: team, body })],
  }),
  defineKind({
    ...{ ...words, reading },
    fields: { title: field('title', 'Name.') },
    // @ts-expect-error fields by the names of the configuration are no body
    update: ({ fields }) => [createCall(updateTeam, { path: team, body: fields })],
  }),
];
