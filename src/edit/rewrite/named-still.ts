/** What would be removed although something that stays names it: it stays as well, and that is told. */
import type { Address } from '../../core/address.ts';
import type { Desired, DesiredResource } from '../../core/state.ts';
import { isReference } from '../../core/value.ts';
import { inserted } from '../../declaration/order.ts';
import type { Refused } from './editing.ts';
import type { Renaming } from './renaming.ts';
import type { Wanted } from './wanted.ts';

export interface Consistent {
  readonly after: Wanted;
  readonly refused: readonly Refused[];
}

/** Over and over, as what stays names others in turn. */
export function withNamedStill({ before, after }: { readonly before: Desired; readonly after: Wanted }, renaming: Renaming): Consistent {
  const old = new Map(before.resources.flatMap((each) => (each.isLookUp ? [] : [[renaming.now(each.address), each] as const])));
  const there = new Map(after.resources.map((each) => [each.address, each]));
  const refused: Refused[] = [];
  const open = [...after.resources];
  for (let resource = open.pop(); resource !== undefined; resource = open.pop()) {
    for (const [field, named] of namesOf(resource)) {
      const gone = there.has(named) ? undefined : old.get(named);
      if (gone === undefined) continue;
      there.set(named, gone);
      open.push(gone);
      refused.push({ address: gone.address, reason: `${resource.address} names it as its ${field}`, span: gone.span });
    }
  }
  if (refused.length === 0) return { after, refused };
  return { after: { ...after, resources: [...there.values()], orders: ordersWith(before, after, there, renaming) }, refused };
}

function namesOf({ fields }: DesiredResource): readonly (readonly [string, Address])[] {
  return Object.entries(fields).flatMap(([field, value]) => (isReference(value) ? [[field, value.ref] as const] : []));
}

/** What stays stands behind those that stood before it. */
function ordersWith(
  { orders: old }: Desired,
  { orders }: Wanted,
  there: ReadonlyMap<Address, unknown>,
  { now }: Renaming,
): Wanted['orders'] {
  const placed = new Set(Object.values(orders).flat());
  const result: { [container: Address]: readonly Address[] } = { ...orders };
  for (const [container, given] of Object.entries(old)) {
    const before = given.map(now);
    const order = result[now(container)];
    const staying = before.filter((address) => there.has(address) && !placed.has(address));
    if (order !== undefined) result[now(container)] = inserted(order, staying, before);
  }
  return result;
}
