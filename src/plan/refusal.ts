/** Why an object may not be deleted: it looks like a new one, is protected, or holds what nobody manages. */
import { type Address, isWithin } from '../core/address.ts';
import type { LiveObject } from '../core/state.ts';
import type { KindShape } from '../kinds/shape.ts';
import type { Blocked } from './change.ts';
import { type Draft, isDoomed } from './draft.ts';
import { nameOf } from './live-name.ts';
import { placeField, type World } from './world.ts';

/** Why this object may not be deleted. */
export function refusal(draft: Draft, address: Address, live: LiveObject, shape: KindShape): Blocked | undefined {
  const twin = draft.matches.lookAlikes.get(address);
  if (twin !== undefined)
    return { code: 'B-LOOK-ALIKE', reason: `it looks like the new ${twin}`, hint: `moved: [{ from: ${address}, to: ${twin} }]` };
  const protectedAddress = findProtected(draft, address, shape);
  if (protectedAddress !== undefined) {
    return {
      code: 'B-PROTECTED',
      reason: `${protectedAddress} is protected`,
      hint: 'declare it with `protect: false`, apply, and delete it then',
    };
  }
  if (draft.world.input.allowances?.addresses.includes(address)) return undefined;
  const strangers = strangersIn(draft, live, shape);
  if (strangers.length === 0) return undefined;
  return {
    code: 'B-CONTAINS-UNMANAGED',
    reason: `it holds what this configuration does not manage: ${strangers.join(', ')}`,
    hint: 'declare or move these first',
    override: `--allow ${address}`,
  };
}

/** The address itself or a ledger address within it under protection. Recorded protection outlives its block. */
function findProtected(draft: Draft, address: Address, shape: KindShape): Address | undefined {
  const { world } = draft;
  const own = world.ledger.get(address)?.protect ?? world.input.desired.policy.protect.includes(shape.name);
  if (own) return address;
  for (const [inner, entry] of world.ledger) if (entry.protect && inner !== address && isWithin(inner, address)) return inner;
  return undefined;
}

/** Unmanaged objects that stand in this one, or that are placed in it and do not leave; and those that nobody could see. */
function strangersIn(draft: Draft, live: LiveObject, shape: KindShape): readonly string[] {
  const { world, matches } = draft;
  const found: string[] = [];
  for (const child of world.shapes.values()) {
    if (child.bulk || child.singleton) continue;
    if (child.parents?.includes(shape.name)) {
      found.push(...unreadIn(world, child, live.id));
      for (const each of world.liveIn(child.name, live.id))
        if (matches.addressOfLive(each) === undefined) found.push(`${child.title} "${nameOf(world, each)}"`);
    }
    const place = placeField(child);
    const type = place === undefined ? undefined : child.fields[place]?.type;
    if (place === undefined || type?.is !== 'ref' || type.to !== shape.name) continue;
    found.push(...unreadIn(world, child, live.parentId));
    for (const each of placedIn(draft, child, place, live)) {
      const address = matches.addressOfLive(each);
      const leaves = address !== undefined && matches.at.get(address)?.resource.fields[place] !== undefined;
      if (!leaves && !isDoomed(draft, each)) found.push(`${child.title} "${nameOf(world, each)}"`);
    }
  }
  return found.sort();
}

function unreadIn(world: World, child: KindShape, parentId: string | null): readonly string[] {
  return world.liveList(child.name, parentId)?.unknown === undefined ? [] : [`every ${child.title} that could not be listed`];
}

function placedIn(draft: Draft, child: KindShape, place: string, container: LiveObject): readonly LiveObject[] {
  return draft.world.liveIn(child.name, container.parentId).filter((each) => each.fields[place] === container.id);
}
