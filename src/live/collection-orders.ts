/** Live orders of the collections whose order is declared; how spaces and collections interleave is shown nowhere. */
import { listCollectionSpaces } from '../contract/collections.ts';
import { call } from '../contract/endpoint.ts';
import type { Address } from '../core/address.ts';
import type { LiveObject } from '../core/state.ts';
import { addressPath } from '../kinds/shape.ts';
import { candidateFinder } from './candidates.ts';
import { decodeListing } from './decode.ts';
import { definitionIn, type Gathering } from './gathering.ts';
import { runs } from './orders.ts';

export async function keepCollectionOrders(gathering: Gathering): Promise<void> {
  const { desired, wanted } = gathering;
  const isWhole = gathering.lists.some(({ kind, unknown }) => kind === 'collection' && unknown === undefined);
  const collections = isWhole ? [...gathering.objects.values()].filter(({ kind }) => kind === 'collection') : [];
  const candidatesOf = candidateFinder(definitionIn(gathering, 'collection'), collections);
  const reads = (wanted.in(null).get('collection') ?? []).flatMap((mention) => {
    const order = desired.orders[mention.address];
    return order === undefined ? [] : candidatesOf(mention).map((object) => keepOrder(gathering, object, collections, order));
  });
  await Promise.all(reads);
}

async function keepOrder(
  gathering: Gathering,
  { id }: LiveObject,
  collections: readonly LiveObject[],
  order: readonly Address[],
): Promise<void> {
  const nested = collections.filter(({ fields }) => fields.parent === id).map((child) => child.id);
  const hasSpaces = order.some((address) => addressPath(address, gathering.definitions)?.at(-1)?.kind === 'space');
  gathering.orders[id] = runs([nested, hasSpaces ? await spacesOf(gathering, id) : []]);
}

async function spacesOf(gathering: Gathering, collectionId: string): Promise<readonly string[]> {
  const definition = definitionIn(gathering, 'space');
  const { reading } = definition;
  if (reading.by !== 'discovery') throw new Error('spaces are not read by discovery');
  const listing = decodeListing(
    definition,
    reading.decode,
    await gathering.reader.list(call(listCollectionSpaces, { path: { collectionId } })),
  );
  if (listing.unknown !== undefined) return [];
  return listing.objects.filter(({ fields }) => fields.collection === collectionId).map(({ id }) => id);
}
