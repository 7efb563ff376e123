/** Link invites. */

import type { Static } from '@sinclair/typebox';
import { deleteLinkInvite, getLinkInvite, type LinkInvite, updateLinkInvite } from '../../contract/organizations.ts';
import type { Role } from '../../contract/roles.ts';
import type { Context } from '../context.ts';
import type { FixtureContext } from '../fixture/context.ts';
import type { Row } from '../records.ts';
import { inOrganization, resource, route } from '../resource.ts';
import { requireObject, rewrite } from '../rules/objects.ts';

declare module '../records.ts' {
  interface Records {
    'link-invite': {
      role: Role;
    };
  }
}

function requireInvite(context: Context, path: { organizationId: string; inviteId: string }): Row<'link-invite'> {
  return requireObject(context, 'link-invite', path.inviteId, path.organizationId);
}

export function linkInviteAnswer(row: Row<'link-invite'>): Static<typeof LinkInvite> {
  return { object: 'invite', id: row.id, role: row.data.role, redundant: false };
}

function loadLinkInvites({ all, add, organization }: FixtureContext): void {
  for (const invite of all('link-invite')) {
    const { id = invite.key, role } = invite.fields;
    add(invite, { parent: organization, id: invite.pin ?? String(id) }, { role: role ?? 'read' });
  }
}

export const linkInvites = resource({
  fixtureFields: { 'link-invite': ['id', 'role'] },
  routes: [
    route(getLinkInvite, inOrganization('admin'), ({ context, path }) =>
      linkInviteAnswer(requireInvite(context, path)),
    ),
    route(deleteLinkInvite, inOrganization('admin'), ({ context, path }) =>
      context.store.remove(requireInvite(context, path)),
    ),
    route(updateLinkInvite, inOrganization('admin'), ({ context, path, body }) => {
      const was = requireInvite(context, path);
      return linkInviteAnswer(rewrite(context, was, { role: body.role }));
    }),
  ],
  load: loadLinkInvites,
});
