/** Link invites. */

import type { Static } from '@sinclair/typebox';
import { deleteLinkInvite, getLinkInvite, type LinkInvite, updateLinkInvite } from '../../contract/organizations.ts';
import type { Role } from '../../contract/roles.ts';
import type { FixtureContext } from '../fixture/context.ts';
import type { Row } from '../records.ts';
import { inOrganization, resource, route } from '../resource.ts';
import { rewrite } from '../rules/objects.ts';

declare module '../records.ts' {
  interface Records {
    'link-invite': {
      role: Role;
    };
  }
}

export function linkInviteAnswer(row: Row<'link-invite'>): Static<typeof LinkInvite> {
  return { object: 'invite', id: row.id, role: row.data.role, redundant: false };
}

function loadLinkInvites({ all, add, organization }: FixtureContext) {
  for (const invite of all('link-invite')) {
    const { id = invite.key, role } = invite.fields;
    add(invite, { parent: organization, id: invite.pin ?? String(id) }, { role: role ?? 'read' });
  }
}

export const linkInvites = resource({
  fixtureFields: { 'link-invite': ['id', 'role'] },
  routes: [
    route(getLinkInvite, inOrganization('admin'), ({ row }) => linkInviteAnswer(row)),
    route(deleteLinkInvite, inOrganization('admin'), ({ context, row }) => context.store.remove(row)),
    route(updateLinkInvite, inOrganization('admin'), ({ context, row, body }) =>
      linkInviteAnswer(rewrite(context, row, { role: body.role })),
    ),
  ],
  load: loadLinkInvites,
});
