/** Reads one list for access reports. Nothing is cached, because lists of spaces are long. */

import type { Unknown } from '../../access/facts.ts';
import type { Call } from '../../contract/endpoint.ts';
import { misfitReason } from '../decode.ts';
import type { Reader } from '../reader.ts';

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

/** By items and decoder, so that equal lists are decoded once. */
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
