/** Pins, ledger and `moved` that name different objects for one address, or one object for several. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { Blocked } from '../change.ts';
import type { World } from '../world.ts';

/** Without a pin, what `moved` leads here would be deleted, and what stands here overwritten with what was declared for the other. */
export function contestedBy(world: World, { address, kind, pin }: DesiredResource): Blocked | undefined {
  const from = world.contested.get(address);
  if (from === undefined || pin !== undefined) return undefined;
  const [moved, standing] = [from, address].map((each) => world.ledger.get(each)?.id);
  return {
    code: 'B-AMBIGUOUS',
    reason: `by \`moved\` it is ${moved}, the ${shapeOf(world, kind).title} at ${from}; by the ledger it is ${standing}`,
    hint: `give it a key that no other one had, or pin the right one with \`id: ${moved}\``,
  };
}

/** Pins and ledger lines contradict each other: with one object for both, each apply would undo what the other declares. */
export function sameObject(address: Address, holder: Address, id: string): Blocked {
  return {
    code: 'B-SAME-OBJECT',
    reason: `by its pin or the ledger it is ${id}, which ${holder} is as well`,
    hint: `correct \`id:\` of one of them, or remove the line of ${address} from the ledger`,
  };
}
