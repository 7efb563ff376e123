/** Reads what members reach: one listing for each of them, as the contract has none by space. */
import type { MemberFact, SpaceFact, TeamFact, Unknown } from '../../access/facts.ts';
import { call } from '../../contract/endpoint.ts';
import { listMemberSpaces, listMemberTeams } from '../../contract/organization-members.ts';
import type { LiveClient } from '../reader.ts';
import { reachedSpace, teamFact } from './decode.ts';
import { type AccessReading, createAccessReading, readListed } from './listing.ts';

/** By id. */
export type Spaces = Map<string, SpaceFact>;

/** So many are asked one by one: where all of them are refused, so would be the others. */
const firstFew = 3;

/** The same members with what they reach; `spaces` gets every space that is seen. */
export async function readMemberSpaces(
  reading: AccessReading,
  members: readonly MemberFact[],
  spaces: Spaces,
): Promise<readonly MemberFact[]> {
  // Admins first: their listings have every space.
  const inTurn = [...members].sort((a, b) => Number(b.role === 'admin') - Number(a.role === 'admin'));
  const first = inTurn.slice(0, firstFew);
  const tried = await Promise.all(first.map((member) => readOne(reading, member, spaces)));
  const rest = inTurn.slice(firstFew);
  if (tried.length === firstFew && tried.every(({ isRefused }) => isRefused)) {
    for (const { id } of rest)
      reading.unknown.push({ what: 'member-spaces', of: id, why: 'not asked for, as the first ones were refused' });
    return members;
  }
  const read = [...tried, ...(await Promise.all(rest.map((member) => readOne(reading, member, spaces))))];
  const byId = new Map(read.map(({ member }) => [member.id, member]));
  return members.map((member) => byId.get(member.id) ?? member);
}

async function readOne(
  reading: AccessReading,
  member: MemberFact,
  spaces: Spaces,
): Promise<{ readonly member: MemberFact; readonly isRefused: boolean }> {
  const target = call(listMemberSpaces, { path: { organizationId: reading.organization, userId: member.id } });
  const { items, isWhole, isRefused } = await readListed(reading, target, { what: 'member-spaces', of: member.id }, reachedSpace);
  const reached = new Map<string, string>();
  for (const item of items) {
    if (item === 'deleted') continue;
    if (!spaces.has(item.space.id)) spaces.set(item.space.id, item.space);
    reached.set(item.space.id, item.level);
  }
  return { member: isWhole || reached.size > 0 ? { ...member, reached } : member, isRefused };
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
