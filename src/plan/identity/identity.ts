/** The result of matching: the live object of each declared resource, and all other objects. */
import type { Address } from '../../core/address.ts';
import {
  type DesiredResource,
  type DesiredValue,
  isReference,
  type KindName,
  type LedgerEntry,
  type LiveObject,
  type Value,
} from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';
import type { Identities } from '../fields/identities.ts';
import type { Blocked } from '../result/change.ts';

export type Identified = Pick<LiveObject, 'kind' | 'id' | 'parentId'>;

export interface Match {
  readonly resource: DesiredResource;
  readonly shape: KindShape;
  readonly entry: LedgerEntry | undefined;
  /** `absent`: will be created. `hidden`: unknown, because a list was not read. `pending`: docform cannot create it. */
  readonly state: 'matched' | 'absent' | 'trashed' | 'pending' | 'hidden';
  readonly live: LiveObject | undefined;
  /** `claim`: by its place in a site-structure file. */
  readonly by: 'pin' | 'ledger' | 'natural' | 'place' | 'claim' | 'journal' | undefined;
  readonly reason: string | undefined;
  readonly blocked: Blocked | undefined;
}

export interface Matches extends Identities {
  readonly at: ReadonlyMap<Address, Match>;
  readonly unmatched: readonly Match[];
  /** Declared resources of a kind in `parent`, in configuration order. */
  readonly childrenOf: (kind: KindName, parent: Address | null) => readonly Match[];
  /** Declared members of a list or container, in their order. */
  readonly membersOf: (container: Address) => readonly Match[];
  readonly addressOfLive: (live: Identified) => Address | undefined;
  /** Live objects without a declaration or ledger entry. */
  readonly unowned: () => readonly LiveObject[];
  /** Ledger addresses that are not declared, with an existing object. */
  readonly dropped: readonly { readonly address: Address; readonly live: LiveObject }[];
  readonly gone: readonly Address[];
  /** Those of `gone` that stay on the platform, because they are external or part of an external object. */
  readonly external: readonly Address[];
  /** Dropped addresses that look like a resource to create. */
  readonly lookAlikes: ReadonlyMap<Address, Address>;
}

/** Results of the first matching for the second. */
export interface Foreseen {
  /** Live objects that become children of a new section (a flat site gets sections). */
  readonly placed: ReadonlyMap<Address, LiveObject>;
  readonly waiting: ReadonlyMap<Address, Waiting>;
}

/** A missing resource that this plan does not create. `pending`: not before a person creates an object on the platform. */
export interface Waiting extends Pick<Match, 'reason'> {
  readonly state: 'hidden' | 'pending';
  /** The object to create first. Missing: the resource itself. */
  readonly waitsFor?: Address;
}

/** Whether a value refers to a hidden or pending resource. Such a value is not sent. */
export function refersToUnknown(matches: Pick<Matches, 'at'>, value: DesiredValue | undefined): boolean {
  const state = isReference(value) ? matches.at.get(value.ref)?.state : undefined;
  return state === 'hidden' || state === 'pending';
}

/** Whether the live value is the object that the ledger has for the hidden target, so that nothing is left to compare. */
export function isRecordedObject(matches: Pick<Matches, 'at'>, value: DesiredValue, live: Value | undefined): boolean {
  const target = isReference(value) ? matches.at.get(value.ref) : undefined;
  return target?.state === 'hidden' && target.entry !== undefined && target.entry.id === live;
}

export function originalOfCopy({ at }: Pick<Matches, 'at'>, { resource, shape }: Match): Match | undefined {
  const source = shape.createNeeds === undefined ? undefined : resource.fields[shape.createNeeds];
  return isReference(source) ? at.get(source.ref) : undefined;
}

/** The id of a declared address. Undefined: the object does not exist. */
export function liveIdOf(matches: Pick<Matches, 'at'>, address: Address): string | undefined {
  return matches.at.get(address)?.live?.id;
}
