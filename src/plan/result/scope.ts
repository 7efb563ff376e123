/** The scope of a partial plan, and what the plan does not cover. */
import type { Address, ListAddress } from '../../core/address.ts';

export interface Scope {
  /** Patterns of addresses, and configuration files. Empty: everything. */
  readonly only: readonly string[];
  readonly except: readonly string[];
  /** The revision as given: a branch, tag or commit. */
  readonly since?: string;
  /** Full hash of the commit. */
  readonly commit?: string;
  /** Addresses whose configuration changed since the commit; `LIST/*` stands for the members of a list. */
  readonly selected?: readonly string[];
}

/** The scope of a partial plan, and what the plan does not cover. */
export interface PartOnly extends Scope {
  /** Number of lists that were read. */
  readonly read: number;
  /** Lists that only a complete plan reads, sorted. */
  readonly notRead: readonly ListAddress[];
  /** Changes outside the scope, as far as their lists were read, and the addresses of blocked ones. */
  readonly leftOut: { readonly changes: number; readonly blocked: readonly Address[] };
}

export interface Limit {
  readonly selects: Selects;
  /** What happens to a change of the scope that depends on a change outside. `grow`: the scope includes both. `shrink`: the scope includes neither. `block`: the change is blocked. */
  readonly conflict: 'grow' | 'shrink' | 'block';
  /** Missing: no flag limits the plan. */
  readonly part?: Omit<PartOnly, 'leftOut'>;
}

export type Selects = (address: Address) => boolean;
