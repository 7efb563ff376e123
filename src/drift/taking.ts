/** Input, working state and result of taking drift in. */
import type { Address } from '../core/address.ts';
import type { Desired } from '../core/state.ts';
import type { Amended, Amendment } from '../declaration/amendment.ts';
import type { AsDeclared } from '../declaration/as-declared.ts';
import type { Resources } from '../declaration/resources.ts';
import type { Shapes } from '../kinds/shape.ts';
import type { DriftEntry } from './entry.ts';

export interface TakeInInput {
  readonly desired: Desired;
  /** All that drifted. */
  readonly entries: readonly DriftEntry[];
  /** Only these, and what stands below them; empty: everything. */
  readonly addresses: readonly Address[];
  readonly live: AsDeclared;
  readonly shapes: Shapes;
}

/** What is left as it is, and why. */
export interface NotTaken {
  readonly address: Address;
  readonly field?: string;
  readonly reason: string;
}

export interface TakenIn {
  readonly after: Amended;
  /** What was asked for, whether all of it could be taken or not. */
  readonly chosen: readonly DriftEntry[];
  readonly notTaken: readonly NotTaken[];
  /** Fields that are no longer stated: the platform has no value, and nothing can say so. */
  readonly released: readonly { readonly address: Address; readonly field: string }[];
}

export interface Taking extends Omit<TakeInInput, 'addresses'> {
  readonly chosen: readonly DriftEntry[];
  readonly amendment: Amendment;
  readonly liveAt: Resources;
  readonly notTaken: NotTaken[];
  readonly released: { readonly address: Address; readonly field: string }[];
}
