/** Finds lists that could not be read, the declared resources that they hide, and the deletes that they prevent. */
import { type Address, type ListAddress, listAddress, listOf, withinAny } from '../core/address.ts';
import { compareTexts, groupBy } from '../core/compare.ts';
import type { KindName, LiveObject } from '../core/state.ts';
import { placement, shapeOf } from '../kinds/shape.ts';
import type { Unknown } from './change.ts';
import { isReleased } from './deletes/dropped.ts';
import { unreadUses } from './deletes/refusal.ts';
import type { Draft } from './draft.ts';
import type { Match, Matches } from './identity/identity.ts';
import { kindOf, parentOf, type World } from './world.ts';

export function findUnknown(draft: Draft): readonly Unknown[] {
  const { world, matches } = draft;
  const listAt = ({ shape, resource }: Match): Address =>
    shape.singleton ? resource.address : listOf(resource.address);
  const unseen = matches.unmatched.filter(
    (match) => match.state === 'hidden' && match.blocked === undefined && !isLeftOut(world, listAt(match)),
  );
  const hidden = groupBy(unseen, listAt);
  const found = new Map<Address, Unknown>();
  for (const list of world.input.live.lists) {
    if (list.unknown === undefined || list.isLeftOut) continue;
    const shape = shapeOf(world, list.kind);
    for (const parent of parentsOf(draft, list.kind, list.parentId)) {
      const address = listAddress(parent, shape.segment);
      found.set(address, { list: address, reason: list.unknown, hides: addressesOf(hidden.get(address)) });
      hidden.delete(address);
    }
  }
  for (const [list, hides] of hidden)
    found.set(list, { list, reason: hides[0].reason ?? 'its container is unknown', hides: addressesOf(hides) });
  for (const [list, kept] of groupBy(waitingDeletes(draft), ({ address }) => listOf(address))) {
    const told = found.get(list) ?? { list, reason: kept[0].reason, hides: [] };
    found.set(list, { ...told, keeps: kept.map(({ address }) => address) });
  }
  return [...found.values()].sort((a, b) => compareTexts(a.list, b.list));
}

function addressesOf(hidden: readonly Match[] = []) {
  return hidden.map(({ resource }) => resource.address);
}

/** A partial plan does not need the list. */
function isLeftOut({ input }: World, list: ListAddress) {
  return input.live.leftOut?.has(list) === true;
}

/** Resources that would be deleted if everything were known, without their contents. */
function waitingDeletes(draft: Draft): readonly { readonly address: Address; readonly reason: string }[] {
  const { world, matches } = draft;
  const { lists, uses } = world.input.live;
  if (uses?.unknown === undefined && lists.every(({ unknown }) => unknown === undefined)) return [];
  const gone = new Set(matches.gone);
  const dropped = new Map(matches.dropped.map(({ address, live }) => [address, live]));
  const waiting = new Map<Address, { readonly address: Address; readonly reason: string }>();
  const isInner = withinAny(waiting);
  for (const address of world.leftOver.filter((each) => !world.desiredAt.has(each) && !gone.has(each))) {
    const kind = kindOf(world, address);
    if (kind === undefined || isLeftOut(world, listOf(address))) continue;
    const live = dropped.get(address);
    const reason = live === undefined ? unreadAt(world, address, kind) : doubtAbout(world, live);
    if (reason !== undefined && !isInner(address) && !isReleased(draft.grounds, address, shapeOf(world, kind)))
      waiting.set(address, { address, reason });
  }
  return [...waiting.values()];
}

/** Why the list is not known completely. Undefined: the object belongs to another address. */
function unreadAt(world: World, address: Address, kind: KindName) {
  const parent = parentOf(world, address);
  return world.liveList(kind, parent === null ? null : (world.ledger.get(parent)?.id ?? null))?.unknown;
}

function parentsOf(draft: Draft, kind: string, parentId: string | null): readonly (Address | null)[] {
  if (parentId === null) return [null];
  return (shapeOf(draft.world, kind).parents ?? []).flatMap(
    (parent) => draft.matches.addressOf(parent, parentId) ?? [],
  );
}

/** Dropped objects without unknowns. The others stay on the platform and in the ledger, with a note. */
export function withoutDoubt(draft: Draft): Matches['dropped'] {
  const doubtful = new Set<Address>();
  const isDoubtful = withinAny(doubtful);
  return draft.matches.dropped.filter(({ address, live }) => {
    if (isDoubtful(address)) return false;
    const reason = doubtAbout(draft.world, live);
    if (reason === undefined) return true;
    doubtful.add(address);
    draft.notes.push({
      address,
      text: `no longer declared, but not deleted now, because docform could not read everything: ${reason}`,
    });
    return false;
  });
}

/** Why the list of the object, a list of its contents, or a list of its uses is not known completely. */
function doubtAbout(world: World, live: LiveObject) {
  const shape = shapeOf(world, live.kind);
  const { name } = shape;
  const own = world.liveList(live.kind, live.parentId)?.unknown ?? unreadUses(world, shape);
  if (own !== undefined) return own;
  for (const child of world.shapes.values()) {
    const isPlaced = placement(child)?.kind === name;
    const holder = child.parents?.includes(name) ? live.id : isPlaced ? live.parentId : undefined;
    const unknown = holder === undefined ? undefined : world.liveList(child.name, holder)?.unknown;
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}
