/** Finds spaces, of which the contract has no list: an admin's spaces are all; else what collections and sites show is not all. */
import { type Call, call } from '../contract/endpoint.ts';
import { listMemberSpaces, listMembers } from '../contract/organization-members.ts';
import { byKey } from '../core/compare.ts';
import { isSafeId } from '../core/safe-id.ts';
import type { Reading } from '../kinds/reading.ts';
import { spacesIn } from './collection-orders.ts';
import { decodeListing, liveObject } from './decode.ts';
import {
  definitionIn,
  type Gathering,
  keepList,
  keepObjects,
  listReadingOf,
  readInput,
  topLevel,
} from './gathering.ts';
import type { Listing } from './reader.ts';
import { withFoundById } from './visibility.ts';
import { descend } from './walk.ts';

/** Everything an admin may access, which is everything. */
export async function readAdminSpaces(gathering: Gathering): Promise<Listing> {
  const admin = await findAdmin(gathering);
  if ('items' in admin) return admin;
  return gathering.reader.listOnce(spacesOf(gathering, admin.id));
}

export function spacesOf({ organization }: Pick<Gathering, 'organization'>, userId: string): Call {
  return call(listMemberSpaces, { path: { organizationId: organization, userId } });
}

/** Who is declared as one, and known by an id: the spaces of any admin are all. */
export function knownAdmin({ mentions }: Pick<Gathering, 'mentions'>): string | undefined {
  const admins = (mentions.in(null).get('member') ?? []).filter(({ fields }) => fields?.role === 'admin');
  return admins.flatMap(({ ids }) => ids).find(isSafeId);
}

/** In the list of members where that is read anyway; else by asking for one admin. */
async function findAdmin(gathering: Gathering): Promise<{ readonly id: string } | Listing> {
  const definition = definitionIn(gathering, 'member');
  const reading = listReadingOf(gathering, 'member');
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
    admins[0] ?? { unknown: 'no member with role admin is shown', ...listing, items: [] }
  );
}

async function firstAdmin(gathering: Gathering, path: { readonly organizationId: string }): Promise<Listing> {
  const finding = await gathering.reader.find(call(listMembers, { path, query: { role: 'admin', limit: 1 } }));
  if (!('reply' in finding)) {
    const unknown = 'unknown' in finding ? finding.unknown : 'there are no members to read';
    return { items: [], unknown, failure: finding.failure };
  }
  const items = (finding.reply as { readonly items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? { items } : { items: [], unknown: 'the list of members is not a list' };
}

/** Keeps all spaces that can be found, looks for those mentioned by id that are not among them, and reads on in them. */
export async function keepSpaces(gathering: Gathering, listed: Listing): Promise<void> {
  const definition = definitionIn(gathering, 'space');
  const mentions = gathering.mentions.in(null).get('space') ?? [];
  const shown = listed.unknown === undefined ? [] : await shownSpaces(gathering);
  const reason =
    listed.unknown === undefined
      ? {}
      : { unknown: `only what collections and sites show of them can be read: ${listed.unknown}` };
  const reading = discoveryOf(gathering);
  const found = decodeListing(definition, reading.decode, { ...listed, items: [...listed.items, ...shown], ...reason });
  gathering.prefetch.markRead({ kind: 'space', parentId: null });
  // One that no listing shows may be in the trash.
  const listing = await withFoundById(gathering, definition, reading, found, mentions, (id) =>
    reading.call(readInput(gathering, topLevel), id),
  );
  const objects = listing.objects.map((decoded) => liveObject(definition, decoded, null));
  keepObjects(gathering, objects);
  keepList(gathering, 'space', null, listing);
  await descend(gathering, definition, mentions, objects, topLevel);
}

/** Of spaces that are not to be read, what the sites that were read show of them: what people call them. */
export function keepShownSpaces(gathering: Gathering): void {
  const definition = definitionIn(gathering, 'space');
  const { objects } = decodeListing(definition, discoveryOf(gathering).decode, { items: embeddingItems(gathering) });
  keepObjects(
    gathering,
    objects.map((decoded) => liveObject(definition, decoded, null)),
  );
}

/** Spaces of every collection, and those embedded in the site-spaces that were read. */
async function shownSpaces(gathering: Gathering): Promise<readonly unknown[]> {
  const reading = listReadingOf(gathering, 'collection');
  const collections = await gathering.reader.list(reading.call(readInput(gathering, topLevel)));
  const ids = decodeListing(definitionIn(gathering, 'collection'), reading.decode, collections).objects.map(
    ({ id }) => id,
  );
  const spaces = await Promise.all(ids.map((id) => gathering.reader.list(spacesIn(id))));
  return [...spaces.flatMap(({ items }) => items), ...embeddingItems(gathering)];
}

/** In an order that does not depend on which site was read first. */
function embeddingItems({ siteSpaceItems = new Map() }: Gathering): readonly unknown[] {
  return [...siteSpaceItems].sort(byKey).flatMap(([, items]) => items);
}

function discoveryOf(gathering: Gathering): Extract<Reading, { by: 'discovery' }> {
  const { reading } = definitionIn(gathering, 'space');
  if (reading.by !== 'discovery') throw new Error('spaces are not read by discovery');
  return reading;
}
