/** Prevents deletes if a list around or inside the object was not read completely. */
import { type Address, withinAny } from '../../core/address.ts';
import type { LiveObject } from '../../core/state.ts';
import { placeField, shapeOf } from '../../kinds/shape.ts';
import type { Draft } from '../draft.ts';
import type { Matches } from '../identity/identity.ts';
import type { World } from '../world.ts';
import { unreadUses } from './uses.ts';

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
export function doubtAbout(world: World, live: LiveObject): string | undefined {
  const shape = shapeOf(world, live.kind);
  const { name } = shape;
  const own = world.liveList(live.kind, live.parentId)?.unknown ?? unreadUses(world, shape);
  if (own !== undefined) return own;
  for (const child of world.shapes.values()) {
    const place = child.fields[placeField(child) ?? '']?.type;
    const holder = child.parents?.includes(name)
      ? live.id
      : place?.is === 'ref' && place.to === name
        ? live.parentId
        : undefined;
    const unknown = holder === undefined ? undefined : world.liveList(child.name, holder)?.unknown;
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}
