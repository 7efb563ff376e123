/** The steps of a plan, each with one or more requests. */
import type { Address } from '../../core/address.ts';
import type { DesiredValue, KindName, Value } from '../../core/state.ts';

/** `sites/docs#update`, `teams/docs/members#bulk`. */
export type StepId = string;

/** `invite`: the request for the people in `items`, who have not joined when it is answered. `widen`: the part of an update that widens access, after deletes that need the other part. */
export type Operation =
  | 'create'
  | 'restore'
  | 'temporary'
  | 'update'
  | 'publish'
  | 'widen'
  | 'move'
  | 'join'
  | 'leave'
  | 'bulk'
  | 'invite'
  | 'delete';

export interface BulkItem {
  readonly operation: 'create' | 'update' | 'delete';
  readonly address: Address;
  readonly fields: { readonly [field: string]: DesiredValue };
  /** The ledger does not contain it. */
  readonly isUnowned?: true;
}

/** An object that the platform creates together with another, and the address of that object. */
export interface Companion {
  /** `first`: the first child of the new object. `space`: a new space of a new site. `site-space`: the link of that space. `wrapper`: the section around the spaces of a flat site. */
  readonly role: 'first' | 'space' | 'site-space' | 'wrapper';
  readonly address: Address;
}

export interface Step {
  readonly id: StepId;
  readonly operation: Operation;
  readonly address: Address;
  readonly kind: KindName;
  /** Fields to send. References are addresses. */
  readonly fields: { readonly [field: string]: DesiredValue };
  /** All fields as read, for kinds whose update replaces the whole object. */
  readonly passthrough?: { readonly [field: string]: Value };
  /** New neighbour of a move. Missing: only the container changes. */
  readonly beside?: Anchor;
  /** New container of a join or move, former container of a leave. Null: the top level. */
  readonly container?: Address | null;
  readonly items?: readonly BulkItem[];
  readonly companions?: readonly Companion[];
  /** For a create: values that the platform derives as declared. apply sends the ones that the response does not show. */
  readonly derived?: readonly DerivedValues[];
  /** For a create: ids of objects that look like the new object, to recognize the new object after an interruption. */
  readonly candidates?: readonly string[];
  /** For a delete: addresses of objects that are deleted together with this object and were outside it when the plan was made. */
  readonly cascades?: readonly Address[];
  readonly needs: ReadonlySet<StepId>;
  /** Steps that must end before, with any result. */
  readonly follows: ReadonlySet<StepId>;
}

export interface Anchor {
  readonly relation: 'before' | 'after';
  readonly address: Address;
}

/** Of the new object, or of its first child. */
interface DerivedValues {
  readonly address: Address;
  readonly kind: KindName;
  readonly fields: { readonly [field: string]: DesiredValue };
}
