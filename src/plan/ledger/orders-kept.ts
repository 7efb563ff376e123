/** Computes the sibling orders for the ledger: the managed members of each declared list after their steps. */
import type { Address } from '../../core/address.ts';
import { defined } from '../../core/defined.ts';
import { listedIn } from '../../core/order-mark.ts';
import type { Operation, OrderKept, StepId } from '../change.ts';
import type { Draft } from '../draft.ts';
import { type Match, matchesAt } from '../identity/identity.ts';
import { isOrderAssumed, isOrderShown } from '../moves/live-order.ts';
import type { World } from '../world.ts';
import { type AllSaid, saidIn } from './carriers.ts';

/** By container. If members or their order are unknown, the ledger keeps its order. */
export function ordersKept(draft: Draft, allSaid: AllSaid = saidIn(draft)): readonly OrderKept[] {
  const { desired } = draft.world.input;
  return draft.world.containers.flatMap((container): readonly OrderKept[] => {
    const known = knownOrder(draft.world, container);
    const declared = desired.orders[container] ?? [];
    // A single member has no order.
    if (declared.length < 2 && known === undefined) return nothing;
    const siblings = matchesAt(draft.matches.at, declared);
    const managed = siblings.filter(({ state, resource }) => state !== 'pending' && !resource.isExternal);
    const isHidden = [...managed, draft.matches.at.get(container)].some((match) => match?.state === 'hidden');
    if (isHidden || !isOrderShown(draft, container, managed)) {
      return known === undefined ? nothing : [{ container, former: known, after: [] }];
    }
    if (managed.length < 2) return nothing;
    const made = draft.producers.get(container);
    const steps = [
      ...managed.flatMap((match) => stepsOf(draft, match, allSaid)),
      ...(made === undefined ? [] : [made]),
    ];
    const disturbing = managed.flatMap((match) => disturbingStep(draft, match));
    return [
      defined({
        ...{ container, former: known, members: managed.map(({ resource }) => resource.address) },
        ...{ after: [...new Set(steps)].sort(), disturbing: disturbing.length === 0 ? undefined : disturbing },
        listed: isOrderAssumed(draft, container) ? listedIn(known) : undefined,
      }),
    ];
  });
}

const nothing: readonly OrderKept[] = [];

/** The order of a container in the ledger, under its current or former address. */
export function knownOrder({ orders }: Pick<World, 'orders'>, container: Address): string | undefined {
  return orders.get(container);
}

/** Steps that bring a member into the list or to its place. */
function stepsOf({ producers }: Draft, { resource: { address } }: Match, allSaid: AllSaid): readonly StepId[] {
  const producer = producers.get(address);
  const arranging = (allSaid.get(address) ?? []).filter(({ operation }) => arrange.has(operation));
  return [...arranging.map(({ id }) => id), ...(producer === undefined ? [] : [producer])];
}

const arrange: ReadonlySet<Operation> = new Set(['create', 'restore', 'move', 'join', 'leave', 'delete']);

function disturbingStep({ steps }: Draft, { resource: { address }, state }: Match) {
  const move = steps.get(`${address}#move`);
  return state === 'matched' && move?.beside !== undefined ? [move.id] : [];
}
