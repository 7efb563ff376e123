/** Compares each managed resource with ledger and live state. */

import type { Address } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import type { DesiredResource, LedgerEntry, LiveObject } from '../core/state.ts';
import { type KindShape, shapeOf } from '../kinds/shape.ts';
import type { Draft } from '../plan/draft.ts';
import { ledgerObject } from '../plan/identity/match.ts';
import { kindOf, parentOf } from '../plan/world.ts';

export interface Subject {
  readonly address: Address;
  readonly shape: KindShape;
  /** Missing: no longer declared. */
  readonly declared?: DesiredResource;
  /** Missing: there is no ledger. */
  readonly entry?: LedgerEntry;
  /** `anew`: replaced by a similar object. `hidden`: unknown. */
  readonly state: 'there' | 'anew' | 'missing' | 'hidden';
  readonly live?: LiveObject;
  /** More about a missing object, such as `it has moved`. */
  readonly note?: string;
  readonly isElsewhere?: true;
}

export interface Examined {
  readonly draft: Draft;
  readonly hasLedger: boolean;
  /** By address. Without a ledger: declared resources. */
  readonly subjects: ReadonlyMap<Address, Subject>;
}

export function examine(draft: Draft): Examined {
  const { world, matches } = draft;
  const { ledger } = world.input;
  const hasLedger = Object.keys(ledger.resources).length + ledger.lists.length > 0;
  const addresses = hasLedger ? [...world.ledger.keys()] : [...matches.at.keys()];
  const external = new Set(matches.external);
  const subjects = new Map<Address, Subject>();
  for (const address of addresses.sort()) {
    const kind = kindOf(world, address);
    const declared = world.desiredAt.get(address);
    if (kind === undefined || declared?.isExternal || external.has(address)) continue;
    const entry = hasLedger ? world.ledger.get(address) : undefined;
    const shape = shapeOf(world, kind);
    const found = entry ? owned(draft, address, shape, entry, subjects) : matched(draft, address);
    subjects.set(address, defined({ address, shape, declared, entry, ...found }));
  }
  return { draft, hasLedger, subjects };
}

const inTrash = 'it is in the trash: apply restores it';

type Found = Pick<Subject, 'state' | 'live' | 'note' | 'isElsewhere'>;

/** Prefers the object of the ledger if it is still in its place. */
function owned(
  draft: Draft,
  address: Address,
  shape: KindShape,
  entry: LedgerEntry,
  subjects: ReadonlyMap<Address, Subject>,
): Found {
  const { world } = draft;
  const parent = parentOf(world, address);
  const container = parent === null ? undefined : subjects.get(parent);
  const parentId = parent === null ? null : (container?.live?.id ?? world.ledger.get(parent)?.id);
  const object = ledgerObject(world, address, shape.name, entry.id);
  const live = world.liveObject(shape.name, entry.id, object.parentId ?? parentId ?? null);
  if (live !== undefined && !live.isDeleted && live.parentId === parentId) return { state: 'there', live };
  if (container?.state === 'hidden') return { state: 'hidden' };
  const standing = matched(draft, address);
  const isPinned = draft.matches.at.get(address)?.by === 'pin';
  if (standing.state === 'there' && !isPinned) return { ...standing, state: shape.singleton ? 'there' : 'anew' };
  if (live?.isDeleted) return { state: 'missing', note: inTrash };
  const isElsewhere = live !== undefined && !live.isDeleted && parentId !== undefined;
  if (isElsewhere) return { state: 'missing', note: 'it has moved', isElsewhere };
  const isUnread = parentId === undefined || world.liveList(shape.name, parentId)?.unknown !== undefined;
  return standing.state === 'hidden' || (isUnread && container?.state !== 'missing')
    ? { state: 'hidden' }
    : { ...standing, state: 'missing' };
}

function matched(draft: Draft, address: Address): Found {
  const match = draft.matches.at.get(address);
  if (match?.state === 'matched' && match.live) return { state: 'there', live: match.live };
  if (match?.state === 'hidden') return { state: 'hidden' };
  if (match?.state === 'trashed') return { state: 'missing', note: inTrash };
  if (match?.state === 'pending') return { state: 'missing', note: match.reason ?? 'docform cannot create it' };
  return { state: 'missing' };
}
