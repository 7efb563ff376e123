/** Which declared wrapper (a section) takes over the one that the platform puts around what a flat container (a site) holds. Pure. */
import type { Address } from '../core/address.ts';
import type { Desired, KindName } from '../core/state.ts';

/** The declared wrappers of a container in their order: those that stand in it, and those in its groups at the place of these. */
export function wrappersOf(
  container: Address,
  kind: KindName,
  orders: Desired['orders'],
  kindOf: (address: Address) => KindName | undefined,
): readonly Address[] {
  const isWrapper = (address: Address): boolean => kindOf(address) === kind;
  return (orders[container] ?? []).flatMap((address) =>
    isWrapper(address) ? [address] : (orders[address] ?? []).filter(isWrapper),
  );
}

/** The new wrapper that holds most of what was there, the first of several; none where no other one is made whose create triggers it. */
export function takerOf(fresh: readonly Address[], heldBy: (wrapper: Address) => number): Address | undefined {
  const held = fresh.map((wrapper) => ({ wrapper, count: heldBy(wrapper) })).filter(({ count }) => count > 0);
  return fresh.length > 1 ? held.sort((a, b) => b.count - a.count)[0]?.wrapper : undefined;
}
