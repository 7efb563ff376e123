/** The order of siblings once drift is taken in: those that somebody moved stand as they do on the platform, all others as they are declared. */
import type { Address } from '../core/address.ts';
import type { Desired, DesiredResource } from '../core/state.ts';
import { containerOf, heldIn, isContainerIn, isOrderOptional } from '../declaration/container.ts';
import { inserted, permuted } from '../declaration/order.ts';
import type { Taking } from './taking.ts';

export function takeOrders(taking: Taking): Desired['orders'] {
  const { desired, live, resources, added, shapes, chosen } = taking;
  const held = heldIn(resources.values(), shapes);
  const misordered = new Set(chosen.filter((entry) => entry.class === 'misordered').map(({ address }) => address));
  const ordered = [...Object.keys(desired.orders), ...Object.keys(live.orders).filter((container) => added.has(container))];
  const orders: { [container: Address]: readonly Address[] } = {};
  for (const container of new Set(ordered)) {
    if (!isContainerIn(resources, container)) continue;
    const members = held.get(container) ?? [];
    const shown = live.orders[container] ?? [];
    const standing = new Set(members.map(({ address }) => address));
    const declared = desired.orders[container] ?? shown.filter((address) => added.has(address));
    const staying = declared.filter((address) => standing.has(address));
    const arrived = members.filter(
      (member) => !staying.includes(member.address) && !isOrderOptional(member, shapes) && isNewHere(taking, member),
    );
    const sorted = misordered.has(container) ? permuted(staying, shown) : staying;
    const arriving = arrived.map(({ address }) => address);
    orders[container] = inserted(sorted, arriving, shown);
  }
  return orders;
}

/** It came into its container with what is taken in. */
function isNewHere({ desired, added, shapes }: Taking, resource: DesiredResource): boolean {
  const before = desired.resources.find(({ address }) => address === resource.address);
  return added.has(resource.address) || (before !== undefined && containerOf(before, shapes) !== containerOf(resource, shapes));
}
