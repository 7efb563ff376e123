/** Computes the sibling orders for the ledger: of each declared list, the managed members as they stand once its steps are done. */
import type { Address } from '../../core/address.ts';
import type { Operation, OrderKept, StepId } from '../change.ts';
import type { Draft } from '../draft.ts';
import { type Match, matchesAt } from '../identity/identity.ts';
import { isOrderShown } from '../moves/live-order.ts';
import type { World } from '../world.ts';
import { type AllSaid, saidIn } from './carriers.ts';

/** By container. Where some members cannot be seen, or the order of those that can, what the ledger says stays. */
export function ordersKept(draft: Draft, allSaid: AllSaid = saidIn(draft)): readonly OrderKept[] {
  const { desired } = draft.world.input;
  return draft.world.containers.flatMap((container): readonly OrderKept[] => {
    const known = knownOrder(draft.world, container);
    const declared = desired.orders[container] ?? [];
    // One alone has no order; nothing is kept of it, and nothing was.
    if (declared.length < 2 && known === undefined) return nothing;
    const former = known === undefined ? {} : { former: known };
    const siblings = matchesAt(draft.matches.at, declared);
    const managed = siblings.filter(({ state, resource }) => state !== 'pending' && !resource.isExternal);
    const isHidden = [...managed, draft.matches.at.get(container)].some((match) => match?.state === 'hidden');
    if (isHidden || !isOrderShown(draft, container, managed)) {
      return known === undefined ? nothing : [{ container, ...former, after: [] }];
    }
    if (managed.length < 2) return nothing;
    const made = draft.producers.get(container);
    const steps = [
      ...managed.flatMap((match) => stepsOf(draft, match, allSaid)),
      ...(made === undefined ? [] : [made]),
    ];
    const disturbing = managed.flatMap((match) => disturbingStep(draft, match));
    return [
      {
        ...{
          container,
          ...former,
          members: managed.map(({ resource }) => resource.address),
          after: [...new Set(steps)].sort(),
        },
        ...(disturbing.length === 0 ? {} : { disturbing }),
      },
    ];
  });
}

const nothing: readonly OrderKept[] = [];

/** The order that the ledger knows of what stands in a container, also where that had another address. */
export function knownOrder({ orders }: Pick<World, 'orders'>, container: Address): string | undefined {
  return orders.get(container);
}

/** Whatever brings a member into its list, or to its place there. */
function stepsOf({ producers }: Draft, { resource: { address } }: Match, allSaid: AllSaid): readonly StepId[] {
  const producer = producers.get(address);
  const arranging = (allSaid.get(address) ?? []).filter(({ operation }) => arrange.has(operation));
  return [...arranging.map(({ id }) => id), ...(producer === undefined ? [] : [producer])];
}

const arrange: ReadonlySet<Operation> = new Set(['create', 'restore', 'move', 'join', 'leave', 'delete']);

/** The move of one that is there already. */
function disturbingStep({ steps }: Draft, { resource: { address }, state }: Match): readonly string[] {
  const move = steps.get(`${address}#move`);
  return state === 'matched' && move?.beside !== undefined ? [move.id] : [];
}
