/** Finds objects in managed lists that neither configuration nor ledger knows. */
import { byAddress, listOf } from '../core/address.ts';
import { shapeOf } from '../kinds/shape.ts';
import { nameOf, unmanagedAddress } from '../plan/live-name.ts';
import type { DriftEntry } from './entry.ts';
import type { Examined } from './examined.ts';

/** Only lists that docform has managed before: in a new one, what stands in it was there all the time. */
export function unmanagedEntries({ draft, hasLedger, subjects }: Examined): readonly DriftEntry[] {
  const { world, matches } = draft;
  return world.input.desired.lists.flatMap(({ list, kind }) => {
    const parent = list.includes('/') ? listOf(list) : null;
    const parentId = parent === null ? null : subjects.get(parent)?.live?.id;
    const shape = shapeOf(world, kind);
    if (parentId === undefined || shape.singleton || (hasLedger && !world.lists.has(list))) return [];
    const unmanaged = world.liveIn(kind, parentId).filter((live) => !live.isDeleted && matches.addressOfLive(live) === undefined);
    return unmanaged
      .map((live): DriftEntry => {
        const address = unmanagedAddress(shape, parent, live.id);
        return { class: 'unmanaged', address, kind, id: live.id, name: nameOf(world, live), marks: [] };
      })
      .sort(byAddress);
  });
}
