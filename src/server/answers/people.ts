/** Members, teams and SAML providers as the contract shows them. */
import type { Static } from '@sinclair/typebox';
import type { Member, Team, User } from '../../contract/people.ts';
import type { SamlProvider } from '../../contract/sso.ts';
import type { TeamMember } from '../../contract/teams.ts';
import type { Context } from '../context.ts';
import type { Role, Row } from '../records.ts';
import { countAccess } from '../rules/access.ts';
import { requireObject } from '../rules/require.ts';
import { isReader } from '../rules/rights.ts';
import { defined, shownOf } from './defined.ts';
import { teamPermissions } from './permissions.ts';

/** Answers members of one organization; what they share is counted once. */
export function memberAnswers(context: Context, organization: string): (row: Row<'member'>) => Static<typeof Member> {
  const counts = new Map<Role | null, number>();
  return ({ id, data }) => {
    const spaceCount = counts.get(data.role) ?? countAccess(context, organization, data.role);
    counts.set(data.role, spaceCount);
    return defined({
      object: 'member' as const,
      id,
      role: data.role,
      user: memberUser(context, organization, id, data),
      disabled: false,
      joinedAt: data.joinedAt,
      lastSeenAt: data.lastSeenAt,
      sso: data.sso,
      spaces: spaceCount,
      teams: context.store.countWithTarget('team-member', id, organization),
    });
  };
}

function memberUser(
  context: Context,
  organization: string,
  id: string,
  { displayName, email, shown = {} }: Row<'member'>['data'],
): Static<typeof User> {
  const urls = { location: userAddress(context, organization, id) };
  return { object: 'user', id, displayName, email, ...shownOf<Static<typeof User>>({ shown }), urls };
}

function userAddress({ origin }: Context, organization: string, id: string): string {
  return `${origin}/v1/orgs/${organization}/members/${id}`;
}

/** A user as a member of this organization, else of any; of somebody who is a member nowhere only the id is known, and stands for the name. */
export function userAnswer(context: Context, organization: string, id: string): Static<typeof User> {
  const member = context.store.find('member', id, organization) ?? context.store.find('member', id);
  return member === undefined
    ? { object: 'user', id, displayName: id, urls: { location: userAddress(context, organization, id) } }
    : memberUser(context, member.parent, id, member.data);
}

export function memberAnswer(context: Context, row: Row<'member'>): Static<typeof Member> {
  return memberAnswers(context, row.parent)(row);
}

export function teamAnswer(context: Context, row: Row<'team'>): Static<typeof Team> {
  return {
    object: 'team',
    id: row.id,
    title: row.data.title,
    members: context.store.count('team-member', row.id),
    // Levels belong to members, spaces and collections: no operation gives a team one.
    spaces: 0,
    createdAt: row.data.createdAt,
    permissions: teamPermissions(context, row),
  };
}

export function teamMemberAnswers(context: Context, organization: string): (row: Row<'team-member'>) => Static<typeof TeamMember> {
  const answer = memberAnswers(context, organization);
  return (row) => ({
    organization: answer(requireObject(context, 'member', row.id, organization)),
    team: { role: row.data.role },
    permissions: { view: isReader(context, organization) },
  });
}

export function samlProviderAnswer(context: Context, { id, parent, data }: Row<'saml-provider'>): Static<typeof SamlProvider> {
  const { defaultTeam, ...rest } = data;
  const team = defaultTeam === undefined ? undefined : requireObject(context, 'team', defaultTeam);
  return defined({
    object: 'saml-provider' as const,
    id,
    ...rest,
    defaultTeam: team && teamAnswer(context, team),
    status: isConfigured(data) ? 'active' : 'pending',
    service: { acsURL: `${context.origin}/saml/${id}/acs`, startURL: startAddress(context, id), entityID: `${context.origin}/saml/${id}` },
    urls: { location: `${context.origin}/v1/orgs/${parent}/saml/${id}` },
  });
}

export function startAddress(context: Context, providerId: string): string {
  return `${context.origin}/saml/${providerId}/start`;
}

/** A provider can log people in once it has all three. */
export function isConfigured(data: Row<'saml-provider'>['data']): boolean {
  return data.entityID !== undefined && data.ssoURL !== undefined && data.certificate !== undefined;
}
