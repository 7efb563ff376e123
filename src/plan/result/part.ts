/** The parts of a plan: groups of changes that depend on each other, each with its effect and a digest. */
import type { Address } from '../../core/address.ts';
import type { Value } from '../../core/state.ts';
import type { Action } from './action.ts';

/** What an approval covers besides the changes, without titles and texts. */
export interface PlanEffect {
  /** `audience`, `lost`, `form`, or the topic of a consequence. */
  readonly what: string;
  readonly address: Address;
  /** Id of the object, or its address if the plan creates it. */
  readonly id?: string;
  readonly field?: string;
  readonly severity?: string;
  /** For `audience`: SHA-256 of the ways to read or write the object. */
  readonly before?: Value;
  readonly after?: Value;
  readonly isUnpublished?: true;
}

/** `causes`: addresses of the changed objects that decide the effect. */
export interface CausedEffect {
  readonly effect: PlanEffect;
  readonly causes: readonly Address[];
}

export interface PlanPart {
  /** `sha256:…` over the changes and effects. */
  readonly digest: string;
  /** In the order of the plan. */
  readonly changes: readonly { readonly address: Address; readonly action: Action }[];
  readonly effects: readonly PlanEffect[];
}
