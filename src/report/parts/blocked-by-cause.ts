/** Groups blocked changes with the same cause. */
import type { Address } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import type { ChangeView } from '../../plan/result/change.ts';

type BlockedChange = Pick<ChangeView, 'address' | 'action' | 'blocked'>;

export function byCause<C extends BlockedChange>(changes: readonly C[]): readonly NonEmpty<C>[] {
  const blocked = changes.filter((change) => change.blocked !== undefined);
  return [...groupBy(blocked, (change) => JSON.stringify(change.blocked)).values()];
}

/** Returns the address of the earlier change that prints the same reason. `changes`: in the order of output. */
export function causesAmong(changes: readonly BlockedChange[]): (change: BlockedChange) => Address | undefined {
  const firsts = new Map(
    byCause(changes).flatMap((group) =>
      group.map((change, at) => [keyOf(change), at === 0 ? undefined : group[0].address] as const).reverse(),
    ),
  );
  return (change) => (change.blocked === undefined ? undefined : firsts.get(keyOf(change)));
}

/** An address can have several changes with different reasons. */
function keyOf({ address, action, blocked }: BlockedChange): string {
  return JSON.stringify([address, action, blocked]);
}
