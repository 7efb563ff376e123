/** The part of an approved plan that can still be applied, and what becomes of the rest. */
import type { Address } from '../../core/address.ts';
import type { KindName } from '../../core/state.ts';
import type { Shapes } from '../../kinds/shape.ts';
import type { Action, Change, Plan } from '../change.ts';
import type { SavedPlan } from '../plan-view.ts';
import type { Difference } from './agreement.ts';

export interface NamedChange {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: Action;
}

/** A change that was approved and is not made, because something is not as the approved plan found it. */
export interface Stopped extends NamedChange {
  readonly reason: string;
  readonly differences: readonly Difference[];
}

/** A change that is not made because nobody has approved it, or not needed any more. `fields`: those of its fields that this is about. */
export interface SetAside extends NamedChange {
  readonly fields: readonly string[];
}

export interface KeptPlan {
  /** Of the new plan, what was approved. */
  readonly plan: Plan;
  readonly stopped: readonly Stopped[];
  /** Needed now, and not in the approved plan. */
  readonly leftOut: readonly SetAside[];
  /** Approved, and so already. */
  readonly settled: readonly SetAside[];
}

export interface Comparison {
  /** Made from what is there now. */
  readonly plan: Plan;
  readonly saved: SavedPlan;
  readonly shapes: Shapes;
  /** Addresses that an earlier run was making when it ended: what is found there belongs to nobody else. */
  readonly unsettled: ReadonlySet<Address>;
}

/** A comparison with its indexes. */
export interface Facts extends Comparison {
  /** Changes of the new plan. */
  readonly changesAt: ReadonlyMap<Address, readonly Change[]>;
  /** Declared, and nothing is known of it now. */
  readonly hidden: ReadonlySet<Address>;
  /** What became of the order that a sibling stands in; undefined: its moves are what was approved. */
  readonly orderDifference: (address: Address) => Difference | undefined;
}

/** What is decided of the changes of the new plan; all others are left out. */
export interface Decisions {
  /** Kept changes, with the fields of each that nobody has approved. */
  readonly kept: Map<Change, readonly string[]>;
  readonly stopped: Stopped[];
  readonly settled: SetAside[];
}

export function named({ address, kind, action }: NamedChange): NamedChange {
  return { address, kind, action };
}

export function keyOf({ address, action }: Pick<NamedChange, 'address' | 'action'>): string {
  return `${address}:${action}`;
}
