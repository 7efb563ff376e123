/** Rosters of teams: users by id or e-mail, each in a team once. */
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Row } from '../records.ts';
import { requireObject, requireOrganization, uniqueKey } from './require.ts';
import { addObject, rewrite } from './write.ts';

export type TeamRole = 'owner' | 'member';

export function requireTeam(context: Context, path: { readonly organizationId: string; readonly teamId: string }): Row<'team'> {
  requireOrganization(context, path.organizationId);
  return requireObject(context, 'team', path.teamId, path.organizationId);
}

export interface RosterChange {
  /** User ids or e-mails. */
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly memberships?: { readonly [userId: string]: { readonly role: TeamRole } };
}

/** A user who is both added and removed ends removed. Who is named in `memberships` alone is added as well. */
export function changeRoster(context: Context, team: Row<'team'>, change: RosterChange): void {
  const idOf = (word: string): string => userId(context, team.parent, word);
  const removed = new Set(change.remove?.map(idOf));
  for (const id of removed) {
    const membership = context.store.find('team-member', id, team.id);
    if (membership) context.store.remove(membership);
  }
  for (const id of change.add?.map(idOf) ?? []) if (!removed.has(id)) setRole(context, team, id);
  for (const [id, { role }] of Object.entries(change.memberships ?? {})) if (!removed.has(id)) setRole(context, team, id, role);
}

/** Adds the user where absent, as a member unless told otherwise. */
export function setRole(context: Context, team: Row<'team'>, userId: string, role?: TeamRole): void {
  const was = context.store.find('team-member', userId, team.id);
  if (was !== undefined) {
    if (role !== undefined && role !== was.data.role) rewrite(context, was, { role });
    return;
  }
  requireObject(context, 'member', userId, team.parent);
  addObject(context, 'team-member', { parent: team.id, id: userId, target: team.parent }, { role: role ?? 'member' });
}

/** The id that an id or e-mail stands for. */
function userId({ store }: Context, organization: string, word: string): string {
  const isEmail = word.includes('@');
  const member = isEmail ? store.holderOf(uniqueKey('member', organization, word.toLowerCase())) : store.find('member', word, organization);
  if (member === undefined) throw notFound('member', word);
  return member.id;
}

export function removeTeam(context: Context, team: Row<'team'>): void {
  const { store } = context;
  for (const provider of store.linkingTo('saml-provider', team.id)) {
    const { defaultTeam: _, ...data } = provider.data;
    rewrite(context, provider, data, { target: '' });
  }
  store.removeScope(team.id);
  store.remove(team);
}
