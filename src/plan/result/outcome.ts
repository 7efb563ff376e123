/** The outcome of an apply. */

import type { Address } from '../../core/address.ts';
import type { Exposed } from '../../core/exposed.ts';
import type { KindName } from '../../core/state.ts';
import type { NamedChange } from './action.ts';
import type { Action } from './change.ts';
import type { PartOnly } from './scope.ts';
import type { Operation, StepId } from './step.ts';

export interface Fault {
  readonly message: string;
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly advice?: string;
  /** No response arrived, so the platform may have made the change. */
  readonly isAmbiguous?: true;
}

export type StepOutcome =
  /** `reservations`: what the platform did not do, by address. */
  | { readonly status: 'done'; readonly reservations?: { readonly [address: Address]: string } }
  /** `begun`: number of its completed requests, if only some are completed. */
  | { readonly status: 'failed'; readonly fault: Fault; readonly begun?: ChangeOutcome['begun'] }
  /** `because`: the failed step that caused the skip. */
  | { readonly status: 'skipped'; readonly because: StepId }
  | { readonly status: 'not-started' };

export interface ChangeOutcome {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: Action;
  readonly status: StepOutcome['status'];
  readonly fault?: Fault;
  /** Initial state of a created object that you can change only on the platform. */
  readonly initialState?: string;
  /** The address of the failed change that caused the skip. */
  readonly because?: Address;
  /** Number of completed steps, if only some are completed. */
  readonly partly?: { readonly done: number; readonly of: number };
  /** Number of completed requests of the failed step, if only some are completed. */
  readonly begun?: { readonly done: number; readonly of: number };
}

/** The result of an apply: the outcome of each change, and the state of the ledger. */
export interface ApplyReport {
  readonly organization: string;
  readonly changes: readonly ChangeOutcome[];
  /** Number of changes that affect the platform, by outcome. */
  readonly counts: {
    readonly done: number;
    readonly failed: number;
    readonly skipped: number;
    readonly notStarted: number;
  };
  /** Number of changes that affect only the ledger (adopt, rename, release) and were written. */
  readonly recorded: number;
  /** After an incomplete apply: the objects that more people can read or write than before and after the whole plan. Missing: none. */
  readonly exposed?: readonly Exposed[];
  /** True: before the apply, the ledger differed from the plan, even if only in fingerprints, orders or lists. */
  readonly isLedgerUpdated?: true;
  /** Changes of the current plan that were not approved. Missing: none. */
  readonly leftOut?: readonly NamedChange[];
  /** Changes of the current plan that are blocked, or that depend on a blocked one. Missing: none. */
  readonly withheld?: readonly NamedChange[];
  /** The scope of a partial plan. Missing: the plan covered everything. */
  readonly part?: PartOnly;
  /** Number of ledger entries restored from the journal of an interrupted run. Missing: no journal existed. */
  readonly recovered?: number;
  /** Number of requests, counted as in the plan, without retries. */
  readonly requests: number;
  /** Number of extra list requests for ids that a response did not contain, or that were lost with a response. */
  readonly searches?: number;
  readonly isInterrupted: boolean;
  /** Message of the platform that requested a longer wait than allowed. Apply started no further requests. */
  readonly held?: string;
  /** Reason why apply sent no further request: the platform is unreachable or rejects the token. */
  readonly unreachable?: string;
  /** Reason why the state lock was lost. Apply sent and wrote nothing afterwards. */
  readonly lockLost?: { readonly code: string; readonly message: string };
  /** Reason why the ledger could not be written. Apply started no further requests. */
  readonly ledgerFault?: string;
  /** Another configuration owns an object that the ledger would record. */
  readonly isOwnedElsewhere?: true;
}

/** `complete` and `place`: later calls for a new object. `add` and `remove`: calls for members of a list. */
export type OperationLabel = Operation | 'complete' | 'place' | 'add' | 'remove' | 'unpublish';

/** What happens while a plan is applied. `at` counts ended steps from 1. */
export type ApplyEvent =
  | { readonly type: 'started'; readonly steps: number }
  | { readonly type: 'step-started'; readonly step: StepId; readonly address: Address; readonly operation: Operation }
  | {
      readonly type: 'step-ended';
      readonly step: StepId;
      readonly address: Address;
      readonly operation: Operation;
      /** The operation for display. Missing: the operation. */
      readonly label?: OperationLabel;
      /** Addresses of objects that the platform creates together with this one. */
      readonly alongside?: readonly Address[];
      /** Addresses of the items of a list that one request changes. */
      readonly items?: readonly Address[];
      readonly outcome: StepOutcome;
      readonly at: number;
      readonly of: number;
    }
  | { readonly type: 'interrupted'; readonly inFlight: number };
