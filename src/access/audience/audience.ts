/** Audiences: the ways to read or write one object in one state of the organization, as values with a partial order. */

// `audienceOf(state, object)` in `of-object.ts` computes one for any state: live, foreseen, or after some steps.
// `uncovered(audience, by)` names the ways that no audience in `by` covers, and `isAudienceCovered` tells whether there are
// none. With `by: [before, after]`, it tells whether a moment in between is wider than both.
// `audienceChanges(before, after)` in `changes.ts` finds the objects whose audience differs in two states.

import { cachePerObject } from '../../core/once.ts';
import type { Value } from '../../core/state.ts';
import { rankOfValue, roleOrder } from '../../kinds/field.ts';
import type { Level } from '../facts.ts';

/** Through a published site, without any draft on the way. */
export interface ReaderWay {
  readonly by: 'site';
  /** Id of the site. */
  readonly site: string;
  /** Id of the site-space, if the object is not the site itself or a section of it. */
  readonly through?: string;
  /** The visibility of the site. Missing: unknown. */
  readonly gate?: string;
  /** With the gate `share-link`: id of the active link. Missing: the links are unknown. */
  readonly link?: string;
  /** Visitors must meet all of them. */
  readonly conditions: readonly string[];
}

/** People can join the organization. */
export interface JoinWay {
  readonly by: 'join';
  /** With an e-mail address in a domain, or through a link invite. Missing: in any other way. */
  readonly through?: 'domain' | 'invite';
  /** The domain, or the id of the link invite. Missing: every link invite, also those that docform did not read. */
  readonly name?: string;
  /** Their role. Missing: unknown; null: guest. */
  readonly role?: Level | null;
}

export type Way =
  | ReaderWay
  /** Members with this organization role have this level by default. Admins always have access, so they are omitted. */
  | { readonly by: 'role'; readonly role: Level; readonly level: Level }
  /** By a permission of the member or of a team of the member, or by the own role in the organization. */
  | { readonly by: 'member'; readonly id: string; readonly level: Level }
  /** By a permission of a team whose members are not all known. */
  | { readonly by: 'team'; readonly id: string; readonly level: Level }
  | JoinWay
  /** The default level of a space or collection is unknown, or conditions of a site have no effect and are unknown. `of`: the object that was not read, or was not read completely. */
  | { readonly by: 'unknown'; readonly of: string };

/** Organization roles by id of the member. null: guest. */
export type Roles = ReadonlyMap<string, Level | null>;

export interface Audience {
  readonly ways: readonly Way[];
  readonly roles: Roles;
  /** Ids of sites that may show the object, because docform did not read all their spaces, or `everySite`. Empty: there are none. */
  readonly unread: ReadonlySet<string>;
}

/** Docform did not read all sites. */
export const everySite = '';

export const nobody: Audience = { ways: [], roles: new Map(), unread: new Set() };

/** From few readers to everybody. A site with another visibility can be compared only with itself. */
const gates: readonly (string | undefined)[] = ['visitor-auth', 'share-link', 'unlisted', 'public'];

const openFrom = gates.indexOf('unlisted');

function levelRank(level: Value | undefined): number {
  return rankOfValue(roleOrder, level ?? null) ?? roleOrder.length;
}

function isReaderCovered(way: ReaderWay, by: ReaderWay): boolean {
  const isSameSite = way.site === by.site;
  if (by.conditions.length > 0 && !(isSameSite && by.conditions.every((each) => way.conditions.includes(each))))
    return false;
  const [rank, byRank] = [gates.indexOf(way.gate), gates.indexOf(by.gate)];
  // Sites that are open to anyone have the same readers.
  if (byRank >= openFrom) return rank !== -1 && rank <= byRank;
  if (!isSameSite) return false;
  if (way.gate === by.gate) return way.link === by.link;
  return way.gate === 'visitor-auth' && by.gate === 'share-link' && by.link !== undefined;
}

function isJoinCovered(way: JoinWay, by: JoinWay): boolean {
  if (way.through !== by.through || way.name !== by.name) return false;
  return (
    way.role === by.role ||
    (way.role !== undefined && by.role !== undefined && levelRank(way.role) <= levelRank(by.role))
  );
}

const byNames = cachePerObject(({ ways }: Audience) => {
  const roles = new Map<Level, Level>();
  const holders = new Map<string, Level>();
  for (const way of ways) {
    if (way.by === 'role') roles.set(way.role, way.level);
    if (way.by === 'member' || way.by === 'team') {
      const key = `${way.by} ${way.id}`;
      if (levelRank(way.level) >= levelRank(holders.get(key))) holders.set(key, way.level);
    }
  }
  return { roles, holders };
});

/** By default and by permissions. null: no access, or only access that is unknown. */
function memberLevel(audience: Audience, member: string): Level | null {
  const { roles, holders } = byNames(audience);
  const role = audience.roles.get(member) ?? null;
  if (role === 'admin') return role;
  const [byDefault, own] = [role === null ? null : (roles.get(role) ?? null), holders.get(`member ${member}`) ?? null];
  return levelRank(own) > levelRank(byDefault) ? own : byDefault;
}

function isWayCovered(way: Way, by: Audience): boolean {
  const { roles, holders } = byNames(by);
  switch (way.by) {
    case 'site':
      return by.ways.some((each) => each.by === 'site' && isReaderCovered(way, each));
    case 'role':
      return levelRank(way.level) <= levelRank(roles.get(way.role));
    case 'team':
      return levelRank(way.level) <= levelRank(holders.get(`team ${way.id}`));
    case 'member':
      return levelRank(way.level) <= levelRank(memberLevel(by, way.id));
    case 'join':
      return by.ways.some((each) => each.by === 'join' && isJoinCovered(way, each));
    case 'unknown':
      return by.ways.some((each) => each.by === 'unknown' && each.of === way.of);
  }
}

/** Members with a higher role than in the other state. New members use a way to join that existed before. */
const risenFrom = cachePerObject((before: Roles) =>
  cachePerObject((after: Roles) =>
    [...after].flatMap(([id, role]) => {
      const was = before.get(id);
      return was === undefined || levelRank(role) <= levelRank(was) ? [] : [id];
    }),
  ),
);

/** The ways that none of the audiences covers. What cannot be compared is not covered. */
export function uncoveredWays(audience: Audience, by: readonly Audience[]): readonly Way[] {
  const open = audience.ways.filter((way) => !by.some((each) => isWayCovered(way, each)));
  const [first, ...others] = by;
  if (first === undefined || first.roles === audience.roles) return open;
  const named = new Set(open.flatMap((way) => (way.by === 'member' ? [way.id] : [])));
  const risen = risenFrom(first.roles)(audience.roles).flatMap((id): readonly Way[] => {
    const level = memberLevel(audience, id);
    const isCoveredBy = (each: Audience) => levelRank(level) <= levelRank(memberLevel(each, id));
    return level === null || named.has(id) || [first, ...others].some(isCoveredBy) ? [] : [{ by: 'member', id, level }];
  });
  return [...open, ...risen];
}

export function isAudienceCovered(audience: Audience, by: readonly Audience[]): boolean {
  return uncoveredWays(audience, by).length === 0;
}
