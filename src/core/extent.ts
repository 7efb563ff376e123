/** The part of the organization that a reading covers. */
import type { Address } from './address.ts';
import type { KindName, LiveObject } from './state.ts';

export interface Extent {
  /** Kinds of the top level whose lists are read. */
  readonly kinds: ReadonlySet<KindName>;
  /** Whether the contents of the resource or the container are read. */
  readonly reaches: (address: Address) => boolean;
  /** The objects of the top level whose contents are read. */
  readonly entered: (objects: readonly LiveObject[]) => readonly LiveObject[];
}
