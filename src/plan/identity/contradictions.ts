/** Finds pins, ledger lines and `moved` entries that contradict each other: different objects for one address, or one object for several. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { Blocked } from '../change.ts';
import type { World } from '../world.ts';

/** Without a pin, what `moved` leads here would be deleted, and what stands here overwritten with what was declared for the other. */
export function contestedBy(world: World, { address, kind, pin }: DesiredResource): Blocked | undefined {
  const rivals = world.contested.get(address);
  if (rivals === undefined || pin !== undefined) return undefined;
  const { title } = shapeOf(world, kind);
  const idAt = (each: Address): string | undefined => world.input.ledger.resources[each]?.id;
  const movers = rivals.filter((each) => each !== address);
  const moved = movers.map((each) => `${idAt(each)}, the ${title} at ${each}`).join(', and ');
  const standing = rivals.includes(address) ? `; by the ledger it is ${idAt(address)}` : '';
  return {
    code: 'B-AMBIGUOUS',
    reason: `by \`moved\` it is ${moved}${standing}`,
    hint: `give it a key that no other one had, or pin the right one with \`id: ${idAt(movers[0] ?? address)}\``,
  };
}

/** The same seen from the other side: what `moved` says is still declared is not deleted as no longer declared. */
export function contesting(world: World, address: Address): Blocked | undefined {
  const target = [...world.contested].find(([now, rivals]) => now !== address && rivals.includes(address))?.[0];
  if (target === undefined) return undefined;
  return {
    code: 'B-AMBIGUOUS',
    reason: `by \`moved\` it is ${target}, which is another object`,
    hint: 'remove the entry of `moved` that leads from it, or docform forget it',
  };
}

/** Pins and ledger lines contradict each other: with one object for both, each apply would undo what the other declares. */
export function sameObject(address: Address, holder: Address, id: string): Blocked {
  return {
    code: 'B-DUPLICATE-OBJECT',
    reason: `by its pin or the ledger it is ${id}, which ${holder} is as well`,
    hint: `correct \`id:\` of one of them, or remove the line of ${address} from the ledger`,
  };
}

/** It has the name of what is no longer declared: one of the two lines is missing that say that they are the same. */
export function lookAlike(from: Address, to: Address): Blocked {
  return {
    code: 'B-POSSIBLE-RENAME',
    reason: `it looks like ${from}, which is no longer declared`,
    hint: `moved: [{ from: ${from}, to: ${to} }]`,
  };
}
