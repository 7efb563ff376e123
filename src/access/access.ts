/** Turns what was read into who reaches which space and why, and into who can read which site. */
import { roles } from '../contract/roles.ts';
import type { Address } from '../core/address.ts';
import { compareTexts } from '../core/compare.ts';
import { groupBy } from '../core/group-by.ts';
import type { KindName } from '../core/state.ts';
import type { AccessFacts, CollectionFact, Level, MemberFact, SiteFact, SpaceFact, TeamFact, Unknown } from './facts.ts';
import { type Opening, openingOf, type Reason, reasonOf } from './reason.ts';

/** Members who reach a space alike. */
export interface AccessGroup {
  readonly reason: Reason;
  readonly level: Level;
  /** In the order of `Access.members`. */
  readonly members: readonly MemberFact[];
  /** With `grant`: teams that it may come through; empty: through none. Missing: their teams are not known. */
  readonly teams?: readonly TeamFact[];
}

export interface SpaceAccess extends SpaceFact {
  readonly opening: Opening;
  readonly groups: readonly AccessGroup[];
  /** Sites that show it. */
  readonly sites: readonly SiteFact[];
}

export interface Access extends Omit<AccessFacts, 'spaces'> {
  readonly spaces: readonly SpaceAccess[];
  /** Members whose spaces were to be read and could not be: what they reach is not known. */
  readonly unknownMembers: readonly MemberFact[];
  readonly addressOf: (kind: KindName, id: string) => Address | undefined;
  readonly collectionOf: (id: string) => CollectionFact | undefined;
}

export type AddressOf = Access['addressOf'];

export function accessOf(facts: AccessFacts, addressOf: AddressOf = () => undefined): Access {
  const collections = new Map(facts.collections.map((collection) => [collection.id, collection]));
  const members = [...facts.members].sort((a, b) => compareTexts(a.email ?? a.id, b.email ?? b.id));
  const sitesOf = sitesBySpace(facts.sites);
  const spaces = [...facts.spaces].sort((a, b) => compareTexts(a.title, b.title) || compareTexts(a.id, b.id));
  const unread = new Set(facts.unknown.flatMap(({ what, of }) => (what === 'member-spaces' && of !== undefined ? [of] : [])));
  return {
    ...facts,
    members,
    sites: [...facts.sites].sort((a, b) => compareTexts(a.title, b.title) || compareTexts(a.id, b.id)),
    spaces: spaces.map((space) => {
      const opening = openingOf(space, collections);
      return { ...space, opening, groups: groupsOf(space, opening, members), sites: sitesOf.get(space.id) ?? [] };
    }),
    unknownMembers: members.filter(({ id }) => unread.has(id)),
    addressOf,
    collectionOf: (id) => collections.get(id),
  };
}

function sitesBySpace(sites: readonly SiteFact[]): ReadonlyMap<string, readonly SiteFact[]> {
  const found = new Map<string, SiteFact[]>();
  for (const site of sites) {
    for (const id of new Set(site.spaces?.flatMap(({ space }) => space ?? []))) found.set(id, [...(found.get(id) ?? []), site]);
  }
  return found;
}

const reasons: readonly Reason[] = ['admin', 'organization', 'collection', 'space', 'role-or-grant', 'grant', 'unseen'];

function groupsOf(space: SpaceFact, opening: Opening, members: readonly MemberFact[]): readonly AccessGroup[] {
  const rows = members.flatMap((member) => {
    const level = member.reached?.get(space.id);
    if (level === undefined) return [];
    const reason = reasonOf(member.role, level, opening);
    const teams = reason === 'grant' ? possibleTeams(member) : undefined;
    return [{ member, reason, level, teams, key: `${reason} ${level} ${teams?.map(({ id }) => id).join(' ') ?? '?'}` }];
  });
  const groups = [...groupBy(rows, ({ key }) => key).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const { reason, level, teams } = first;
    return [{ reason, level, members: alike.map(({ member }) => member), ...(teams === undefined ? {} : { teams }) }];
  });
  return groups.sort((a, b) => place(reasons, a.reason) - place(reasons, b.reason) || place(roles, a.level) - place(roles, b.level));
}

/** What is not in the order comes last. */
function place(order: readonly string[], word: string): number {
  const at = order.indexOf(word);
  return at === -1 ? order.length : at;
}

/** Their teams but for those that reach no space, by the platform's own count. */
function possibleTeams({ teams, teamCount }: MemberFact): readonly TeamFact[] | undefined {
  if (teams === undefined) return teamCount === 0 ? [] : undefined;
  return teams.filter(({ spaceCount }) => spaceCount !== 0);
}

/** Members whose teams have to be known, as neither role nor default explains all that they reach. */
export function membersWithGrants(facts: AccessFacts): readonly MemberFact[] {
  const collections = new Map(facts.collections.map((collection) => [collection.id, collection]));
  const openings = new Map(facts.spaces.map((space) => [space.id, openingOf(space, collections)]));
  const isGranted = ({ role, reached }: MemberFact): boolean => {
    for (const [space, level] of reached ?? []) {
      const opening = openings.get(space);
      if (opening !== undefined && reasonOf(role, level, opening) === 'grant') return true;
    }
    return false;
  };
  return facts.members.filter((member) => member.teamCount !== 0 && isGranted(member));
}

/** The same with the teams of these members, by id, and with what of that could not be read. */
export function withTeams(
  facts: AccessFacts,
  { teams, unknown }: { readonly teams: ReadonlyMap<string, readonly TeamFact[]>; readonly unknown: readonly Unknown[] },
): AccessFacts {
  const members = facts.members.map((member) => {
    const found = teams.get(member.id);
    return found === undefined ? member : { ...member, teams: found };
  });
  return { ...facts, members, unknown: [...facts.unknown, ...unknown] };
}
