/** Keeps what would be removed although something that stays names it, and tells so. */
import type { Address } from '../../core/address.ts';
import type { Desired } from '../../core/state.ts';
import { amendmentOf, declare, settle } from '../../declaration/amendment.ts';
import { inserted } from '../../declaration/order.ts';
import { renamedResource } from '../../declaration/rename.ts';
import type { Renaming } from '../../declaration/renaming.ts';
import { declaredAt } from '../../declaration/resources.ts';
import type { Shapes } from '../../kinds/shape.ts';
import type { Refused } from './editing.ts';
import type { Wanted } from './wanted.ts';

export interface Consistent {
  readonly after: Wanted;
  readonly refused: readonly Refused[];
}

/** Over and over, as what stays names others in turn. */
export function keepReferenced(
  { before, after }: { readonly before: Desired; readonly after: Wanted },
  renaming: Renaming,
  shapes: Shapes,
): Consistent {
  const old = declaredAt(before.resources, renaming.now);
  const amendment = amendmentOf(after, shapes);
  const refused: Refused[] = [];
  settle(amendment, (lack) => {
    const gone = lack.is === 'name' ? old.get(lack.name.names) : undefined;
    if (lack.is !== 'name' || gone === undefined) return false;
    declare(amendment, renamedResource(gone, renaming));
    refused.push({ address: gone.address, reason: `${lack.resource.address} names it as its ${lack.name.field}`, span: gone.span });
    return true;
  });
  if (refused.length === 0) return { after, refused };
  return { after: { ...after, resources: [...amendment.at.values()], orders: ordersWith(before, after, amendment.at, renaming) }, refused };
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
