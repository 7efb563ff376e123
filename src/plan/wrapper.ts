/** Chooses the declared section that becomes the platform's section around the spaces of a flat site. */
import type { Address } from '../core/address.ts';
import type { Desired, KindName } from '../core/state.ts';

/** Declared wrappers of a container in order, including those in its groups. */
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

/** The new wrapper with most of the existing children. None, if no other create would trigger it. */
export function takerOf(fresh: readonly Address[], heldBy: (wrapper: Address) => number): Address | undefined {
  const held = fresh.map((wrapper) => ({ wrapper, count: heldBy(wrapper) })).filter(({ count }) => count > 0);
  return fresh.length > 1 ? held.sort((a, b) => b.count - a.count)[0]?.wrapper : undefined;
}
