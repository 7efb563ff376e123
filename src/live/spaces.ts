/** Finds spaces, of which the contract has no list: an admin's spaces are all; else what collections and sites show is not all. */
import { listCollectionSpaces } from '../contract/collections.ts';
import { call } from '../contract/endpoint.ts';
import { listMemberSpaces, listMembers } from '../contract/organization-members.ts';
import type { Decoded, Reading } from '../kinds/reading.ts';
import { decodeListing, fits, liveObject, misfitReason } from './decode.ts';
import { definitionIn, type Gathering, keepList, keepObjects, listReadingOf, readInput, topLevel } from './gathering.ts';
import type { Listing } from './reader.ts';
import { descend } from './walk.ts';

/** Everything an admin may access, which is everything. */
export async function readAdminSpaces(gathering: Gathering): Promise<Listing> {
  const admin = await findAdmin(gathering);
  if ('unknown' in admin) return { items: [], unknown: admin.unknown };
  return gathering.reader.list(call(listMemberSpaces, { path: { organizationId: gathering.organization, userId: admin.id } }));
}

/** In the list of members where that is read anyway; else by asking for one admin. */
async function findAdmin(gathering: Gathering): Promise<{ readonly id: string } | { readonly unknown: string }> {
  const definition = definitionIn(gathering, 'member');
  const reading = listReadingOf(gathering, 'member');
  const path = { organizationId: gathering.organization };
  const listing = gathering.wanted.in(null).has('member')
    ? await gathering.reader.list(reading.call(readInput(gathering, topLevel)))
    : await firstAdmin(gathering, path);
  const admin = decodeListing(definition, reading.decode, listing).objects.find(({ fields }) => fields.role === 'admin');
  return admin ?? { unknown: listing.unknown ?? 'no member with role admin is shown' };
}

async function firstAdmin(gathering: Gathering, path: { readonly organizationId: string }): Promise<Listing> {
  const finding = await gathering.reader.find(call(listMembers, { path, query: { role: 'admin', limit: 1 } }));
  if (!('reply' in finding)) return { items: [], unknown: 'unknown' in finding ? finding.unknown : 'there are no members to read' };
  const items = (finding.reply as { readonly items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? { items } : { items: [], unknown: 'the list of members is not a list' };
}

/** Keeps all spaces that can be found, looks for those mentioned by id that are not among them, and reads on in them. */
export async function keepSpaces(gathering: Gathering, listed: Listing): Promise<void> {
  const definition = definitionIn(gathering, 'space');
  const mentions = gathering.wanted.in(null).get('space') ?? [];
  const shown = listed.unknown === undefined ? [] : await shownSpaces(gathering);
  const reason =
    listed.unknown === undefined ? {} : { unknown: `only what collections and sites show of them can be read: ${listed.unknown}` };
  const listing = decodeListing(definition, discoveryOf(gathering).decode, { items: [...listed.items, ...shown], ...reason });
  const found = new Set(listing.objects.map(({ id }) => id));
  const missing = new Set(mentions.flatMap(({ ids }) => ids).filter((id) => !found.has(id)));
  const single = await Promise.all([...missing].map((id) => findSpace(gathering, id)));
  const objects = [...listing.objects, ...single.flatMap(({ space }) => space ?? [])].map((decoded) =>
    liveObject(definition, decoded, null),
  );
  keepObjects(gathering, objects);
  keepList(gathering, 'space', null, listing.unknown ?? single.find(({ unknown }) => unknown !== undefined)?.unknown);
  await descend(gathering, definition, mentions, objects, topLevel);
}

/** Spaces of every collection, and those embedded in the site-spaces that were read. */
async function shownSpaces(gathering: Gathering): Promise<readonly unknown[]> {
  const reading = listReadingOf(gathering, 'collection');
  const collections = await gathering.reader.list(reading.call(readInput(gathering, topLevel)));
  const ids = decodeListing(definitionIn(gathering, 'collection'), reading.decode, collections).objects.map(({ id }) => id);
  const spaces = await Promise.all(ids.map((id) => gathering.reader.list(call(listCollectionSpaces, { path: { collectionId: id } }))));
  return [...spaces.flatMap(({ items }) => items), ...gathering.siteSpaceItems.filter(hasSpace)];
}

/** Whoever may not see the space is shown its place on the site without it: that is no space. */
function hasSpace(item: unknown): boolean {
  const { space } = (item ?? {}) as { readonly space?: unknown };
  return typeof space === 'object' && space !== null;
}

/** One that no listing shows may be in the trash. */
async function findSpace(gathering: Gathering, id: string): Promise<{ readonly space?: Decoded; readonly unknown?: string }> {
  const definition = definitionIn(gathering, 'space');
  const reading = discoveryOf(gathering);
  const finding = await gathering.reader.find(reading.call(readInput(gathering, topLevel), id));
  if ('unknown' in finding) return finding;
  if ('isAbsent' in finding) return {};
  const space = reading.decode(finding.reply);
  return space !== undefined && fits(definition, space) ? { space } : { unknown: misfitReason(definition, 1) };
}

function discoveryOf(gathering: Gathering): Extract<Reading, { by: 'discovery' }> {
  const { reading } = definitionIn(gathering, 'space');
  if (reading.by !== 'discovery') throw new Error('spaces are not read by discovery');
  return reading;
}
