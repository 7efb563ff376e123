/** The order of siblings once drift is taken in: those that somebody moved stand as they do on the platform, all others as they are declared. */
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Desired, DesiredResource } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { placeField, type Shapes } from '../kinds/shape.ts';
import type { Taking } from './taking.ts';

export function takeOrders(taking: Taking): Desired['orders'] {
  const { desired, live, resources, added, shapes, chosen } = taking;
  const places = groupBy(resources.values(), (resource) => placeOf(resource, shapes) ?? '');
  const misordered = new Set(chosen.filter((entry) => entry.class === 'misordered').map(({ address }) => address));
  const ordered = [...Object.keys(desired.orders), ...Object.keys(live.orders).filter((container) => added.has(container))];
  const orders: { [container: Address]: readonly Address[] } = {};
  for (const container of new Set(ordered)) {
    if (!resources.has(container)) continue;
    const members = places.get(container) ?? [];
    const shown = live.orders[container] ?? [];
    const standing = new Set(members.map(({ address }) => address));
    const declared = desired.orders[container] ?? shown.filter((address) => added.has(address));
    const staying = declared.filter((address) => standing.has(address));
    const arrived = members.filter(
      (member) => !staying.includes(member.address) && !isOptional(member, shapes) && isNewHere(taking, member),
    );
    const sorted = misordered.has(container) ? permuted(staying, shown) : staying;
    orders[container] = inserted(
      sorted,
      arrived.map(({ address }) => address),
      shown,
    );
  }
  return orders;
}

/** It came into its container with what is taken in. */
function isNewHere({ desired, added, shapes }: Taking, resource: DesiredResource): boolean {
  const before = desired.resources.find(({ address }) => address === resource.address);
  return added.has(resource.address) || (before !== undefined && placeOf(before, shapes) !== placeOf(resource, shapes));
}

/** Spaces and collections may stand in a collection without being in its `order`, and their place there is then left open. */
function isOptional({ kind }: DesiredResource, shapes: Shapes): boolean {
  return shapes.get(kind)?.moveCarriesContainer === true;
}

/** In which container it has its place: its group or collection, else what it stands in; null: in none. */
function placeOf({ kind, parent, fields }: DesiredResource, shapes: Shapes): Address | null {
  const shape = shapes.get(kind);
  if (shape?.orderedIn === undefined) return null;
  const place = fields[placeField(shape) ?? ''];
  return isReference(place) ? place.ref : parent;
}

/** The places stay; who stands in them is as on the platform. Those that it does not show keep theirs. */
function permuted(declared: readonly Address[], shown: readonly Address[]): readonly Address[] {
  const here = new Set(declared);
  const queue = shown.filter((address) => here.has(address));
  const seen = new Set(queue);
  let next = 0;
  return declared.map((address) => {
    if (!seen.has(address)) return address;
    const taken = queue[next] ?? address;
    next += 1;
    return taken;
  });
}

/** Each after the one that stands before it on the platform; at the beginning where none does. */
function inserted(order: readonly Address[], arriving: readonly Address[], shown: readonly Address[]): readonly Address[] {
  const result = [...order];
  const rank = new Map(shown.map((address, at) => [address, at]));
  const sorted = [...arriving].sort((a, b) => (rank.get(a) ?? Number.MAX_SAFE_INTEGER) - (rank.get(b) ?? Number.MAX_SAFE_INTEGER));
  for (const address of sorted) {
    const at = rank.get(address);
    const before = at === undefined ? result.at(-1) : shown.slice(0, at).findLast((each) => result.includes(each));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, address);
  }
  return result;
}
