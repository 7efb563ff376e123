/** Link invites: a role that whoever has the link gets. */

import type { Static } from '@sinclair/typebox';
import { deleteLinkInvite, getLinkInvite, type LinkInvite, updateLinkInvite } from '../../contract/organizations.ts';
import type { Role } from '../../contract/roles.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { inOrganization } from '../rules/needs.ts';
import { requireObject, requireOrganization } from '../rules/require.ts';
import { rewrite } from '../rules/write.ts';
import type { Declared } from '../seed/declared.ts';
import type { Bed } from '../seed/planter.ts';

export interface LinkInviteRecord {
  role: Role;
}

declare module '../records.ts' {
  interface Records {
    'link-invite': LinkInviteRecord;
  }
}

export interface WorldLinkInvite {
  readonly id: string;
  readonly role: Role;
}

function requireInvite(context: Context, path: { organizationId: string; inviteId: string }): Row<'link-invite'> {
  requireOrganization(context, path.organizationId);
  return requireObject(context, 'link-invite', path.inviteId, path.organizationId);
}

function linkInviteAnswer(row: Row<'link-invite'>): Static<typeof LinkInvite> {
  return { object: 'invite', id: row.id, role: row.data.role, redundant: false };
}

export function linkInvitesOf({ all }: Declared): readonly WorldLinkInvite[] {
  return all('link-invite').map((block) => {
    block.passOver('id');
    return { id: block.key, role: (block.text('role') as Role | undefined) ?? 'read' };
  });
}

export function plantLinkInvites({ put, organization }: Bed, invites: readonly WorldLinkInvite[]): void {
  for (const { id, role } of invites) put('link-invite', { parent: organization, id }, { role });
}

export const linkInvites = resource({
  titles: { 'link-invite': 'link invite' },
  routes: [
    route(getLinkInvite, inOrganization('admin'), ({ context, path }) => linkInviteAnswer(requireInvite(context, path))),
    route(deleteLinkInvite, inOrganization('admin'), ({ context, path }) => context.store.remove(requireInvite(context, path))),
    route(updateLinkInvite, inOrganization('admin'), ({ context, path, body }) => {
      const was = requireInvite(context, path);
      return linkInviteAnswer(rewrite(context, was, { role: body.role }));
    }),
  ],
  plant: plantLinkInvites,
});
