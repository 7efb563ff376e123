/** What configuration and ledger alone decide of what nobody declares any longer: whether it stays, and what protects it. Pure. */
import { type Address, listOf } from '../../core/address.ts';
import { once } from '../../core/once.ts';
import type { Desired, DesiredList, LedgerEntry, Policy } from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';

interface Given {
  readonly desired: Pick<Desired, 'policy' | 'lists'>;
  readonly ledger: ReadonlyMap<Address, LedgerEntry>;
}

/** What such a decision rests on; its indexes are made where there is something to decide. */
export interface Grounds {
  readonly policy: Policy;
  readonly ledger: Given['ledger'];
  readonly listAt: () => ReadonlyMap<Address, DesiredList>;
  /** What is protected below an address; the first of it that the ledger has. */
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

/** Nobody declares it any longer, and it stays all the same. */
export function isReleased({ policy, listAt }: Grounds, address: Address, shape: KindShape): boolean {
  const prune = listAt().get(listOf(address))?.prune ?? policy.prune(shape.name);
  return shape.undeletable === true || shape.singleton === true || prune === 'never';
}

/** The address itself or a ledger address within it under protection. Recorded protection outlives its block. */
export function protectedIn(
  { policy, ledger, protectedBelow }: Grounds,
  address: Address,
  shape: KindShape,
): Address | undefined {
  return (ledger.get(address)?.protect ?? policy.protect.includes(shape.name))
    ? address
    : protectedBelow().get(address);
}
