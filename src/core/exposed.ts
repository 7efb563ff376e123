/** What more people can read or write after an apply that did not complete, as plain values. */
import type { Address } from './address.ts';
import type { ImpactOn } from './impact.ts';
import type { KindName, LiveObject, Value } from './state.ts';

/** A change that would have restricted the access, and that the apply did not make. */
export interface Unmade {
  readonly address: Address;
  /** Title of the object: `Partner Guide`. */
  readonly subject: string;
  /** Missing: the object was not deleted. */
  readonly field?: string;
  /** The field is the container of the object. */
  readonly isPlace?: true;
}

/** An object whose audience is wider than before the apply and after the whole plan. */
export interface Exposed {
  readonly address: Address;
  readonly kind: KindName;
  readonly on: ImpactOn;
  /** Title of the object: `Partner Guide`. */
  readonly subject: string;
  /** The audience now, in words. */
  readonly now: string;
  readonly before: string;
  /** After the whole plan. */
  readonly planned: string;
  /** Titles of the spaces that the object shows. */
  readonly spaces: readonly string[];
  readonly unmade: readonly Unmade[];
  /** The platform did not answer, so it may not have widened the access. */
  readonly isPossible?: true;
}

/** A restriction that an earlier apply intended for an object that it created, and that the platform does not have. */
export interface Unset extends Pick<LiveObject, 'kind' | 'id' | 'parentId'> {
  readonly address: Address;
  readonly field: string;
  /** References are ids. */
  readonly value: Value;
}

/** By id of the step of the plan: the part of the step that was executed. */
export interface Executed<Step> {
  readonly done: ReadonlyMap<string, Step>;
  /** The platform did not answer, so it may have executed these as well. */
  readonly possible: ReadonlyMap<string, Step>;
}
