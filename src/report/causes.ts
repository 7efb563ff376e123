/** What blocks several changes at once: its reason and remedy are printed with the first of them only. */
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { ChangeView } from '../plan/plan-view.ts';

type BlockedChange = Pick<ChangeView, 'address' | 'action' | 'blocked'>;

/** Those of one cause together, in the order of the first of each. */
export function byCause<C extends BlockedChange>(changes: readonly C[]): readonly (readonly C[])[] {
  const blocked = changes.filter((change) => change.blocked !== undefined);
  return [...groupBy(blocked, (change) => JSON.stringify(change.blocked)).values()];
}

/** Of a change whose cause is printed with an earlier one: the address of that one. `changes`: as they are printed. */
export function causesAmong(changes: readonly BlockedChange[]): (change: BlockedChange) => Address | undefined {
  const firsts = new Map(
    byCause(changes).flatMap((group) =>
      group.map((change, at) => [keyOf(change), at === 0 ? undefined : group[0]?.address] as const).reverse(),
    ),
  );
  return (change) => (change.blocked === undefined ? undefined : firsts.get(keyOf(change)));
}

/** Whether this change is blocked for the same reason as another one. */
export function sharedAmong(changes: readonly BlockedChange[]): (change: BlockedChange) => boolean {
  const shared = new Set(byCause(changes).flatMap((group) => (group.length > 1 ? group.map(keyOf) : [])));
  return (change) => change.blocked !== undefined && shared.has(keyOf(change));
}

/** An address may have several changes, each blocked for a reason of its own. */
function keyOf({ address, action, blocked }: BlockedChange): string {
  return JSON.stringify([address, action, blocked]);
}
