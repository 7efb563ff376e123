/** Reads the order in collections and at the top level. The API does not show how spaces and collections interleave. */
import { listCollectionSpaces } from '../contract/collections.ts';
import { type Call, call } from '../contract/endpoint.ts';
import { type Address, isSafeId, topContainer, topContainerId } from '../core/address.ts';
import type { LiveObject } from '../core/state.ts';
import { addressPath } from '../kinds/shape.ts';
import { decodeListing } from './decode.ts';
import { definitionIn, type Gathering, readingOf, runs } from './gathering.ts';
import { candidateFinder } from './mentions.ts';

export async function keepCollectionOrders(gathering: Gathering): Promise<void> {
  const isListed = gathering.lists.some(({ kind, unknown }) => kind === 'collection' && unknown === undefined);
  const collections = isListed ? [...gathering.objects.values()].filter(({ kind }) => kind === 'collection') : [];
  const declared = declaredOrders(gathering, collections);
  const read = gathering.isWhole ? collections : collections.filter(({ id }) => declared.has(id));
  const hasTop = isListed && (gathering.isWhole || gathering.desired.orders[topContainer] !== undefined);
  if (hasTop) gathering.orders[topContainerId] = runs([idsIn(null, collections)]);
  await Promise.all(read.map(({ id }) => keepOrder(gathering, id, collections, declared.get(id) ?? [])));
}

function declaredOrders({ desired, mentions, ...rest }: Gathering, collections: readonly LiveObject[]) {
  const candidatesOf = candidateFinder(definitionIn(rest, 'collection'), collections);
  const orders = new Map<string, readonly Address[]>();
  for (const mention of mentions.in(null).get('collection') ?? []) {
    const order = desired.orders[mention.address];
    if (order === undefined) continue;
    for (const { id } of candidatesOf(mention)) orders.set(id, [...(orders.get(id) ?? []), ...order]);
  }
  return orders;
}

function idsIn(parent: string | null, collections: readonly LiveObject[]): readonly string[] {
  return collections.filter(({ fields }) => (fields.parent ?? null) === parent).map(({ id }) => id);
}

/** Lists the spaces if the declared order contains any. A whole reading lists them for collections with several spaces and no collections. */
async function keepOrder(
  gathering: Gathering,
  id: string,
  collections: readonly LiveObject[],
  order: readonly Address[],
): Promise<void> {
  const nested = idsIn(id, collections);
  const hasSpaces =
    namesSpaces(gathering, order) || (gathering.isWhole && nested.length === 0 && holdsSeveral(gathering, id));
  gathering.orders[id] = runs([nested, hasSpaces ? await spacesOf(gathering, id) : []]);
}

function namesSpaces({ definitions }: Pick<Gathering, 'definitions'>, order: readonly Address[]): boolean {
  return order.some((address) => addressPath(address, definitions)?.at(-1)?.kind === 'space');
}

export function spacesIn(collectionId: string): Call {
  return call(listCollectionSpaces, { path: { collectionId } });
}

export function orderCallsIn(gathering: Gathering): readonly Call[] {
  const { desired, mentions } = gathering;
  const ordered = (mentions.in(null).get('collection') ?? []).filter(({ address }) =>
    namesSpaces(gathering, desired.orders[address] ?? []),
  );
  return ordered.flatMap(({ ids }) => ids.filter(isSafeId).map(spacesIn));
}

function holdsSeveral({ objects }: Gathering, collectionId: string): boolean {
  const held = [...objects.values()].filter(
    ({ kind, fields, isDeleted }) => kind === 'space' && fields.collection === collectionId && !isDeleted,
  );
  return held.length > 1;
}

async function spacesOf(gathering: Gathering, collectionId: string): Promise<readonly string[]> {
  const { decode } = readingOf(gathering, 'space', 'discovery');
  const listed = await gathering.reader.list(spacesIn(collectionId));
  const listing = decodeListing(definitionIn(gathering, 'space'), decode, listed);
  if (listing.unknown !== undefined) return [];
  return listing.objects.filter(({ fields }) => fields.collection === collectionId).map(({ id }) => id);
}
