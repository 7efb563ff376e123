/** Lists that docform has applied something in and that could not be read whole. */
import { listOf } from '../core/address.ts';
import { findUnknown } from '../plan/unknown.ts';
import type { Unread } from './entry.ts';
import type { Examined } from './examined.ts';

export function unreadLists({ draft, hasLedger, subjects }: Examined): readonly Unread[] {
  const managed = new Set([...draft.world.input.ledger.lists, ...[...subjects.keys()].flatMap((address) => [address, listOf(address)])]);
  const hidden = new Set([...subjects.values()].filter(({ state }) => state === 'hidden').map(({ address }) => address));
  return findUnknown(draft).flatMap(({ list, reason, hides }) => {
    const known = hides.filter((address) => hidden.has(address));
    return hasLedger && known.length === 0 && !managed.has(list) ? [] : [{ list, reason, hides: known }];
  });
}
