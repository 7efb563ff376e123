/** Decides, from configuration and ledger alone, which undeclared resources stay and which are protected. */

import { type Address, containersOf, listOf, topLevelAddress } from '../../../core/address.ts';
import { cachePerObject } from '../../../core/once.ts';
import type { Desired } from '../../../core/state.ts';
import type { KindShape } from '../../../kinds/shape.ts';
import type { World } from '../../context/world.ts';

export interface PruneRules extends Pick<World, 'ledger'> {
  readonly desired: Pick<Desired, 'policy' | 'lists' | 'resources'>;
}

const listsAt = cachePerObject(({ desired }: PruneRules) => new Map(desired.lists.map((list) => [list.list, list])));

/** The first protected ledger address at or below an address. */
const protectedBelow = cachePerObject(({ ledger }: PruneRules) => {
  const found = new Map<Address, Address>();
  for (const [address, { protect }] of ledger) {
    if (!protect) continue;
    for (const outer of containersOf(address)) if (!found.has(outer)) found.set(outer, address);
  }
  return found;
});

const claimedSites = cachePerObject(
  ({ desired }: PruneRules) =>
    new Set(desired.resources.flatMap(({ address, claim, parent }) => (claim && parent === null ? [address] : []))),
);

/** Git Sync deletes what its file does not contain, so docform never does. */
function isItemOfGitSync(grounds: PruneRules, address: Address, { itemWord }: KindShape) {
  if (grounds.ledger.get(address)?.claimed) return true;
  return itemWord !== undefined && claimedSites(grounds).has(topLevelAddress(address));
}

/** Whether an undeclared resource stays. */
export function staysUndeleted(grounds: PruneRules, address: Address, shape: KindShape): boolean {
  if (isItemOfGitSync(grounds, address, shape)) return true;
  const prune = listsAt(grounds).get(listOf(address))?.prune ?? grounds.desired.policy.prune(shape.name);
  return shape.undeletable === true || shape.singleton === true || prune === 'never';
}

/** The protected address at or below this address. Protection in the ledger outlives the block in the configuration. */
export function protectedAddressWithin(grounds: PruneRules, address: Address, shape: KindShape): Address | undefined {
  const isProtected = grounds.ledger.get(address)?.protect ?? grounds.desired.policy.protect.includes(shape.name);
  return isProtected ? address : protectedBelow(grounds).get(address);
}
