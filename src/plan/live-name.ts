/** A name for people of a live object that has no address. */
import { type Address, childAddress } from '../core/address.ts';
import type { LiveObject } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { type KindShape, shapeOf } from '../kinds/shape.ts';
import type { World } from './world.ts';

/** How people call an object without an address: the last of its natural keys, its title; of a link, that of what it links to. Without one, its id. */
export function nameOf(world: World, live: LiveObject): string {
  return liveName(world, live) ?? live.id;
}

/** The same; undefined where people have no name for it. */
export function liveName(world: World, live: LiveObject): string | undefined {
  const shape = shapeOf(world, live.kind);
  const read = (name: string): Value | undefined => {
    const value = live.fields[name];
    const type = shape.fields[name]?.type;
    const target = type?.is === 'ref' && typeof value === 'string' ? world.liveObject(type.to, value) : undefined;
    return target ? nameOf(world, target) : value;
  };
  for (const names of shape.naturalKeys.toReversed()) {
    const values = names.map(read);
    if (values.every((value) => typeof value === 'string')) return values.join(' ');
  }
  return undefined;
}

/** The address of an object that no configuration declares: its id stands in for the key. */
export function unmanagedAddress(shape: KindShape, parent: Address | null, id: string): Address {
  return childAddress(parent, shape.segment, `id:${id}`);
}
