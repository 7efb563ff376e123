/** Link invite. The contract cannot create one, and has no list of them. */
import { call } from '../contract/endpoint.ts';
import { deleteLinkInvite, getLinkInvite, updateLinkInvite } from '../contract/organizations.ts';
import { fieldsOf } from './contract-field.ts';
import { defineKind } from './define-kind.ts';
import { roleExposure, text } from './field.ts';
import { decodeItem } from './reply.ts';

const field = fieldsOf(undefined, updateLinkInvite);

export const linkInvite = defineKind({
  name: 'link-invite',
  segment: 'linkInvites',
  title: 'link invite',
  description: 'An existing invite link, by id.',
  key: { field: 'id' },
  naturalKeys: [['id']],
  missing: 'blocked',
  loss: 'the link',
  shorthand: 'role',
  fields: {
    id: text('Id of the invite link.', {}, { example: 'inv_123', writtenBy: 'create', change: 'note' }),
    role: field('role', 'Role of people who follow the link.', {
      exposure: roleExposure(
        'people who follow the link get more permissions',
        'people who follow the link get fewer permissions',
      ),
    }),
  },
  reading: {
    by: 'id',
    call: ({ organization }, id) => call(getLinkInvite, { path: { organizationId: organization, inviteId: id } }),
    decode: decodeItem({ needs: ['id'], may: ['role'] }),
  },
  update: ({ organization, id, body }) => [
    call(updateLinkInvite, { path: { organizationId: organization, inviteId: id }, body }),
  ],
  delete: ({ organization, id }) => call(deleteLinkInvite, { path: { organizationId: organization, inviteId: id } }),
});
