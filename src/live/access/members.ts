/** Reads what members reach: one listing for each of them, as the contract has none by space. */
import type { Level, MemberFact, SpaceFact, TeamFact, Unknown } from '../../access/facts.ts';
import { call } from '../../contract/endpoint.ts';
import { listMemberSpaces, listMemberTeams } from '../../contract/organization-members.ts';
import type { LiveClient } from '../reader.ts';
import { type ReachedSpace, reachedSpace, teamFact } from './decode.ts';
import { type AccessReading, createAccessReading, readListed } from './listing.ts';

interface Reach {
  /** Every space that is seen, by id. */
  readonly spaces: Map<string, SpaceFact>;
  /** By what was listed: most members reach what many others do. */
  readonly known: WeakMap<readonly ReachedSpace[], ReadonlyMap<string, Level>>;
}

/** So many are asked one by one: where all of them are refused, so would be the others. */
const firstFew = 3;

/** The same members with what they reach, and every space that is seen. */
export async function readMemberSpaces(
  reading: AccessReading,
  members: readonly MemberFact[],
): Promise<{ readonly members: readonly MemberFact[]; readonly spaces: readonly SpaceFact[] }> {
  const reach: Reach = { spaces: new Map(), known: new WeakMap() };
  const read = await readAll(reading, members, reach);
  return { members: read, spaces: [...reach.spaces.values()] };
}

async function readAll(
  reading: AccessReading,
  members: readonly MemberFact[],
  reach: Reach,
): Promise<readonly MemberFact[]> {
  // Admins first: their listings have every space.
  const inTurn = [...members].sort((a, b) => Number(b.role === 'admin') - Number(a.role === 'admin'));
  const first = inTurn.slice(0, firstFew);
  const tried = await Promise.all(first.map((member) => readOne(reading, member, reach)));
  const rest = inTurn.slice(firstFew);
  if (tried.length === firstFew && tried.every(({ isRefused }) => isRefused)) {
    for (const { id } of rest)
      reading.unknown.push({ what: 'member-spaces', of: id, why: 'not asked for, as the first ones were refused' });
    return members;
  }
  const read = [...tried, ...(await Promise.all(rest.map((member) => readOne(reading, member, reach))))];
  const byId = new Map(read.map(({ member }) => [member.id, member]));
  return members.map((member) => byId.get(member.id) ?? member);
}

async function readOne(
  reading: AccessReading,
  member: MemberFact,
  reach: Reach,
): Promise<{ readonly member: MemberFact; readonly isRefused: boolean }> {
  const target = call(listMemberSpaces, { path: { organizationId: reading.organization, userId: member.id } });
  const { items, isWhole, isRefused } = await readListed(
    reading,
    target,
    { what: 'member-spaces', of: member.id },
    reachedSpace,
  );
  const reached = reachedIn(items, reach);
  return { member: isWhole || reached.size > 0 ? { ...member, reached } : member, isRefused };
}

/** Members who reach the same share the map of it. */
function reachedIn(items: readonly ReachedSpace[], { spaces, known }: Reach): ReadonlyMap<string, Level> {
  const found = known.get(items);
  if (found !== undefined) return found;
  const reached = new Map<string, Level>();
  for (const item of items) {
    if (item === 'deleted') continue;
    const space = spaces.get(item.space.id) ?? item.space;
    spaces.set(space.id, space);
    reached.set(space.id, item.level);
  }
  known.set(items, reached);
  return reached;
}

/** The teams of these members, by the member's id; one that could not be read is missing, and noted. */
export async function readMemberTeams(
  client: LiveClient,
  organization: string,
  members: readonly MemberFact[],
): Promise<{ readonly teams: ReadonlyMap<string, readonly TeamFact[]>; readonly unknown: readonly Unknown[] }> {
  const reading = createAccessReading(client, organization);
  const teams = new Map<string, readonly TeamFact[]>();
  await Promise.all(
    members.map(async ({ id }) => {
      const target = call(listMemberTeams, { path: { organizationId: organization, userId: id } });
      const { items, isWhole } = await readListed(reading, target, { what: 'member-teams', of: id }, teamFact);
      if (isWhole) teams.set(id, items);
    }),
  );
  return { teams, unknown: reading.unknown };
}
