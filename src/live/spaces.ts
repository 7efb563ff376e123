/** Finds spaces, which have no list in the contract. The spaces of an admin are complete; those shown by collections and sites are not. */
import { type Call, call } from '../contract/endpoint.ts';
import { listMemberSpaces, listMembers } from '../contract/organization-members.ts';
import { isSafeId } from '../core/address.ts';
import { byKey } from '../core/compare.ts';
import { spacesIn } from './collection-orders.ts';
import { decodeListing, liveObject } from './decode.ts';
import { definitionIn, type Gathering, keepListing, keepObjects, readInput, readingOf, topLevel } from './gathering.ts';
import type { Listing } from './reader.ts';
import { withFoundById } from './visibility.ts';
import { descend } from './walk.ts';

/** An admin can access all spaces. */
export async function readAllSpaces(gathering: Gathering): Promise<Listing> {
  const all = callOfAll(gathering);
  if (all !== undefined) return gathering.reader.listOnce(all);
  const admin = await findAdmin(gathering);
  if ('items' in admin) return admin;
  return gathering.reader.listOnce(spacesOf(gathering, admin.id));
}

export function expectedSpaces(gathering: Gathering): Call | undefined {
  const admin = knownAdmin(gathering);
  return callOfAll(gathering) ?? (admin === undefined ? undefined : spacesOf(gathering, admin));
}

function spacesOf({ organization }: Pick<Gathering, 'organization'>, userId: string): Call {
  return call(listMemberSpaces, { path: { organizationId: organization, userId } });
}

function callOfAll(gathering: Gathering): Call | undefined {
  return readingOf(gathering, 'space', 'discovery').all?.(readInput(gathering, topLevel));
}

function knownAdmin({ mentions }: Pick<Gathering, 'mentions'>): string | undefined {
  const admins = (mentions.in(null).get('member') ?? []).filter(({ fields }) => fields?.role === 'admin');
  return admins.flatMap(({ ids }) => ids).find(isSafeId);
}

/** Uses the list of members if it is read anyway; otherwise requests one admin. */
async function findAdmin(gathering: Gathering): Promise<{ id: string } | Listing> {
  const definition = definitionIn(gathering, 'member');
  const reading = readingOf(gathering, 'member', 'list');
  const path = { organizationId: gathering.organization };
  const listing = gathering.mentions.in(null).has('member')
    ? await gathering.reader.list(reading.call(readInput(gathering, topLevel)))
    : await firstAdmin(gathering, path);
  const admins = decodeListing(definition, reading.decode, listing).objects.filter(
    ({ fields }) => fields.role === 'admin',
  );
  const expected = knownAdmin(gathering);
  return (
    admins.find(({ id }) => id === expected) ??
    admins[0] ?? { unknown: 'no member with role admin is visible', ...listing, items: [] }
  );
}

async function firstAdmin(gathering: Gathering, path: { organizationId: string }): Promise<Listing> {
  const finding = await gathering.reader.find(call(listMembers, { path, query: { role: 'admin', limit: 1 } }));
  if (!('reply' in finding)) {
    const unknown = 'unknown' in finding ? finding.unknown : 'the platform has no list of members';
    return { items: [], unknown, failure: finding.failure };
  }
  const items = (finding.reply as { items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? { items } : { items: [], unknown: 'the list of members is not a list' };
}

export async function keepSpaces(gathering: Gathering, listed: Listing): Promise<void> {
  const definition = definitionIn(gathering, 'space');
  const mentions = gathering.mentions.in(null).get('space') ?? [];
  const shown = listed.unknown === undefined ? [] : await shownSpaces(gathering);
  const reason =
    listed.unknown === undefined
      ? {}
      : { unknown: `only spaces in collections and on sites are visible: ${listed.unknown}` };
  const reading = readingOf(gathering, 'space', 'discovery');
  const found = decodeListing(definition, reading.decode, { ...listed, items: [...listed.items, ...shown], ...reason });
  gathering.markRead({ kind: 'space', parentId: null });
  // A space without a list entry can be in the trash.
  const listing = await withFoundById(gathering, definition, reading, found, mentions, (id) =>
    reading.call(readInput(gathering, topLevel), id),
  );
  await descend(gathering, definition, mentions, keepListing(gathering, definition, null, listing), topLevel);
}

/** Spaces outside a partial plan, as sites show them: reports need their titles. */
export function keepShownSpaces(gathering: Gathering): void {
  const definition = definitionIn(gathering, 'space');
  const { objects } = decodeListing(definition, readingOf(gathering, 'space', 'discovery').decode, {
    items: embeddingItems(gathering),
  });
  keepObjects(
    gathering,
    objects.map((decoded) => liveObject(definition, decoded, null)),
  );
}

async function shownSpaces(gathering: Gathering): Promise<readonly unknown[]> {
  const reading = readingOf(gathering, 'collection', 'list');
  const collections = await gathering.reader.list(reading.call(readInput(gathering, topLevel)));
  const ids = decodeListing(definitionIn(gathering, 'collection'), reading.decode, collections).objects.map(
    ({ id }) => id,
  );
  const spaces = await Promise.all(ids.map((id) => gathering.reader.list(spacesIn(id))));
  return [...spaces.flatMap(({ items }) => items), ...embeddingItems(gathering)];
}

/** Sorted, because the order of responses varies. */
function embeddingItems({ siteSpaceItems = new Map() }: Gathering): readonly unknown[] {
  return [...siteSpaceItems].sort(byKey).flatMap(([, items]) => items);
}
