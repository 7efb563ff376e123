/** The updates of the ledger that a plan contains. */
import type { Address, ListAddress } from '../../core/address.ts';
import type { Dialect } from '../../core/dialect.ts';
import type { Ledger, LedgerEntry } from '../../core/state.ts';
import type { StepId } from './step.ts';

export interface OrderKept {
  readonly container: Address;
  readonly former?: string;
  /** The new order. Missing: unknown, and the ledger keeps the current order. */
  readonly members?: readonly Address[];
  /** The order that the platform lists instead, as a mark. */
  readonly listed?: string;
  readonly after: readonly StepId[];
  /** Moves among `after` of existing members. While they run, the order is unknown. */
  readonly disturbing?: readonly StepId[];
}

export interface HeldBack {
  readonly until: StepId;
  readonly marks: { readonly [field: string]: string };
}

/** Changes of the ledger in addition to the ids that steps record. */
export interface StateUpdates {
  /** Entries that change without a call (adopt, rename, protection). */
  readonly set: { readonly [address: Address]: LedgerEntry };
  readonly remove: readonly Address[];
  readonly lists: readonly ListAddress[];
  /** Lists to remove, because their container was renamed or deleted. */
  readonly unlisted?: readonly ListAddress[];
  /** The rest of an entry once its steps have succeeded. Resources without steps and without a change in the ledger are omitted. */
  readonly entries: { readonly [address: Address]: Omit<LedgerEntry, 'id'> };
  /** By address and field: the steps that apply the field. Empty: the field is not changed. Fields that match are omitted. */
  readonly writers?: { readonly [address: Address]: { readonly [field: string]: readonly StepId[] } };
  /** By address: fingerprints of values that a new object has until each step, such as an undeclared `draft`, and of restrictions that it does not have yet (`intendedMark`). */
  readonly heldBack?: { readonly [address: Address]: readonly HeldBack[] };
  /** By address: fingerprints of texts on the platform that differ from the applied ones. After an apply, they are what the platform stored. */
  readonly stored?: { readonly [address: Address]: { readonly [mark: string]: string } };
  readonly orders?: readonly OrderKept[];
  readonly pending?: NonNullable<Ledger['pending']>;
  readonly external?: NonNullable<Ledger['external']>;
  /** The dialect in which the plan was made, if it is not the contract. */
  readonly dialect?: Dialect;
  /** Addresses whose steps of an interrupted apply are outside the scope. Their outcome stays unknown. */
  readonly undecided?: readonly Address[];
}
