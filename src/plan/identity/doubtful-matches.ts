/** Blocks resources that no single live object certainly matches. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { World } from '../context/world.ts';
import type { Blocked } from '../result/change.ts';

/** Without a pin, the plan would delete one object and overwrite the other. */
export function ambiguousRenameBlock(world: World, { address, kind, pin }: DesiredResource): Blocked | undefined {
  const rivals = world.ambiguousRenames.get(address);
  if (rivals === undefined || pin !== undefined) return undefined;
  const { title } = shapeOf(world, kind);
  const idAt = (each: Address) => world.input.ledger.resources[each]?.id;
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
export function keepContestedBlock(world: World, address: Address): Blocked | undefined {
  const target = [...world.ambiguousRenames].find(([now, rivals]) => now !== address && rivals.includes(address))?.[0];
  if (target === undefined) return undefined;
  return {
    code: 'B-AMBIGUOUS',
    reason: `\`moved\` leads to ${target}, which is another object`,
    hint: 'remove its entry in `moved`, or run `docform forget`',
  };
}

/** A new resource looks like a dropped one. A `moved` entry may be missing. */
export function lookAlikeBlock(from: Address, to: Address): Blocked {
  return {
    code: 'B-POSSIBLE-RENAME',
    reason: `it looks like ${from}, which is no longer declared`,
    hint: `moved: [{ from: ${from}, to: ${to} }]`,
  };
}
