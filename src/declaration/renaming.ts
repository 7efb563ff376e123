/** Computes the new addresses of renamed resources, and of all that stands in them or is named after them. */
import type { Address } from '../core/address.ts';
import { renamesOf } from '../kinds/renames.ts';
import type { Shapes } from '../kinds/shape.ts';

export interface Renamed {
  readonly from: Address;
  readonly to: Address;
}

export interface Renaming {
  readonly pairs: readonly Renamed[];
  /** The address something has once everything is renamed. */
  readonly now: (address: Address) => Address;
  /** The address it had. */
  readonly was: (address: Address) => Address;
}

/** A site-space has the key of its space, so that it is renamed with it. */
export function renamingOf(pairs: readonly Renamed[], shapes: Shapes): Renaming {
  const backwards = pairs.map(({ from, to }) => ({ from: to, to: from }));
  return { pairs, now: renamer(pairs, shapes), was: renamer(backwards, shapes) };
}

function renamer(pairs: readonly Renamed[], shapes: Shapes): (address: Address) => Address {
  const { now } = renamesOf(pairs, shapes);
  const known = new Map<Address, Address>();
  return (address) => {
    const found = known.get(address) ?? now(address);
    known.set(address, found);
    return found;
  };
}
