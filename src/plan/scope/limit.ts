/** Limits a plan to its scope: leaves out other changes, and blocks changes that depend on them. */

import { type Address, containersOf, isWithin } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { listNow, nowOf } from '../../kinds/renames.ts';
import { affectedObjectsIn } from '../document/details.ts';
import type { Draft, DraftChange } from '../draft/draft.ts';
import { guardPlan } from '../guards/guard.ts';
import { changeKey } from '../result/action.ts';
import type { Blocked, Plan } from '../result/change.ts';
import type { OrderKept, StateUpdates } from '../result/ledger-updates.ts';
import type { Limit, Selects } from '../result/scope.ts';
import type { Operation, StepId } from '../result/step.ts';
import { addressesNeeded } from '../steps/edges.ts';
import { identifying, reaching, selectsWithout } from './left-out.ts';

const placing: readonly Operation[] = ['create', 'restore', 'move', 'join', 'leave'];

interface Limited extends Pick<Plan, 'stateUpdates'> {
  readonly part: Plan['part'] | undefined;
  readonly selects: Selects;
}

export function limitPlan(draft: Draft, stateUpdates: StateUpdates, scope: Limit): Limited {
  const grown = new Set<Address>();
  const shrunk: DraftChange[] = [];
  let isKept: Selects = () => true;
  const selects: Selects = (address) => (scope.selects(address) || grown.has(address)) && isKept(address);
  let obstacles = obstaclesIn(draft, selects);
  while (scope.conflict !== 'block' && obstacles.size > 0) {
    if (scope.conflict === 'shrink') {
      shrunk.push(...obstacles.keys());
      isKept = selectsWithout(shrunk);
    } else for (const address of [...obstacles.values()].flat()) grown.add(address);
    obstacles = obstaclesIn(draft, selects);
  }
  for (const [each, [address = '']] of obstacles) each.blocked ??= outsideScope(address, scope);
  const outside = draft.changes.filter(({ address }) => !selects(address));
  const isRenamedOutside = within(outside.filter(({ action }) => action === 'adopt' || action === 'rename'));
  const blocked = outside.length === 0 || scope.part === undefined ? [] : blockedAmong(draft, outside);
  leaveOut(draft, outside, selects);
  const isWritten: Selects = (address) => selects(address) && isRenamedOutside(address) === undefined;
  return {
    selects,
    stateUpdates: limitedUpdates(draft, stateUpdates, isWritten),
    part: scope.part && { ...scope.part, leftOut: { changes: outside.length, blocked } },
  };
}

function outsideScope(address: Address, { part }: Limit): Blocked {
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

/** The guards of the whole plan decide which changes outside the scope are blocked. The changes of the scope get their own guards later. */
function blockedAmong(draft: Draft, outside: readonly DraftChange[]): readonly Address[] {
  const before = new Map(draft.changes.map((each) => [each, { blocked: each.blocked, allowed: each.allowed }]));
  guardPlan(draft);
  const blocked = outside.flatMap((each) => (each.blocked === undefined ? [] : [each.address]));
  for (const [each, { blocked: block, allowed }] of before) {
    if (block === undefined) delete each.blocked;
    else each.blocked = block;
    if (allowed === undefined) delete each.allowed;
    else each.allowed = allowed;
  }
  return [...new Set(blocked)].sort();
}

/** Finds the change of a container. */
function within(changes: readonly DraftChange[]): (address: Address) => Address | undefined {
  const at = new Set(changes.map(({ address }) => address));
  return (address) => containersOf(address).find((container) => at.has(container));
}

/** Changes in the scope, each with the addresses outside the scope that it depends on. */
function obstaclesIn(draft: Draft, selects: Selects): ReadonlyMap<DraftChange, readonly Address[]> {
  const { changes, steps, matches, world } = draft;
  const owners = groupBy(
    changes.flatMap(({ address, steps: own }) => own.map((id) => ({ address, id }))),
    ({ id }) => id,
  );
  const ownersOf = (id: StepId): readonly Address[] =>
    owners.get(id)?.map(({ address }) => address) ?? [steps.get(id)?.address ?? ''];
  const containerOutside = within(changes.filter((each) => !selects(each.address) && identifying.has(each.action)));
  const objectsOf = affectedObjectsIn(draft);
  const mixed = mixedOrders(draft, selects);
  const former = new Map(world.renamed.map(({ from, to }) => [to, from]));
  // A pattern can name a renamed resource by both addresses.
  const outsideOf = (address: Address) => [address, former.get(address) ?? address].find((each) => !selects(each));
  const ledgerOutside = [...world.ledger.keys()].filter((address) => outsideOf(address) !== undefined);
  const isMissing = (address: Address) => matches.at.get(address)?.state === 'absent';
  const needed = (each: DraftChange): readonly Address[] => [
    each.address,
    containerOutside(each.address) ?? each.address,
    ...each.steps.flatMap((id) => {
      const step = steps.get(id);
      if (step === undefined) return [];
      const before = [...step.needs, ...step.follows].filter((other) => steps.has(other));
      return [
        ...[...before, id].flatMap(ownersOf),
        ...addressesNeeded(draft, step).filter(isMissing),
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
      const obstacles = selects(each.address) ? needed(each).flatMap((address) => outsideOf(address) ?? []) : [];
      return obstacles.length === 0 ? [] : [[each, obstacles] as const];
    }),
  );
}

/** Members that are placed together with others outside the scope. A part of the moves could lead to another order. */
function mixedOrders({ orders, steps }: Draft, selects: Selects): ReadonlyMap<Address, readonly Address[]> {
  const isPlaced = (address: Address) => placing.some((operation) => steps.has(`${address}#${operation}`));
  return new Map(
    orders.flatMap(({ wanted }) => {
      const placed = wanted.filter(isPlaced);
      const outside = placed.filter((address) => !selects(address));
      return outside.length === 0 ? [] : placed.map((address) => [address, outside] as const);
    }),
  );
}

function leaveOut(draft: Draft, outside: readonly DraftChange[], selects: Selects) {
  const { changes, changeAt, steps, deleting, orders, notes } = draft;
  const dropped = new Set(outside);
  const keep = <T>(all: T[], isKept: (item: T) => boolean) => void all.splice(0, all.length, ...all.filter(isKept));
  const owned = new Set(changes.flatMap((each) => each.steps));
  keep(changes, (each) => !dropped.has(each));
  const kept = new Set(changes.flatMap((each) => each.steps));
  for (const { address, action } of outside) changeAt.delete(changeKey({ address, action }));
  for (const [id, { address }] of steps) if (!kept.has(id) && (owned.has(id) || !selects(address))) steps.delete(id);
  for (const [live, address] of deleting) if (!selects(address)) deleting.delete(live);
  keep(orders, ({ wanted }) => wanted.some((address) => steps.has(`${address}#move`)));
  keep(notes, ({ address }) => selects(address));
}

function limitedUpdates(draft: Draft, updates: StateUpdates, isWritten: Selects): StateUpdates {
  const { desired, ledger, shapes, unconfirmed = [], interrupted = [], companions = [] } = draft.world.input;
  const now = nowOf(desired.moved, ledger, shapes);
  const those = <T>(all: { readonly [address: Address]: T } | undefined, isKept: Selects) =>
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
    set: those(set, (address) => isWritten(address) || brought.has(address)),
    remove: remove.filter((address) => isWritten(now(address))),
    lists: lists.filter((list) => known.has(list) || isWritten(list)),
    unlisted: unlisted?.filter((list) => isWritten(listNow(list, now))) ?? [],
    pending: {
      ...those(ledger.pending, (address) => !isWritten(now(address))),
      ...those(pending, isWritten),
    },
    external: {
      ...those(ledger.external, (address) => !isWritten(now(address))),
      ...those(external, isWritten),
    },
    orders: limitedOrders(draft, orders, isWritten, now),
    undecided: [...undecided, ...former],
  };
}

/** The ledger keeps the order of each container with a step that the plan leaves out. */
function limitedOrders(
  { steps, world }: Draft,
  orders: readonly OrderKept[],
  isWritten: Selects,
  now: (address: Address) => Address,
): readonly OrderKept[] {
  const planned = new Map(orders.map((order) => [order.container, order]));
  const known = world.input.ledger.orders ?? {};
  const isDone = ({ container, former, after }: OrderKept) =>
    after.every((id) => steps.has(id)) && (isWritten(container) || former === known[container]);
  const kept = Object.entries(known).flatMap(([container, former]) => {
    const target = now(container);
    const order = planned.get(target);
    if (order === undefined ? isWritten(target) : isDone(order)) return [];
    return [{ container: isWritten(target) ? target : container, former, after: [] }];
  });
  return [...orders.filter(isDone), ...kept];
}
