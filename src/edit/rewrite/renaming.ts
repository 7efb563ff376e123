/** New addresses of resources whose keys change, and of all that stands in them or is named after them. */
import { type Address, isWithin, keyIn } from '../../core/address.ts';
import { addressPath, type Shapes } from '../../kinds/shape.ts';

export interface Renamed {
  readonly from: Address;
  readonly to: Address;
}

export interface Renaming {
  readonly pairs: readonly Renamed[];
  /** The address something has once everything is renamed. */
  readonly now: (address: Address) => Address;
  /** The address it had. */
  readonly was: (address: Address) => Address;
}

/** A site-space has the key of its space, so that it is renamed with it. */
export function renamingOf(pairs: readonly Renamed[], shapes: Shapes): Renaming {
  const backwards = pairs.map(({ from, to }) => ({ from: to, to: from }));
  return { pairs, now: renamer(pairs, shapes), was: renamer(backwards, shapes) };
}

function renamer(pairs: readonly Renamed[], shapes: Shapes): (address: Address) => Address {
  if (pairs.length === 0) return (address) => address;
  const known = new Map<Address, Address>();
  return (address) => {
    const found = known.get(address) ?? renamed(address, pairs, shapes);
    known.set(address, found);
    return found;
  };
}

function renamed(address: Address, pairs: readonly Renamed[], shapes: Shapes): Address {
  const path = addressPath(address, shapes);
  if (path === undefined) return address;
  const parts = address.split('/');
  for (const part of path) {
    const shape = shapes.get(part.kind);
    const at = part.address.split('/').length - 1;
    const own = pairs.find(({ from }) => from === part.address);
    const field = shape === undefined || shape.key === 'name' ? undefined : shape.fields[shape.key.field];
    const target = field?.type.is === 'ref' ? shapes.get(field.type.to) : undefined;
    const named = target && pairs.find(({ from }) => from === `${target.segment}/${part.key}`);
    const to = own?.to ?? named?.to;
    if (to !== undefined) parts[at] = keyIn(to);
  }
  return parts.join('/');
}

/** Whether something else stands where a rename would put it. */
export function isTaken(address: Address, declared: Iterable<Address>): boolean {
  for (const each of declared) if (isWithin(each, address)) return true;
  return false;
}
