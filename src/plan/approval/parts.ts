/** Divides a plan into parts: changes that depend on each other, share a step, or decide the same effect. */
import { type Address, containersOf } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { changeKey, type NamedChange } from '../result/action.ts';
import type { Change, Plan } from '../result/change.ts';
import type { CausedEffect, PlanEffect, PlanPart } from '../result/part.ts';
import type { Step, StepId } from '../result/step.ts';
import { partDigest } from './plan-digest.ts';

type Divided = Pick<Plan, 'changes' | 'steps' | 'orders'>;

/** In the order of the first change of each part. Effects that no change causes are a part of their own. */
export function divideIntoParts(plan: Divided, effects: readonly CausedEffect[]): readonly PlanPart[] {
  const groups = createGroups();
  joinSteps(plan, groups.join);
  joinContents(plan, groups.join);
  joinOrders(plan, groups.join);
  const changeAt = createChangeFinder(plan);
  for (const { causes } of effects) {
    const [first, ...others] = causes.flatMap(changeAt).map(changeKey);
    for (const other of others) groups.join(first ?? other, other);
  }
  const members = new Map<string, { readonly changes: Change[]; readonly effects: PlanEffect[] }>();
  const partOfKey = (key: string) => {
    const name = groups.nameOf(key);
    const found = members.get(name) ?? { changes: [], effects: [] };
    members.set(name, found);
    return found;
  };
  for (const change of plan.changes) partOfKey(changeKey(change)).changes.push(change);
  for (const { effect, causes } of effects) {
    const [cause] = causes.flatMap(changeAt);
    partOfKey(cause === undefined ? 'none' : changeKey(cause)).effects.push(effect);
  }
  return [...members.values()].map((each) => ({
    digest: partDigest(each.changes, each.effects),
    changes: each.changes.map(({ address, action }) => ({ address, action })),
    effects: each.effects,
  }));
}

/** The changes that decide an effect together with one of these changes. */
export function changesSharingEffects(
  plan: Divided,
  effects: readonly CausedEffect[],
  changes: readonly NamedChange[],
): readonly Change[] {
  const names = new Set(changes.map(changeKey));
  const changeAt = createChangeFinder(plan);
  const sharing = effects.map(({ causes }) => causes.flatMap(changeAt));
  const found = new Set(sharing.filter((all) => all.some((each) => names.has(changeKey(each)))).flat());
  return plan.changes.filter((change) => found.has(change));
}

type Join = (one: string, other: string) => void;

/** A step belongs to one part, with the steps that it waits for. */
function joinSteps({ changes, steps }: Divided, join: Join) {
  for (const change of changes) for (const id of change.steps) join(changeKey(change), stepKey(id));
  const known = new Set(steps.map(({ id }) => id));
  for (const { id, needs, follows } of steps)
    for (const before of [...needs, ...follows]) if (known.has(before)) join(stepKey(id), stepKey(before));
}

function stepKey(id: StepId) {
  return `step ${id}`;
}

/** Changes that decide which object belongs to an address, or that affect everything in the object. */
const reaching: readonly Change['action'][] = ['create', 'replace', 'adopt', 'rename', 'delete', 'release'];

/** Changes of one object, and of an object that another change brings or removes, belong together. */
function joinContents({ changes }: Divided, join: Join) {
  const at = new Map<Address, Change>();
  for (const change of changes) {
    const first = at.get(change.address);
    if (first === undefined) at.set(change.address, change);
    else join(changeKey(first), changeKey(change));
  }
  const around = new Map(
    changes.flatMap((change) => (reaching.includes(change.action) ? [[change.address, change] as const] : [])),
  );
  for (const change of changes) {
    for (const container of containersOf(change.address)) {
      const other = around.get(container);
      if (other !== undefined) join(changeKey(other), changeKey(change));
    }
    for (const { as, address } of change.objects) {
      const other = as === 'contents' ? at.get(address) : undefined;
      if (other !== undefined) join(changeKey(change), changeKey(other));
    }
  }
}

/** Siblings are moved next to each other. */
function joinOrders({ orders, changes, steps }: Divided, join: Join) {
  const placed = new Set(steps.filter(isPlacementStep).map(({ address }) => address));
  const at = new Map(changes.map((change) => [change.address, change]));
  for (const { wanted } of orders) {
    const [first, ...others] = wanted.flatMap((address) => (placed.has(address) ? (at.get(address) ?? []) : []));
    if (first !== undefined) for (const other of others) join(changeKey(first), changeKey(other));
  }
}

function isPlacementStep({ operation }: Step) {
  return ['create', 'restore', 'move', 'join', 'leave'].includes(operation);
}

/** The change at an address, or else of the object around it, or else all changes inside it. */
function createChangeFinder({ changes, steps }: Divided): (address: Address) => readonly Change[] {
  const at = new Map<Address, Change>();
  const ownerOf = new Map(changes.flatMap((change) => change.steps.map((id) => [id, change] as const)));
  for (const { id, cascades = [], companions = [] } of steps) {
    const owner = ownerOf.get(id);
    for (const address of [...cascades, ...companions.map((each) => each.address)])
      if (owner !== undefined) at.set(address, owner);
  }
  for (const change of changes) at.set(change.address, change);
  const inside = groupBy(
    changes.flatMap((change) => containersOf(change.address).map((container) => ({ container, change }))),
    ({ container }) => container,
  );
  return (address) => {
    const near = [address, ...containersOf(address)].find((each) => at.has(each));
    const found = near === undefined ? undefined : at.get(near);
    return found === undefined ? (inside.get(address) ?? []).map(({ change }) => change) : [found];
  };
}

/** Disjoint sets of names. */
function createGroups() {
  const above = new Map<string, string>();
  const findRoot = (name: string): string => {
    let top = name;
    for (let next = above.get(top); next !== undefined; next = above.get(top)) top = next;
    for (let at = name; at !== top; ) {
      const next = above.get(at) ?? top;
      above.set(at, top);
      at = next;
    }
    return top;
  };
  const join: Join = (one, other) => {
    const [a, b] = [findRoot(one), findRoot(other)];
    if (a !== b) above.set(b, a);
  };
  return { nameOf: findRoot, join };
}
