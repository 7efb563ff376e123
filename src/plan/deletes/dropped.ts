/** What configuration and ledger alone decide of what nobody declares any longer: whether it stays, and what protects it. Pure. */
import { type Address, isWithin, listOf } from '../../core/address.ts';
import type { DesiredList, LedgerEntry, Policy } from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';

/** What such a decision rests on. */
export interface Grounds {
  readonly policy: Policy;
  readonly listAt: ReadonlyMap<Address, DesiredList>;
  readonly ledger: ReadonlyMap<Address, LedgerEntry>;
}

/** Nobody declares it any longer, and it stays all the same. */
export function isReleased({ policy, listAt }: Grounds, address: Address, shape: KindShape): boolean {
  const prune = listAt.get(listOf(address))?.prune ?? policy.prune(shape.name);
  return shape.undeletable === true || shape.singleton === true || prune === 'never';
}

/** The address itself or a ledger address within it under protection. Recorded protection outlives its block. */
export function protectedIn({ policy, ledger }: Grounds, address: Address, shape: KindShape): Address | undefined {
  if (ledger.get(address)?.protect ?? policy.protect.includes(shape.name)) return address;
  for (const [inner, entry] of ledger) if (entry.protect && inner !== address && isWithin(inner, address)) return inner;
  return undefined;
}
