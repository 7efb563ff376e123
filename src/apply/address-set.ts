/** A set of addresses from which an address and all its descendants can be removed quickly. */
import { type Address, isWithin, topOf } from '../core/address.ts';

export interface AddressSet {
  readonly add: (address: Address) => void;
  readonly all: () => readonly Address[];
  /** Removes and returns the address and its descendants. */
  readonly takeWithin: (address: Address) => readonly Address[];
}

/** Grouped by top-level resource, so that a removal looks only at one group. */
export function createAddressSet(initial: Iterable<Address>): AddressSet {
  const byTop = new Map<Address, Set<Address>>();
  const add = (address: Address): void => {
    const top = topOf(address);
    const there = byTop.get(top);
    if (there === undefined) byTop.set(top, new Set([address]));
    else there.add(address);
  };
  for (const address of initial) add(address);
  const beside = (address: Address): Iterable<Set<Address>> =>
    address.includes('/') ? [byTop.get(topOf(address)) ?? new Set<Address>()] : byTop.values();
  return {
    add,
    all: () => [...byTop.values()].flatMap((each) => [...each]),
    takeWithin: (address) => {
      const taken: Address[] = [];
      for (const there of beside(address)) {
        for (const each of there) if (isWithin(each, address)) taken.push(each);
        for (const each of taken) there.delete(each);
      }
      return taken;
    },
  };
}
