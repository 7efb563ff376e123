/** The next state of the ledger for orders and lists that are no longer managed. */
import { type Address, listOf, topContainer } from '../../../core/address.ts';
import { kindAtAddress, type World } from '../../context/world.ts';
import { addChange, type Draft } from '../../draft/draft.ts';
import type { Drafted } from '../../draft/drafted.ts';

/** Orders in the ledger of containers that are still declared. */
export function recordUnmanagedOrders(draft: Draft): void {
  const { desired, unreadOrders } = draft.world.input;
  for (const container of [...draft.world.orders.keys()].sort()) {
    if (container in desired.orders || unreadOrders?.has(container) || !isReadable(draft, container)) continue;
    const kind = container === topContainer ? 'organization' : (kindAtAddress(draft.world, container) ?? '');
    addChange(draft, { address: container, kind }, 'unmanage').fields.push({
      field: 'order',
      before: undefined,
      after: undefined,
    });
  }
}

/** Lists in the ledger whose containers are still declared. Returns these lists. */
export function recordUnmanagedLists(draft: Draft): ReadonlySet<Address> {
  const { world } = draft;
  const declared = new Set(world.desired.lists.map(({ list }) => list));
  const unmanaged = [...world.lists].filter((list) => !declared.has(list) && isListReadable(draft, list)).sort();
  for (const list of unmanaged) {
    // A flat site and a sectioned site have different lists for the same structure.
    if (listOf(list) in world.desired.orders) continue;
    const made = addChange(draft, { address: list, kind: listKind(world, list) ?? '' }, 'unmanage');
    made.notes.push('objects added to this list outside docform are no longer reported');
  }
  return new Set(unmanaged);
}

/** Unread lists stay in the ledger, because their objects may have to be deleted later. */
function isListReadable(draft: Drafted, list: Address) {
  const { world, matches } = draft;
  const kind = listKind(world, list);
  const parent = list.includes('/') ? listOf(list) : topContainer;
  if (kind === undefined || !isReadable(draft, parent)) return false;
  const parentId = parent === topContainer ? null : (matches.at.get(parent)?.live?.id ?? null);
  return world.liveList(kind, parentId)?.unknown === undefined;
}

function listKind(world: World, list: Address) {
  return kindAtAddress(world, `${list}/any`);
}

function isReadable({ matches }: Drafted, container: Address) {
  const match = matches.at.get(container);
  if (container === topContainer) return true;
  // The replacement of a space has the lists of the former one.
  const isOwn = match?.entry?.id === match?.live?.id || match?.resource.claim !== undefined;
  return match?.state === 'matched' && isOwn;
}
