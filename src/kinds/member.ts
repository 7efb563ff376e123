/** Member. A missing member is pending: the contract cannot invite anyone, and an invited person has to accept. */
import type { Static } from '@sinclair/typebox';
import {
  deleteMember,
  getMember,
  listMembers,
  makeMemberSso,
  updateMember,
} from '../contract/2025-06/organization-members.ts';
import { inviteMembers } from '../contract/gitbook/people.ts';
import type { RoleOrNull } from '../contract/role-schemas.ts';
import { roles } from '../contract/roles.ts';
import { callOf, defineFieldsOf, defineKind, type StepInput } from './define-kind.ts';
import { booleanField, exposureByRank, textField } from './field.ts';
import { addFields, decodeMembers, objectOrUndefined, textOrUndefined } from './reading.ts';

const inGitbook = {
  invitedWith: ['role', 'sso'],
  invite: (step: StepInput) => {
    const { fields, items = [] } = step;
    const { role, sso } = fields;
    const emails = items.map((item) => String(item.fields.email));
    const body = {
      emails: role === undefined ? emails : emails.map((email) => ({ email, role: role as Static<typeof RoleOrNull> })),
      ...(sso === true ? { sso } : {}),
    };
    return callOf(inviteMembers)({ ...step, body });
  },
  reservations: (reply: unknown) => {
    const { failedSSOEmails: refused } = objectOrUndefined(reply) ?? {};
    const why = 'invited without SSO, because this person is a member of another organization';
    return Object.fromEntries(Array.isArray(refused) ? refused.map((email) => [String(email).toLowerCase(), why]) : []);
  },
} as const;

const field = defineFieldsOf(undefined, updateMember);

export const member = defineKind({
  name: 'member',
  segment: 'members',
  title: 'member',
  description:
    'A member of the organization, by e-mail address. docform sets the permissions of members who have joined.',
  key: { field: 'email' },
  shorthand: 'role',
  naturalKeys: [['email']],
  missing: 'pending',
  pruneMustBeNamed: true,
  keepsOne: { field: 'role', value: 'admin' },
  loss: 'the membership in the organization and in all teams; the person must be invited again',
  fields: {
    email: textField(
      'E-mail address.',
      { example: 'ana@acme.dev', caseFolded: true, writtenBy: 'create', change: 'note' },
      { format: 'email' },
    ),
    role: field('role', 'Role in the organization. `null` means guest.', {
      example: 'read',
      nullIsValue: true,
      exposure: {
        // The new member of a plan is somebody who has not joined yet.
        ofNew: true,
        ...exposureByRank(
          [[null, ...roles.filter((each) => each !== 'admin')], ['admin']],
          'this person becomes an organization admin',
          'this person is no longer an organization admin',
        ),
      },
    }),
    sso: booleanField('Whether the member signs in through a SAML provider. You cannot revert this setting.', {
      oneWay: true,
      defaultValue: false,
    }),
  },
  reading: {
    by: 'list',
    call: callOf(listMembers),
    one: callOf(getMember),
    shownWith: 'listMembers',
    decode: (item) => {
      const decoded = decodeMembers(item, { may: ['role', 'sso'] });
      const user = objectOrUndefined(objectOrUndefined(item)?.user);
      return (
        decoded &&
        user &&
        addFields({ ...decoded, id: textOrUndefined(user.id) ?? decoded.id }, { email: textOrUndefined(user.email) })
      );
    },
  },
  update: (step) => [
    ...(step.fields.role === undefined ? [] : [callOf(updateMember)(step)]),
    ...(step.fields.sso === true ? [callOf(makeMemberSso)(step)] : []),
  ],
  delete: callOf(deleteMember),
  overrides: { gitbook: inGitbook, 'gitbook-0.180': inGitbook },
});
