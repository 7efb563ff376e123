/** Names of live objects without an address. */
import { type Address, childAddress } from '../core/address.ts';
import type { LiveObject } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { type KindShape, shapeOf } from '../kinds/shape.ts';
import type { World } from './world.ts';

/** The name of an object: the last part of its natural key, its title, the name of its target, or its id. */
export function nameOf(world: World, live: LiveObject): string {
  return liveName(world, live) ?? live.id;
}

/** The name. Undefined: none. */
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

/** The address of an undeclared object, with the id as key. */
export function unmanagedAddress(shape: KindShape, parent: Address | null, id: string): Address {
  return childAddress(parent, shape.segment, `id:${id}`);
}
