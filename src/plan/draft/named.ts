/** The addresses that a step names. */
import type { Address } from '../../core/address.ts';
import { present } from '../../core/defined.ts';
import { isReference } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { parentOf } from '../context/world.ts';
import type { Step } from '../result/step.ts';
import type { Drafted } from './drafted.ts';

export function addressesNeeded(draft: Drafted, each: Step): readonly Address[] {
  return [...namedIn(draft, each), ...keysIn(draft, each), ...parentsOf(draft, each)];
}

/** Addresses whose ids a step needs. */
export function namedIn({ world }: Pick<Drafted, 'world'>, { fields, items = [], beside, container, kind }: Step) {
  const named: Address[] = [];
  for (const each of [{ fields }, ...items])
    for (const [name, value] of Object.entries(each.fields)) {
      if (world.shapes.get(kind)?.fields[name]?.type.is === 'keyed') continue;
      for (const item of Array.isArray(value) ? value : [value]) if (isReference(item)) named.push(item.ref);
    }
  return [...named, ...present(beside?.address, container ?? undefined)];
}

/** Targets of map keys (custom fields that get values). */
export function keysIn({ world }: Drafted, { fields, kind }: Step) {
  return Object.entries(fields).flatMap(([name, value]) => {
    const type = world.shapes.get(kind)?.fields[name]?.type;
    return type?.is === 'keyed'
      ? Object.keys(value ?? {}).map((key) => `${shapeOf(world, type.keysRefer).segment}/${key}`)
      : [];
  });
}

function parentsOf({ world }: Drafted, { operation, address }: Step) {
  const found: Address[] = [];
  let above = parentOf(world, operation === 'bulk' ? `${address}/member` : address);
  for (; above !== null; above = parentOf(world, above)) found.push(above);
  return found;
}
