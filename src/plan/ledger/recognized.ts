/** Tells ledger lines that docform wrote from those written by hand, by what it applied to the object. */
import type { Address } from '../../core/address.ts';
import type { LiveObject } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { Draft } from '../draft.ts';
import { liveMark } from './last-applied.ts';

/** By what names it, as far as marks tell of that; else by anything that it was given. */
export function isRecognized(
  { world, identities }: Pick<Draft, 'world' | 'identities'>,
  address: Address,
  live: LiveObject,
): boolean {
  const shape = shapeOf(world, live.kind);
  const marks = world.ledger.get(address)?.applied ?? {};
  const fits = (name: string): readonly boolean[] => {
    const [mark, field, value] = [marks[name], shape.fields[name], live.fields[name]];
    if (mark === undefined || field === undefined || field.writeOnly) return [];
    // What it refers to may be nobody's by now: then its mark, which is that of an address, says nothing.
    const isNameless =
      field.type.is === 'ref' && typeof value === 'string' && identities.addressOf(field.type.to, value) === undefined;
    return isNameless ? [] : [liveMark(field, value, identities) === mark];
  };
  const byName = [...new Set(shape.naturalKeys.flat())].flatMap(fits);
  return (byName.length > 0 ? byName : Object.keys(marks).flatMap(fits)).includes(true);
}
