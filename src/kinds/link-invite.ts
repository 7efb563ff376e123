/** Link invite. The contract cannot create one, and has no list of them. The vendor's platform has both. */
import type { Static } from '@sinclair/typebox';
import type { Role } from '../contract/endpoint.ts';
import { deleteLinkInvite, getLinkInvite, updateLinkInvite } from '../contract/organizations.ts';
import { createLinkInvite, listLinkInvites } from '../contract/vendor/people.ts';
import { callOf, defineKind, fieldsOf, type StepInput } from './define-kind.ts';
import { roleExposure, text } from './field.ts';
import { decodeItem } from './reading.ts';

/** Without the id, which is the secret of the link, a link is found by its role. */
const inVendor = {
  naturalKeys: [['role']],
  missing: undefined,
  reading: {
    by: 'list',
    call: callOf(listLinkInvites),
    decode: decodeItem({ may: ['role'] }),
  },
  hasSecretId: true,
  create: (step: StepInput) =>
    callOf(createLinkInvite)({ ...step, body: { role: (step.fields.role ?? 'read') as Static<typeof Role> } }),
} as const;

const field = fieldsOf(undefined, updateLinkInvite);

export const linkInvite = defineKind({
  name: 'link-invite',
  segment: 'linkInvites',
  title: 'link invite',
  description: 'A link to join the organization. The API of June 2025 has only existing link invites, by id.',
  key: { field: 'id' },
  naturalKeys: [['id']],
  missing: 'blocked',
  loss: 'the link',
  shorthand: 'role',
  fields: {
    id: text(
      'Id of the link invite, or a free name on platforms that can create link invites.',
      {},
      { example: 'inv_123', writtenBy: 'create', change: 'note' },
    ),
    role: field('role', 'Role of people who follow the link.', {
      exposure: {
        ...roleExposure(
          'people who follow the link get more permissions',
          'people who follow the link get fewer permissions',
        ),
        ofNew: true,
      },
    }),
  },
  reading: {
    by: 'id',
    call: callOf(getLinkInvite),
    decode: decodeItem({ needs: ['id'], may: ['role'] }),
  },
  update: callOf(updateLinkInvite),
  delete: callOf(deleteLinkInvite),
  overrides: { vendor: inVendor, 'vendor-2025': inVendor },
});
