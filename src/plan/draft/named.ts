/** The addresses that a step names. */
import type { Address } from '../../core/address.ts';
import { withoutMissing } from '../../core/defined.ts';
import { isReference } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { parentAddress } from '../context/world.ts';
import type { Step } from '../result/step.ts';
import type { Drafted } from './drafted.ts';

export function addressesNeeded(draft: Drafted, each: Step): readonly Address[] {
  return [...addressesInFields(draft, each), ...addressesInKeys(draft, each), ...containersNeeded(draft, each)];
}

/** Addresses whose ids a step needs. */
export function addressesInFields(
  { world }: Pick<Drafted, 'world'>,
  { fields, items = [], beside, container, kind }: Step,
) {
  const named: Address[] = [];
  for (const each of [{ fields }, ...items])
    for (const [name, value] of Object.entries(each.fields)) {
      if (world.shapes.get(kind)?.fields[name]?.type.is === 'keyed') continue;
      for (const item of Array.isArray(value) ? value : [value]) if (isReference(item)) named.push(item.ref);
    }
  return [...named, ...withoutMissing(beside?.address, container ?? undefined)];
}

/** Targets of map keys (custom fields that get values). */
export function addressesInKeys({ world }: Drafted, { fields, kind }: Step) {
  return Object.entries(fields).flatMap(([name, value]) => {
    const type = world.shapes.get(kind)?.fields[name]?.type;
    return type?.is === 'keyed'
      ? Object.keys(value ?? {}).map((key) => `${shapeOf(world, type.keysRefer).segment}/${key}`)
      : [];
  });
}

function containersNeeded({ world }: Drafted, { operation, address }: Step) {
  const found: Address[] = [];
  let above = parentAddress(world, operation === 'bulk' ? `${address}/member` : address);
  for (; above !== null; above = parentAddress(world, above)) found.push(above);
  return found;
}
