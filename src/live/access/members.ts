/** Reads lists for access reports, such as the spaces that members can access: one list per member, because the contract has none per space. */
import type { Level, MemberFact, SpaceFact, TeamFact, Unknown } from '../../access/facts.ts';
import { type Call, call } from '../../contract/endpoint.ts';
import { listMemberSpaces, listMemberTeams } from '../../contract/organization-members.ts';
import { misfitReason } from '../decode.ts';
import { createReader, type LiveClient, type Reader } from '../reader.ts';
import { type ReachedSpace, reachedSpace, teamFact } from './decode.ts';

interface Reach {
  spaces: Map<string, SpaceFact>;
  known: WeakMap<readonly ReachedSpace[], ReadonlyMap<string, Level>>;
}

/** If the platform refuses these first lists, the others are not requested. */
const firstFew = 3;

export async function readMemberSpaces(
  reading: AccessReading,
  members: readonly MemberFact[],
): Promise<{ members: readonly MemberFact[]; spaces: readonly SpaceFact[] }> {
  const reach: Reach = { spaces: new Map(), known: new WeakMap() };
  const read = await readAll(reading, members, reach);
  return { members: read, spaces: [...reach.spaces.values()] };
}

async function readAll(reading: AccessReading, members: readonly MemberFact[], reach: Reach) {
  // The lists of admins have all spaces.
  const inTurn = [...members].sort((a, b) => Number(b.role === 'admin') - Number(a.role === 'admin'));
  const first = inTurn.slice(0, firstFew);
  const tried = await Promise.all(first.map((member) => readOne(reading, member, reach)));
  const rest = inTurn.slice(firstFew);
  if (tried.length === firstFew && tried.every(({ isRefused }) => isRefused)) {
    for (const { id } of rest)
      reading.unknown.push({
        what: 'member-spaces',
        of: id,
        why: 'not requested, because the platform refused the first lists',
      });
    return members;
  }
  const read = [...tried, ...(await Promise.all(rest.map((member) => readOne(reading, member, reach))))];
  const byId = new Map(read.map(({ member }) => [member.id, member]));
  return members.map((member) => byId.get(member.id) ?? member);
}

async function readOne(reading: AccessReading, member: MemberFact, reach: Reach) {
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

/** Teams by member id. Unreadable lists are missing, with an entry in `unknown`. */
export async function readMemberTeams(
  client: LiveClient,
  organization: string,
  members: readonly MemberFact[],
): Promise<{ teams: ReadonlyMap<string, readonly TeamFact[]>; unknown: readonly Unknown[] }> {
  const reading: AccessReading = { reader: createReader(client), organization, unknown: [] };
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

export interface AccessReading {
  readonly reader: Pick<Reader, 'listOnce' | 'find'>;
  readonly organization: string;
  readonly unknown: Unknown[];
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** False: incomplete, with an entry in `unknown`. */
  readonly isWhole: boolean;
  readonly isRefused: boolean;
}

/** Nothing else is cached, because lists of spaces are long. By items and decoder, so that equal lists are decoded once. */
const decodedLists = new WeakMap<readonly unknown[], WeakMap<(item: unknown) => unknown, readonly unknown[]>>();

function decoded<T>(items: readonly unknown[], decode: (item: unknown) => T | undefined): readonly T[] {
  const known = decodedLists.get(items) ?? new WeakMap<(item: unknown) => unknown, readonly unknown[]>();
  decodedLists.set(items, known);
  const found = known.get(decode) ?? items.flatMap((item) => decode(item) ?? []);
  known.set(decode, found);
  return found as readonly T[];
}

/** `decode` returns undefined for items that violate the contract; the list is then incomplete. */
export async function readListed<T>(
  { reader, unknown }: AccessReading,
  target: Call,
  place: Omit<Unknown, 'why'>,
  decode: (item: unknown) => T | undefined,
): Promise<Listed<T>> {
  const listing = await reader.listOnce(target);
  const items = decoded(listing.items, decode);
  const misfits = listing.items.length - items.length;
  const why = listing.unknown ?? (misfits > 0 ? misfitReason(misfits) : undefined);
  if (why !== undefined) unknown.push({ ...place, why });
  return { items, isWhole: why === undefined, isRefused: listing.failure?.status === 403 };
}
