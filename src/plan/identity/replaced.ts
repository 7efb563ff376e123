/** Finds objects that somebody replaced on the platform: an unmanaged object with the same title in the same place of a site. Blocks changes that would show both. */
import type { Address } from '../../core/address.ts';
import { isReference, type LiveObject } from '../../core/state.ts';
import { type KindShape, liveNaturalKey, shownByLink } from '../../kinds/shape.ts';
import { displayName, type World } from '../context/world.ts';
import type { Match, Matches } from './identity.ts';

export interface Replacement {
  readonly address: Address;
  readonly shape: KindShape;
  /** The unmanaged object that took the place. */
  readonly by: LiveObject;
  /** Declared links whose place it took. */
  readonly links: readonly Address[];
}

interface Found {
  readonly world: World;
  readonly matches: Matches;
}

/** By the address of the replaced resource. */
export function findReplacements({ world, matches }: Found): ReadonlyMap<Address, Replacement> {
  const found = new Map<Address, Replacement>();
  for (const link of matches.at.values()) {
    const target = shownObject(world, matches, link);
    if (target?.live === undefined || (target.by !== 'ledger' && target.by !== 'pin')) continue;
    const by = objectShownInstead(world, matches, link, target, target.live);
    if (by === undefined) continue;
    const { address } = target.resource;
    const links = [...(found.get(address)?.links ?? []), link.resource.address];
    found.set(address, { address, shape: target.shape, by, links });
  }
  return found;
}

/** The object that a declared link shows. */
function shownObject(world: World, { at }: Matches, { resource }: Match) {
  const shown = shownByLink(world.shapes, resource.kind);
  const value = shown && resource.fields[shown.field];
  return value !== undefined && isReference(value) ? at.get(value.ref) : undefined;
}

/** Another object with the same title, shown where the declared link was. */
function objectShownInstead(world: World, matches: Matches, link: Match, { shape }: Match, former: LiveObject) {
  const { kind, parent, fields } = link.resource;
  const { companionOf: use } = shape;
  const parentId = matches.at.get(parent ?? '')?.live?.id;
  if (use === undefined || parentId === undefined || link.state === 'hidden') return undefined;
  const shown = world.liveIn(kind, parentId);
  if (shown.some((each) => each.fields[use.field] === former.id)) return undefined;
  const names = shape.naturalKeys.at(-1) ?? [];
  const title = liveNaturalKey(shape, former, names);
  const isSamePlace = (each: LiveObject) =>
    each === link.live || (fields.path ?? each.fields.path) === each.fields.path;
  return shown.filter(isSamePlace).flatMap((each) => {
    const other = world.liveObject(shape.name, String(each.fields[use.field]));
    const isTaker =
      other !== undefined &&
      other.isDeleted !== true &&
      matches.addressOfLive(other) === undefined &&
      liveNaturalKey(shape, other, names) === title;
    return isTaker ? [other] : [];
  })[0];
}

/** `spaces/home was replaced by the space "Home" (bo4C…)` */
export function replacedText({ shape, by }: Replacement, world: World): string {
  return `replaced on the platform by the ${shape.title} "${displayName(world, by)}" (${by.id}), which has the same title and place`;
}

export function pinText({ address, by }: Replacement): string {
  return `write \`id: ${by.id}\` at ${address}`;
}
