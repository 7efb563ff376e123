/** Decides, from configuration and ledger alone, which undeclared resources stay and which are protected. */
import { type Address, listOf } from '../../core/address.ts';
import { once } from '../../core/once.ts';
import type { Desired, DesiredList, LedgerEntry, Policy } from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';

interface Given {
  readonly desired: Pick<Desired, 'policy' | 'lists'>;
  readonly ledger: ReadonlyMap<Address, LedgerEntry>;
}

/** The input of the decision, with lazy indexes. */
export interface Grounds {
  readonly policy: Policy;
  readonly ledger: Given['ledger'];
  readonly listAt: () => ReadonlyMap<Address, DesiredList>;
  /** The first protected ledger address at or below an address. */
  readonly protectedBelow: () => ReadonlyMap<Address, Address>;
}

export function groundsOf({ desired: { policy, lists }, ledger }: Given): Grounds {
  return {
    ...{ policy, ledger },
    listAt: once(() => new Map(lists.map((list) => [list.list, list]))),
    protectedBelow: once(() => protectedBelowIn(ledger)),
  };
}

function protectedBelowIn(ledger: Grounds['ledger']): ReadonlyMap<Address, Address> {
  const protectedBelow = new Map<Address, Address>();
  for (const [address, { protect }] of ledger) {
    if (!protect) continue;
    for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1)) {
      const outer = address.slice(0, end);
      if (!protectedBelow.has(outer)) protectedBelow.set(outer, address);
    }
  }
  return protectedBelow;
}

/** Whether an undeclared resource stays. */
export function isReleased({ policy, listAt }: Grounds, address: Address, shape: KindShape): boolean {
  const prune = listAt().get(listOf(address))?.prune ?? policy.prune(shape.name);
  return shape.undeletable === true || shape.singleton === true || prune === 'never';
}

/** The protected address at or below this address. Protection in the ledger outlives the block in the configuration. */
export function protectedIn(
  { policy, ledger, protectedBelow }: Grounds,
  address: Address,
  shape: KindShape,
): Address | undefined {
  return (ledger.get(address)?.protect ?? policy.protect.includes(shape.name))
    ? address
    : protectedBelow().get(address);
}
