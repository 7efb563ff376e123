/** Computes the new addresses of renamed resources, their children, and resources named after them. */
import type { Address } from '../core/address.ts';
import { renamesOf } from '../kinds/renames.ts';
import type { Shapes } from '../kinds/shape.ts';

export interface Renamed {
  readonly from: Address;
  readonly to: Address;
}

export interface Renaming {
  readonly pairs: readonly Renamed[];
  /** The new address. */
  readonly now: (address: Address) => Address;
  /** The former address. */
  readonly was: (address: Address) => Address;
}

/** A site-space has the key of its space, so both are renamed together. */
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
