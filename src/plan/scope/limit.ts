/** Limits a plan to its scope: leaves out other changes, and blocks changes that depend on them. */

import { type Address, containersOf, isWithin } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { createAddressResolver, currentList } from '../../kinds/renames.ts';
import { createAffectedObjects } from '../draft/details.ts';
import type { Drafted, DraftedChange } from '../draft/drafted.ts';
import { addressesNeeded } from '../draft/named.ts';
import { changeKey } from '../result/action.ts';
import type { Blocked } from '../result/change.ts';
import type { OrderKept, StateUpdates } from '../result/ledger-updates.ts';
import type { Limit, Selects } from '../result/scope.ts';
import type { Operation, Step, StepId } from '../result/step.ts';
import type { Steps } from '../steps/steps.ts';
import { createSelectionWithout, identifying, reaching } from './left-out.ts';

const placing: readonly Operation[] = ['create', 'restore', 'move', 'join', 'leave'];

/** The part of a plan in its scope. */
export interface Limited extends Steps {
  readonly selects: Selects;
  /** The plan with the changes outside the scope. Missing: no change is outside. */
  readonly whole?: Steps;
  /** Missing: no flag limits the plan. */
  readonly part: Limit['part'] | undefined;
}

/** The fourth stage of a plan: leaves out the changes outside the scope, and blocks changes that depend on them. */
export function limitPlan(steps: Steps, scope: Limit | undefined): Limited {
  if (scope === undefined) return { ...steps, selects: () => true, part: undefined };
  const grown = new Set<Address>();
  const shrunk: DraftedChange[] = [];
  let isKept: Selects = () => true;
  const selects: Selects = (address) => (scope.selects(address) || grown.has(address)) && isKept(address);
  let obstacles = unmetDependencies(steps, selects);
  while (scope.conflict !== 'block' && obstacles.size > 0) {
    if (scope.conflict === 'shrink') {
      shrunk.push(...obstacles.keys());
      isKept = createSelectionWithout(shrunk);
    } else for (const address of [...obstacles.values()].flat()) grown.add(address);
    obstacles = unmetDependencies(steps, selects);
  }
  const outside = steps.changes.filter(({ address }) => !selects(address));
  const isRenamedOutside = createContainerFinder(
    outside.filter(({ action }) => action === 'adopt' || action === 'rename'),
  );
  const isWritten: Selects = (address) => selects(address) && isRenamedOutside(address) === undefined;
  const changes = changesWithin(steps, selects, obstacles, scope);
  const limited = stepsWithin(steps, selects, changes);
  return {
    ...limited,
    stateUpdates: limitedUpdates(limited, steps.stateUpdates, isWritten),
    selects,
    part: scope.part,
    ...(outside.length > 0 && { whole: steps }),
  };
}

function outsideScopeBlock(address: Address, { part }: Limit): Blocked {
  const selection =
    part === undefined || part.only.length > 0
      ? `add \`--only ${address}\``
      : `do not exclude ${address} with \`--except\``;
  return {
    code: 'B-SCOPE',
    reason: `it depends on the change of ${address}, which is outside the scope of this plan`,
    hint: `${selection}, or apply that change first`,
  };
}

/** Finds the change of a container. */
function createContainerFinder(changes: readonly DraftedChange[]): (address: Address) => Address | undefined {
  const at = new Set(changes.map(({ address }) => address));
  return (address) => containersOf(address).find((container) => at.has(container));
}

/** Changes in the scope, each with the addresses outside the scope that it depends on. */
function unmetDependencies(drafted: Drafted, selects: Selects): ReadonlyMap<DraftedChange, readonly Address[]> {
  const { changes, steps, matches, world } = drafted;
  const owners = groupBy(
    changes.flatMap(({ address, steps: own }) => own.map((id) => ({ address, id }))),
    ({ id }) => id,
  );
  const addressesOfStep = (id: StepId): readonly Address[] =>
    owners.get(id)?.map(({ address }) => address) ?? [steps.get(id)?.address ?? ''];
  const containerOutside = createContainerFinder(
    changes.filter((each) => !selects(each.address) && identifying.has(each.action)),
  );
  const objectsOf = createAffectedObjects(drafted);
  const mixed = mixedOrders(drafted, selects);
  const former = new Map(world.renamed.map(({ from, to }) => [to, from]));
  // A pattern can name a renamed resource by both addresses.
  const addressOutside = (address: Address) => [address, former.get(address) ?? address].find((each) => !selects(each));
  const ledgerOutside = [...world.ledger.keys()].filter((address) => addressOutside(address) !== undefined);
  const isMissing = (address: Address) => matches.at.get(address)?.state === 'absent';
  const addressesNeededBy = (each: DraftedChange): readonly Address[] => [
    each.address,
    containerOutside(each.address) ?? each.address,
    ...each.steps.flatMap((id) => {
      const step = steps.get(id);
      if (step === undefined) return [];
      const before = [...step.needs, ...step.follows].filter((other) => steps.has(other));
      return [
        ...[...before, id].flatMap(addressesOfStep),
        ...addressesNeeded(drafted, step).filter(isMissing),
        ...(step.cascades ?? []),
        ...(mixed.get(each.address) ?? []),
      ];
    }),
    ...(each.action === 'delete' || each.action === 'replace'
      ? objectsOf(each).flatMap(({ as, address }) => (as === 'contents' ? [address] : []))
      : []),
    ...(reaching.has(each.action) ? ledgerOutside.filter((address) => isWithin(address, each.address)) : []),
  ];
  return new Map(
    changes.flatMap((each) => {
      const obstacles = selects(each.address)
        ? addressesNeededBy(each).flatMap((address) => addressOutside(address) ?? [])
        : [];
      return obstacles.length === 0 ? [] : [[each, obstacles] as const];
    }),
  );
}

/** Members that are placed together with others outside the scope. A part of the moves could lead to another order. */
function mixedOrders({ orders, steps }: Drafted, selects: Selects): ReadonlyMap<Address, readonly Address[]> {
  const isPlaced = (address: Address) => placing.some((operation) => steps.has(`${address}#${operation}`));
  return new Map(
    orders.flatMap(({ wanted }) => {
      const placed = wanted.filter(isPlaced);
      const outside = placed.filter((address) => !selects(address));
      return outside.length === 0 ? [] : placed.map((address) => [address, outside] as const);
    }),
  );
}

/** The changes of the scope. Those that depend on a change outside are blocked. */
function changesWithin(
  { changes }: Steps,
  selects: Selects,
  obstacles: ReadonlyMap<DraftedChange, readonly Address[]>,
  scope: Limit,
): readonly DraftedChange[] {
  const kept = changes.filter(({ address }) => selects(address));
  return kept.map((each) => {
    const [address] = obstacles.get(each) ?? [];
    return address === undefined || each.blocked ? each : { ...each, blocked: outsideScopeBlock(address, scope) };
  });
}

function stepsWithin(whole: Steps, selects: Selects, changes: readonly DraftedChange[]): Steps {
  const stepsOf = (all: readonly DraftedChange[]) => new Set(all.flatMap(({ steps }) => steps));
  const [owned, kept] = [stepsOf(whole.changes), stepsOf(changes)];
  const isKept = ([id, { address }]: readonly [StepId, Step]) => kept.has(id) || (!owned.has(id) && selects(address));
  const steps = new Map([...whole.steps].filter(isKept));
  return {
    ...whole,
    changes,
    changeAt: new Map(changes.map((each) => [changeKey(each), each])),
    steps,
    deleting: new Map([...whole.deleting].filter(([, address]) => selects(address))),
    orders: whole.orders.filter(({ wanted }) => wanted.some((address) => steps.has(`${address}#move`))),
    notes: whole.notes.filter(({ address }) => selects(address)),
  };
}

function limitedUpdates(limited: Drafted, updates: StateUpdates, isWritten: Selects): StateUpdates {
  const { desired, ledger, shapes, unconfirmed = [], interrupted = [], companions = [] } = limited.world.input;
  const now = createAddressResolver(desired.moved, ledger, shapes);
  const filterAddresses = <T>(all: { readonly [address: Address]: T } | undefined, isKept: Selects) =>
    Object.fromEntries(Object.entries(all ?? {}).filter(([address]) => isKept(address)));
  const known = new Set(ledger.lists);
  const { set, remove, lists, unlisted, orders = [], pending, external, ...rest } = updates;
  // No later plan searches for objects that came with a create in the scope.
  const brought = new Set(
    [...companions].flatMap(([address, of]) => (isWritten(address) ? of.map((each) => each.address) : [])),
  );
  const undecided = [...unconfirmed, ...interrupted].filter((address) => !isWritten(address));
  // The interrupted apply knew renamed resources by their former addresses.
  const former = desired.moved.flatMap(({ from, to }) =>
    undecided.flatMap((address) => (isWithin(address, to) ? [`${from}${address.slice(to.length)}`] : [])),
  );
  return {
    ...rest,
    set: filterAddresses(set, (address) => isWritten(address) || brought.has(address)),
    remove: remove.filter((address) => isWritten(now(address))),
    lists: lists.filter((list) => known.has(list) || isWritten(list)),
    unlisted: unlisted?.filter((list) => isWritten(currentList(list, now))) ?? [],
    pending: {
      ...filterAddresses(ledger.pending, (address) => !isWritten(now(address))),
      ...filterAddresses(pending, isWritten),
    },
    external: {
      ...filterAddresses(ledger.external, (address) => !isWritten(now(address))),
      ...filterAddresses(external, isWritten),
    },
    orders: limitedOrders(limited, orders, isWritten, now),
    undecided: [...undecided, ...former],
  };
}

/** The ledger keeps the order of each container with a step that the plan leaves out. */
function limitedOrders(
  { steps, world }: Drafted,
  orders: readonly OrderKept[],
  isWritten: Selects,
  now: (address: Address) => Address,
): readonly OrderKept[] {
  const planned = new Map(orders.map((order) => [order.container, order]));
  const known = world.input.ledger.orders ?? {};
  const isOrderApplied = ({ container, former, after }: OrderKept) =>
    after.every((id) => steps.has(id)) && (isWritten(container) || former === known[container]);
  const kept = Object.entries(known).flatMap(([container, former]) => {
    const target = now(container);
    const order = planned.get(target);
    if (order === undefined ? isWritten(target) : isOrderApplied(order)) return [];
    return [{ container: isWritten(target) ? target : container, former, after: [] }];
  });
  return [...orders.filter(isOrderApplied), ...kept];
}
