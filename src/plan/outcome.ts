/** The outcome of an apply as plain values, which apply makes and reports print. */
import type { Address } from '../core/address.ts';
import type { KindName } from '../core/state.ts';
import type { Action, Operation, StepId } from './change.ts';

/** Why a step failed, told for people: which request, what came back, what to do. */
export interface Fault {
  readonly message: string;
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly advice?: string;
  /** The platform may have done it all the same: its answer never came. */
  readonly isAmbiguous?: true;
}

export type StepOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly fault: Fault }
  /** `because`: the step whose failure it goes back to. */
  | { readonly status: 'skipped'; readonly because: StepId }
  | { readonly status: 'not-started' };

export type OutcomeStatus = StepOutcome['status'];

export interface ChangeOutcome {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: Action;
  readonly status: OutcomeStatus;
  readonly fault?: Fault;
  /** Of what was created: what it is at first, and only somebody on the platform can change. */
  readonly bornAs?: string;
  /** Of a skipped change: the address whose failure it goes back to. */
  readonly because?: Address;
  /** Where only some of its steps are done: how many. */
  readonly partly?: { readonly done: number; readonly of: number };
}

/** What became of each change of a plan, and whether the ledger knows it. */
export interface ApplyReport {
  readonly organization: string;
  /** In the plan's order. */
  readonly changes: readonly ChangeOutcome[];
  /** Counts of changes that reach the platform. */
  readonly counts: { readonly done: number; readonly failed: number; readonly skipped: number; readonly notStarted: number };
  /** Changes of the state only (adopted, renamed, released) that went into the ledger. */
  readonly recorded: number;
  /** The ledger was not as the plan wants it from the beginning, be it only in marks, orders or lists. */
  readonly isNoted?: true;
  /** Ledger entries that an earlier run had done and not written, and that are written now; missing: it had left no journal. */
  readonly caughtUp?: number;
  /** Calls made, as the plan announced them: retries do not count. */
  readonly requests: number;
  /** Listings read beside them, for ids that a reply left out or that were lost with it. */
  readonly lookUps?: number;
  readonly isInterrupted: boolean;
  /** What the platform said when it asked for a longer wait than allowed; nothing was started after that. */
  readonly held?: string;
  /** Why no further request was sent: the platform cannot be reached, or does not accept the token. */
  readonly unreachable?: string;
  /** Why the lease is no longer held; nothing is sent or written after that. */
  readonly leaseLost?: { readonly code: string; readonly message: string };
  /** Why the ledger could not be written; nothing is started after that. */
  readonly ledgerFault?: string;
}

/** `complete`, `place`: a further call for what this plan makes; `add`, `remove`: one for members of a list. */
export type Deed = Operation | 'complete' | 'place' | 'add' | 'remove';

/** What happens while a plan is applied. `at` counts ended steps from 1. */
export type ApplyEvent =
  | { readonly type: 'started'; readonly steps: number }
  | { readonly type: 'step-started'; readonly step: StepId; readonly address: Address; readonly operation: Operation }
  | {
      readonly type: 'step-ended';
      readonly step: StepId;
      readonly address: Address;
      readonly operation: Operation;
      /** What people are told that it does; missing: the operation. */
      readonly deed?: Deed;
      /** What the platform makes along with it. */
      readonly along?: readonly Address[];
      readonly outcome: StepOutcome;
      readonly at: number;
      readonly of: number;
    }
  | { readonly type: 'interrupted'; readonly inFlight: number };
