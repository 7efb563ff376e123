/** Finds contradictions between pins, ledger entries and `moved`: several objects for one address, or one object for several. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { Blocked } from '../change.ts';
import type { World } from '../world.ts';

/** Without a pin, the plan would delete one object and overwrite the other. */
export function contestedBy(world: World, { address, kind, pin }: DesiredResource): Blocked | undefined {
  const rivals = world.contested.get(address);
  if (rivals === undefined || pin !== undefined) return undefined;
  const { title } = shapeOf(world, kind);
  const idAt = (each: Address): string | undefined => world.input.ledger.resources[each]?.id;
  const movers = rivals.filter((each) => each !== address);
  const moved = movers.map((each) => `${idAt(each)}, the ${title} at ${each}`).join(', and ');
  const standing = rivals.includes(address) ? `; the ledger has ${idAt(address)}` : '';
  return {
    code: 'B-AMBIGUOUS',
    reason: `\`moved\` leads to ${moved}${standing}`,
    hint: `use a new key, or pin the right one with \`id: ${idAt(movers[0] ?? address)}\``,
  };
}

/** The other object of such a `moved` entry must not be deleted. */
export function contesting(world: World, address: Address): Blocked | undefined {
  const target = [...world.contested].find(([now, rivals]) => now !== address && rivals.includes(address))?.[0];
  if (target === undefined) return undefined;
  return {
    code: 'B-AMBIGUOUS',
    reason: `\`moved\` leads to ${target}, which is another object`,
    hint: 'remove its entry in `moved`, or run docform forget',
  };
}

/** One object for two addresses: each apply would overwrite the other address. */
export function sameObject(address: Address, holder: Address, id: string): Blocked {
  return {
    code: 'B-DUPLICATE-OBJECT',
    reason: `its pin or the ledger has id ${id}, which ${holder} has too`,
    hint: `correct \`id:\` of one of them, or remove the entry of ${address} from the ledger`,
  };
}

/** A new resource looks like a dropped one. A `moved` entry may be missing. */
export function lookAlike(from: Address, to: Address): Blocked {
  return {
    code: 'B-POSSIBLE-RENAME',
    reason: `it looks like ${from}, which is no longer declared`,
    hint: `moved: [{ from: ${from}, to: ${to} }]`,
  };
}
