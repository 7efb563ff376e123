/** The order of siblings as it was before an apply, as far as that changed it. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import { shapeOf, siblingContainer } from '../../kinds/shape.ts';
import type { DoneChange, Work } from './inverse-work.ts';

export interface InverseOrders {
  readonly orders: { readonly [container: Address]: readonly Address[] };
  /** Containers whose members stand otherwise than they did. */
  readonly changed: readonly Address[];
}

export function inverseOrders(work: Work, done: readonly DoneChange[]): InverseOrders {
  const moved = new Set(done.filter(({ action }) => action === 'move').map(({ address }) => address));
  const containers = new Set([...Object.keys(work.desired.orders), ...containersOfAdded(work)]);
  tellUnordered(work, new Set([...moved, ...work.added]));
  const orders: { [container: Address]: readonly Address[] } = {};
  const changed: Address[] = [];
  for (const container of containers) {
    if (!work.at.has(container)) continue;
    const now = work.desired.orders[container] ?? [];
    const isMoved = now.some((address) => moved.has(address));
    const order = orderIn(work, container, isMoved || work.added.has(container));
    orders[container] = order;
    if (isMoved && isRearranged(now, order)) changed.push(container);
  }
  return { orders, changed };
}

/** Where no order is declared, what comes back cannot be put into its place. */
function tellUnordered(work: Work, arriving: ReadonlySet<Address>): void {
  const told = new Set<Address>();
  for (const address of arriving) {
    const resource = work.at.get(address);
    const container = resource && shapeOf(work, resource.kind).moveCarriesContainer ? containerOf(work, resource) : undefined;
    if (container === undefined || told.has(container) || work.desired.orders[container]) continue;
    told.add(container);
    const siblings = [...work.at.values()].filter((each) => containerOf(work, each) === container);
    if (siblings.length > 1 && formerOrder(work, container).length === 0)
      work.lost.push({ address: container, field: 'order', why: 'nobody declared it, so that it was not read' });
  }
}

/** Those that are back themselves, and those that anything is back in; a list that need not be there is none of them. */
function containersOfAdded(work: Work): readonly Address[] {
  const own = [...work.added].filter((container) => formerOrder(work, container).length > 0);
  const holding = [...work.added].flatMap((address) => {
    const resource = work.at.get(address);
    const isOptional = resource === undefined || shapeOf(work, resource.kind).moveCarriesContainer === true;
    return isOptional ? [] : [containerOf(work, resource)];
  });
  return [...own, ...holding.filter((container) => container !== undefined)];
}

/** `isFormer`: as it was; else as it is declared now, with what is back in the place it had. */
function orderIn(work: Work, container: Address, isFormer: boolean): readonly Address[] {
  const now = work.desired.orders[container] ?? [];
  const former = formerOrder(work, container);
  const members = membersOf(work, container, new Set([...now, ...former]));
  const order = (isFormer ? former : now).filter((address) => members.has(address));
  const placed = new Set(order);
  for (const reference of isFormer ? [now] : [former, now]) {
    for (const address of reference) {
      if (!members.has(address) || placed.has(address)) continue;
      const before = reference.slice(0, reference.indexOf(address)).findLast((each) => placed.has(each));
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, address);
      placed.add(address);
    }
  }
  return [...order, ...[...members].filter((address) => !placed.has(address))];
}

/** Of what is back, also where nobody had declared it: it would be lost. */
function formerOrder({ former, live, added, formerAt }: Work, container: Address): readonly Address[] {
  const declared = former.orders[container];
  if (declared !== undefined || !added.has(container)) return declared ?? [];
  const shown = live.orders[former.ids.get(container) ?? '']?.flat() ?? [];
  if (shown.length < 2) return [];
  const named = new Map([...formerAt.keys()].map((address) => [former.ids.get(address), address]));
  return shown.flatMap((id) => named.get(id) ?? []);
}

/** All that stand in it; of a list that need not name everything, those that it names. `named`: by it now or before. */
function membersOf(work: Work, container: Address, named: ReadonlySet<Address>): ReadonlySet<Address> {
  const inside = [...work.at.values()].filter((resource) => containerOf(work, resource) === container);
  const members = inside.filter(({ address, kind }) => !shapeOf(work, kind).moveCarriesContainer || named.has(address));
  return new Set(members.map(({ address }) => address));
}

/** Where it stands among others that have an order. */
function containerOf(work: Work, resource: DesiredResource): Address | undefined {
  return siblingContainer(shapeOf(work, resource.kind), resource, (container) => work.at.get(container)?.kind);
}

/** Whether those in both stand otherwise. */
function isRearranged(now: readonly Address[], then: readonly Address[]): boolean {
  const common = now.filter((address) => then.includes(address));
  const others = then.filter((address) => now.includes(address));
  return common.some((address, at) => others[at] !== address);
}
