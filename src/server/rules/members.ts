/** Members: at least one admin remains, and nobody removes themselves. */
import type { Context } from '../context.ts';
import { impossible } from '../errors.ts';
import type { Role, Row } from '../records.ts';
import { requireObject, requireOrganization } from './require.ts';
import { rewrite } from './write.ts';

export function requireMember(context: Context, path: { readonly organizationId: string; readonly userId: string }): Row<'member'> {
  requireOrganization(context, path.organizationId);
  return requireObject(context, 'member', path.userId, path.organizationId);
}

export function changeRole(context: Context, member: Row<'member'>, role: Role | null): Row<'member'> {
  if (member.data.role === 'admin' && role !== 'admin') requireAnotherAdmin(context, member);
  return rewrite(context, member, { ...member.data, role });
}

/** Out of the organization and out of its teams. */
export function removeMember(context: Context, member: Row<'member'>): void {
  const { store } = context;
  if (member.data.role === 'admin') {
    requireAnotherAdmin(context, member);
    if (member.id === context.callerId) throw impossible('an admin cannot remove themselves');
  }
  for (const membership of store.all('team-member', member.id)) {
    if (membership.target === member.parent) store.remove(membership);
  }
  store.remove(member);
}

function requireAnotherAdmin(context: Context, member: Row<'member'>): void {
  const admins = context.store.count('member', member.parent, { name: 'role', is: 'admin' });
  if (admins < 2) throw impossible('at least one admin must remain in the organization');
}
