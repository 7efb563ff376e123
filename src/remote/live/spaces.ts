/** Finds spaces through collections and sites, and reads the order in collections and at the top level. */
import { listCollectionSpaces } from '../../contract/2025-06/collections.ts';
import { type Call, createCall } from '../../contract/endpoint.ts';
import { type Address, isSafeId, topContainer, topContainerId } from '../../core/address.ts';
import { findClaimPlaces } from '../../core/claim-places.ts';
import { byKey } from '../../core/compare.ts';
import type { LiveObject } from '../../core/state.ts';
import { kindOfAddress } from '../../kinds/shape.ts';
import {
  addListing,
  addObjects,
  nonEmptyRuns,
  type ReadContext,
  requireDefinition,
  requireReading,
} from './gathering.ts';
import { createCandidateFinder, type Mention } from './mentions.ts';
import { decodeListing, type Listing, toLiveObject } from './reader.ts';
import { descend, withFoundById } from './walk.ts';

export async function addMentionedSpaces(gathering: ReadContext, listed: Listing): Promise<void> {
  const definition = requireDefinition(gathering, 'space');
  const mentions = addClaimedSpaces(gathering, gathering.mentions.in(null).get('space') ?? []);
  const shown = listed.unknown === undefined ? [] : await shownSpaces(gathering);
  const reason =
    listed.unknown === undefined
      ? {}
      : { unknown: `only spaces in collections and on sites are visible: ${listed.unknown}` };
  const reading = requireReading(gathering, 'space', 'discovery');
  const found = decodeListing(definition, reading.decode, { ...listed, items: [...listed.items, ...shown], ...reason });
  gathering.markRead({ kind: 'space', parentId: null });
  // A space without a list entry can be in the trash.
  const listing = await withFoundById(gathering, definition, reading, found, mentions, (id) =>
    reading.call(gathering.topLevel, id),
  );
  await descend(gathering, definition, mentions, addListing(gathering, definition, null, listing), gathering.topLevel);
}

/** Adds the spaces that Git Sync keeps at the places of claimed ones, because no list shows which space it is. */
function addClaimedSpaces(
  { desired, ledger, objects, lists }: ReadContext,
  mentions: readonly Mention[],
): readonly Mention[] {
  const idAt = (address: Address) => ledger.resources[address]?.id;
  const places = findClaimPlaces({ resources: desired.resources, objects: objects.values(), lists, idAt });
  if (places.size === 0) return mentions;
  return mentions.map((mention) => {
    const id = places.get(mention.address)?.id;
    return id === undefined ? mention : { ...mention, ids: [...new Set([...mention.ids, id])] };
  });
}

/** Spaces outside a partial plan, as sites show them: reports need their titles. */
export function addShownSpaces(gathering: ReadContext): void {
  const definition = requireDefinition(gathering, 'space');
  const { objects } = decodeListing(definition, requireReading(gathering, 'space', 'discovery').decode, {
    items: embeddingItems(gathering),
  });
  addObjects(
    gathering,
    objects.map((decoded) => toLiveObject(definition, decoded, null)),
  );
}

async function shownSpaces(gathering: ReadContext): Promise<readonly unknown[]> {
  const reading = requireReading(gathering, 'collection', 'list');
  const collections = await gathering.reader.list(reading.call(gathering.topLevel));
  const ids = decodeListing(requireDefinition(gathering, 'collection'), reading.decode, collections).objects.map(
    ({ id }) => id,
  );
  const spaces = await Promise.all(ids.map((id) => gathering.reader.list(collectionSpacesCall(id))));
  return [...spaces.flatMap(({ items }) => items), ...embeddingItems(gathering)];
}

/** Sorted, because the order of responses varies. */
function embeddingItems({ siteSpaceItems = new Map() }: ReadContext): readonly unknown[] {
  return [...siteSpaceItems].sort(byKey).flatMap(([, items]) => items);
}

/** The API does not show how spaces and collections interleave. */
export async function readCollectionOrders(gathering: ReadContext): Promise<void> {
  const isListed = gathering.lists.some(({ kind, unknown }) => kind === 'collection' && unknown === undefined);
  const collections = isListed ? [...gathering.objects.values()].filter(({ kind }) => kind === 'collection') : [];
  const declared = declaredOrders(gathering, collections);
  const held = new Set(collectionsWithOrders(gathering));
  const read = collections.filter(({ id }) => declared.has(id) || held.has(id));
  const hasTop = isListed && (gathering.isWhole || gathering.desired.orders[topContainer] !== undefined);
  if (hasTop) gathering.orders[topContainerId] = nonEmptyRuns([collectionIdsIn(null, collections)]);
  await Promise.all(read.map(({ id }) => readOrder(gathering, id, collections, declared.get(id) ?? [])));
}

/** The collections whose orders a whole reading needs. */
function collectionsWithOrders({ isWhole, extent, objects }: ReadContext): readonly unknown[] {
  if (!isWhole) return [];
  const all = [...objects.values()];
  if (extent === undefined) return all.map(({ id }) => id);
  const entered = extent.entered(all.filter(({ parentId }) => parentId === null));
  return entered.flatMap(({ id, kind, fields }) => (kind === 'collection' ? [id] : [fields.collection]));
}

function declaredOrders({ desired, mentions, ...rest }: ReadContext, collections: readonly LiveObject[]) {
  const candidatesOf = createCandidateFinder(requireDefinition(rest, 'collection'), collections);
  const orders = new Map<string, readonly Address[]>();
  for (const mention of mentions.in(null).get('collection') ?? []) {
    const order = desired.orders[mention.address];
    if (order === undefined) continue;
    for (const { id } of candidatesOf(mention)) orders.set(id, [...(orders.get(id) ?? []), ...order]);
  }
  return orders;
}

function collectionIdsIn(parent: string | null, collections: readonly LiveObject[]): readonly string[] {
  return collections.filter(({ fields }) => (fields.parent ?? null) === parent).map(({ id }) => id);
}

/** Lists the spaces if the declared order contains any. A whole reading lists them for collections with several spaces and no collections. */
async function readOrder(
  gathering: ReadContext,
  id: string,
  collections: readonly LiveObject[],
  order: readonly Address[],
) {
  const nested = collectionIdsIn(id, collections);
  const hasSpaces =
    namesSpaces(gathering, order) || (gathering.isWhole && nested.length === 0 && hasSeveralMembers(gathering, id));
  gathering.orders[id] = nonEmptyRuns([nested, hasSpaces ? await readSpaceIds(gathering, id) : []]);
}

function namesSpaces({ definitions }: Pick<ReadContext, 'definitions'>, order: readonly Address[]) {
  return order.some((address) => kindOfAddress(address, definitions) === 'space');
}

function collectionSpacesCall(collectionId: string) {
  return createCall(listCollectionSpaces, { path: { collectionId } });
}

export function orderCalls(gathering: ReadContext): readonly Call[] {
  const { desired, mentions } = gathering;
  const ordered = (mentions.in(null).get('collection') ?? []).filter(({ address }) =>
    namesSpaces(gathering, desired.orders[address] ?? []),
  );
  return ordered.flatMap(({ ids }) => ids.filter(isSafeId).map(collectionSpacesCall));
}

function hasSeveralMembers({ objects }: ReadContext, collectionId: string) {
  const held = [...objects.values()].filter(
    ({ kind, fields, isDeleted }) => kind === 'space' && fields.collection === collectionId && !isDeleted,
  );
  return held.length > 1;
}

async function readSpaceIds(gathering: ReadContext, collectionId: string): Promise<readonly string[]> {
  const { decode } = requireReading(gathering, 'space', 'discovery');
  const listed = await gathering.reader.list(collectionSpacesCall(collectionId));
  const listing = decodeListing(requireDefinition(gathering, 'space'), decode, listed);
  if (listing.unknown !== undefined) return [];
  return listing.objects.filter(({ fields }) => fields.collection === collectionId).map(({ id }) => id);
}
