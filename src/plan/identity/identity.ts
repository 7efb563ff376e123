/** What matching answers: which live object each declared resource is, and what is left over. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource, KindName, LedgerEntry, LiveObject } from '../../core/state.ts';
import { type DesiredValue, isReference } from '../../core/value.ts';
import type { KindShape } from '../../kinds/shape.ts';
import type { Blocked } from '../change.ts';

/** What the comparison needs to know of identities. */
export interface Identities {
  readonly idOf: (address: Address) => string | undefined;
  readonly addressOf: (kind: string, id: string) => Address | undefined;
}

export interface Match {
  readonly resource: DesiredResource;
  readonly shape: KindShape;
  /** What the ledger has of its address. */
  readonly entry: LedgerEntry | undefined;
  /** `absent`: to be created. `hidden`: nothing is known, because a listing is not. */
  readonly state: 'matched' | 'absent' | 'trashed' | 'pending' | 'hidden';
  readonly live: LiveObject | undefined;
  readonly by: 'pin' | 'ledger' | 'natural' | 'place' | 'journal' | undefined;
  /** Why it is hidden or waiting. */
  readonly reason: string | undefined;
  readonly blocked: Blocked | undefined;
}

export interface Matches {
  readonly at: ReadonlyMap<Address, Match>;
  /** Those that are not there, or of which nothing is known. */
  readonly unmatched: readonly Match[];
  /** The declared resources of a kind that stand in `parent`, in configuration order. */
  readonly childrenOf: (kind: KindName, parent: Address | null) => readonly Match[];
  /** Address of a live object: of the declared resource it is, or of the ledger entry that owns it. */
  readonly addressOf: (kind: KindName, id: string) => Address | undefined;
  readonly addressOfLive: (live: Pick<LiveObject, 'kind' | 'id' | 'parentId'>) => Address | undefined;
  /** Live objects that nobody declares, and no ledger entry owns. */
  readonly unowned: () => readonly LiveObject[];
  /** Ledger addresses that are no longer declared and whose object is still live. */
  readonly dropped: readonly { readonly address: Address; readonly live: LiveObject }[];
  /** Ledger addresses whose object is gone, or is now held by another address. */
  readonly gone: readonly Address[];
  /** Dropped addresses that look like a declared one which would be created. */
  readonly lookAlikes: ReadonlyMap<Address, Address>;
}

/** What is known of creates before matching once more. */
export interface Foreseen {
  /** Live objects standing in for the children of a section that does not exist yet (a flat site becoming sectioned). */
  readonly placed: ReadonlyMap<Address, LiveObject>;
  /** What cannot be made now, and why: nothing more is known of it than of what it would be made with. */
  readonly waiting: ReadonlyMap<Address, string>;
}

/** Of these addresses, what is declared. */
export function matchesAt(at: Matches['at'], addresses: readonly Address[] = []): readonly Match[] {
  const found: Match[] = [];
  for (const address of addresses) {
    const match = at.get(address);
    if (match !== undefined) found.push(match);
  }
  return found;
}

/** Whether a value refers to something of which nothing is known yet: it is not sent. */
export function refersToUnknown(matches: Pick<Matches, 'at'>, value: DesiredValue | undefined): boolean {
  const state = isReference(value) ? matches.at.get(value.ref)?.state : undefined;
  return state === 'hidden' || state === 'pending';
}

/** Live id of a declared address; undefined while it does not exist. */
export function liveIdOf(matches: Pick<Matches, 'at'>, address: Address): string | undefined {
  return matches.at.get(address)?.live?.id;
}
