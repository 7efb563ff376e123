/** Computes who can access each space and why, and who can read each site. */
import { roles } from '../contract/roles.ts';
import type { Address } from '../core/address.ts';
import { compareTexts, groupBy } from '../core/compare.ts';
import { withoutUndefined } from '../core/defined.ts';
import { cachePerObject } from '../core/once.ts';
import type { KindName } from '../core/state.ts';
import type {
  AccessFacts,
  CollectionFact,
  Level,
  MemberFact,
  PermissionFact,
  PermissionPlace,
  SiteFact,
  SpaceFact,
  TeamFact,
  Unknown,
} from './facts.ts';
import { defaultAccessOf, explainLevel, type Opening, type Reason } from './reason.ts';

/** Members with the same level for the same reason. */
export interface AccessGroup {
  readonly reason: Reason;
  readonly level: Level;
  readonly members: readonly MemberFact[];
  /** With `grant`: teams that it may come through; empty: through none. Missing: their teams are not known. */
  readonly teams?: readonly TeamFact[];
  /** With `grant` or `role-or-grant`: the permissions with this level. Missing: not read. */
  readonly permissions?: readonly PermissionFact[];
}

export interface SpaceAccess extends SpaceFact {
  readonly opening: Opening;
  readonly groups: readonly AccessGroup[];
  readonly sites: readonly SiteFact[];
}

export interface Access extends Omit<AccessFacts, 'spaces'> {
  readonly spaces: readonly SpaceAccess[];
  /** Members whose spaces could not be read, so their access is unknown. */
  readonly unknownMembers: readonly MemberFact[];
  readonly addressOf: (kind: KindName, id: string) => Address | undefined;
  readonly collectionOf: (id: string) => CollectionFact | undefined;
}

export type AddressOf = Access['addressOf'];

export function computeAccess(facts: AccessFacts, addressOf: AddressOf = () => undefined): Access {
  const collections = indexById(facts.collections);
  const members = [...facts.members].sort((a, b) => compareTexts(a.email ?? a.id, b.email ?? b.id));
  const shown = facts.sites.flatMap((site) =>
    [...new Set(site.spaces?.map(({ space }) => space))].map((space) => ({ space, site })),
  );
  const sitesOf = groupBy(shown, ({ space }) => space);
  const groupsOf = createGrouping(members);
  const unread = new Set(
    facts.unknown.flatMap(({ what, of }) => (what === 'member-spaces' && of !== undefined ? [of] : [])),
  );
  return {
    ...facts,
    members,
    sites: [...facts.sites].sort(compareTitles),
    spaces: [...facts.spaces].sort(compareTitles).map((space) => {
      const opening = defaultAccessOf(space, collections);
      const groups = groupsOf(space, opening).map((group) =>
        explainByPermissions(group, facts, spaceWithCollections(space, collections)),
      );
      return { ...space, opening, groups, sites: (sitesOf.get(space.id) ?? []).map(({ site }) => site) };
    }),
    unknownMembers: members.filter(({ id }) => unread.has(id)),
    addressOf,
    collectionOf: (id) => collections.get(id),
  };
}

function indexById<Fact extends { readonly id: string }>(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  return new Map(facts.map((fact) => [fact.id, fact]));
}

/** A space, and the collections that contain it. */
function spaceWithCollections(space: SpaceFact, collections: ReadonlyMap<string, CollectionFact>) {
  const places: PermissionPlace[] = [{ kind: 'space', id: space.id }];
  for (let { parent } = space; parent !== null && places.every(({ id }) => id !== parent); ) {
    places.push({ kind: 'collection', id: parent });
    parent = collections.get(parent)?.parent ?? null;
  }
  return places;
}

function isUnexplained({ reason }: AccessGroup) {
  return reason === 'grant' || reason === 'role-or-grant';
}

function explainByPermissions(
  group: AccessGroup,
  { permissions, unknown }: Pick<AccessFacts, 'permissions' | 'unknown'>,
  places: readonly PermissionPlace[],
): AccessGroup {
  const isUnread = unknown.some(({ what, of }) => what === 'permissions' && places.some(({ id }) => id === of));
  if (permissions === undefined || isUnread || !isUnexplained(group)) return group;
  const isHeld = ({ to, id }: PermissionFact): boolean =>
    to === 'member'
      ? group.members.some((member) => member.id === id)
      : group.members.some(({ teams }) => teams === undefined || teams.some((team) => team.id === id));
  const found = permissions.filter(
    (each) => each.level === group.level && places.some(({ id }) => id === each.place.id) && isHeld(each),
  );
  return { ...group, permissions: found };
}

/** The spaces with access that roles and defaults do not explain, and the collections that contain them. */
export function placesWithGrants({ spaces, collections }: AccessFacts, { spaces: found }: Pick<Access, 'spaces'>) {
  const known = indexById(collections);
  const granted = new Set(found.filter(({ groups }) => groups.some(isUnexplained)).map(({ id }) => id));
  const places = spaces.filter(({ id }) => granted.has(id)).flatMap((space) => spaceWithCollections(space, known));
  return [...indexById(places).values()];
}

function compareTitles(a: SpaceFact | SiteFact, b: SpaceFact | SiteFact) {
  return compareTexts(a.title, b.title) || compareTexts(a.id, b.id);
}

const reasons: readonly Reason[] = ['admin', 'organization', 'collection', 'space', 'role-or-grant', 'grant', 'unseen'];

/** Members with equal role, spaces and relevant teams, who are in the same group for every space. */
interface Class {
  readonly number: number;
  readonly role: MemberFact['role'];
  readonly reached: ReadonlyMap<string, Level>;
  readonly teams: readonly TeamFact[] | undefined;
}

function accessClassesOf(members: readonly MemberFact[]): ReadonlyMap<MemberFact, Class> {
  let numbers = 0;
  const numberOf = cachePerObject((_: ReadonlyMap<string, Level>) => {
    numbers += 1;
    return numbers;
  });
  const classes = new Map<string, Class>();
  const found = new Map<MemberFact, Class>();
  for (const member of members) {
    const { role, reached } = member;
    if (reached === undefined) continue;
    const teams = teamsWithSpaces(member);
    const key = JSON.stringify([role === undefined ? 0 : [role], numberOf(reached), teams?.map(({ id }) => id)]);
    const one = classes.get(key) ?? { number: classes.size, role, reached, teams };
    classes.set(key, one);
    found.set(member, one);
  }
  return found;
}

/** Groups the members of spaces. Equal groups share one list, because most spaces have the same members. */
function createGrouping(
  members: readonly MemberFact[],
): (space: SpaceFact, opening: Opening) => readonly AccessGroup[] {
  const classOf = accessClassesOf(members);
  const classes = [...new Set(classOf.values())];
  const lists = new Map<string, readonly MemberFact[]>();
  const membersIn = (some: readonly Class[]): readonly MemberFact[] => {
    const key = some.map(({ number }) => number).join();
    const isIn = new Set(some);
    const list = lists.get(key) ?? members.filter((member) => isIn.has(classOf.get(member) as Class));
    lists.set(key, list);
    return list;
  };
  return (space, opening) => {
    const rows = classes.flatMap((one) => {
      const level = one.reached.get(space.id);
      if (level === undefined) return [];
      const reason = explainLevel(one.role, level, opening);
      const teams = reason === 'grant' ? one.teams : undefined;
      return [{ one, reason, level, teams, key: `${reason} ${level} ${teams?.map(({ id }) => id).join(' ') ?? '?'}` }];
    });
    const groups = [...groupBy(rows, ({ key }) => key).values()].map((alike) => {
      const [{ reason, level, teams }] = alike;
      return { reason, level, members: membersIn(alike.map(({ one }) => one)), ...withoutUndefined({ teams }) };
    });
    return groups.sort(
      (a, b) =>
        wordRank(reasons, a.reason) - wordRank(reasons, b.reason) ||
        wordRank(roles, a.level) - wordRank(roles, b.level),
    );
  };
}

/** Unknown words come last. */
function wordRank(order: readonly string[], word: string) {
  const at = order.indexOf(word);
  return at === -1 ? order.length : at;
}

/** Teams without spaces, according to the platform, are omitted. */
function teamsWithSpaces({ teams, teamCount }: MemberFact): readonly TeamFact[] | undefined {
  if (teams === undefined) return teamCount === 0 ? [] : undefined;
  return teams.filter(({ spaceCount }) => spaceCount !== 0);
}

/** Members with access that neither role nor defaults explain, so their teams have to be read. */
export function membersWithGrants(facts: AccessFacts): readonly MemberFact[] {
  const collections = indexById(facts.collections);
  const openings = new Map(facts.spaces.map((space) => [space.id, defaultAccessOf(space, collections)]));
  const isGranted = ({ role, reached }: Class) =>
    [...reached].some(([space, level]) => {
      const opening = openings.get(space);
      return opening !== undefined && explainLevel(role, level, opening) === 'grant';
    });
  const classOf = accessClassesOf(facts.members);
  const granted = new Set([...new Set(classOf.values())].filter(isGranted));
  return facts.members.filter((member) => member.teamCount !== 0 && granted.has(classOf.get(member) as Class));
}

/** Adds teams by member id, and the lists that could not be read. */
export function addTeams(
  facts: AccessFacts,
  read: { readonly teams: ReadonlyMap<string, readonly TeamFact[]>; readonly unknown: readonly Unknown[] },
): AccessFacts {
  const members = facts.members.map((member) => ({
    ...member,
    ...withoutUndefined({ teams: read.teams.get(member.id) }),
  }));
  return { ...facts, members, unknown: [...facts.unknown, ...read.unknown] };
}

/** Ids of objects that match the name by id or address, else by key, else by title. */
export function idsNamed(
  name: string,
  kind: KindName,
  objects: readonly { readonly id: string; readonly title: string }[],
  addressOf: AddressOf,
): readonly string[] {
  const matches = [
    objects.filter(({ id }) => id === name || addressOf(kind, id) === name),
    objects.filter(({ id }) => addressOf(kind, id)?.endsWith(`/${name}`)),
    objects.filter(({ title }) => title === name),
    objects.filter(({ title }) => title.toLowerCase() === name.toLowerCase()),
  ];
  return (matches.find(({ length }) => length > 0) ?? []).map(({ id }) => id);
}

export function limitToSpace(access: Access, id: string): Access {
  const spaces = access.spaces.filter((space) => space.id === id);
  const ids = new Set(spaces.flatMap((space) => space.sites.map((site) => site.id)));
  const sites = access.sites.filter((site) => ids.has(site.id));
  return { ...access, spaces, sites: sites.map((site) => siteWithOnlySpace(site, id)) };
}

function siteWithOnlySpace(site: SiteFact, id: string): SiteFact {
  return site.spaces === undefined ? site : { ...site, spaces: site.spaces.filter(({ space }) => space === id) };
}

export function limitToSite(access: Access, id: string): Access {
  const spaces = access.spaces.filter((space) => space.sites.some((site) => site.id === id));
  return { ...access, spaces, sites: access.sites.filter((site) => site.id === id) };
}
