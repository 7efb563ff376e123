/** Resolves the blocks of a plan like a user: adds the suggested line, or allows the named address. */

import { nowhere } from '../../src/core/problem.ts';
import type { Desired, DesiredResource } from '../../src/core/state.ts';
import type { Allowances, Plan } from '../../src/plan/result/change.ts';
import { allowedBy } from '../support/allowed.ts';

type Blocked = NonNullable<Plan['changes'][number]['blocked']>;

interface Settled {
  readonly desired: Desired;
  readonly allowances: Allowances;
}

/** A block that no configuration line and no flag resolves. */
export class NoWayOut extends Error {
  readonly code: string;
  constructor(address: string, blocked: Blocked) {
    super(`${address} is blocked: ${JSON.stringify(blocked)}`);
    this.code = blocked.code;
  }
}

/** For `catch`: returns undefined for a block that changes outside docform can cause. `codes`: the accepted codes; none: any. */
export function noWay(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof NoWayOut && (codes.length === 0 || codes.includes(error.code))) return undefined;
    throw error;
  };
}

/** After changes outside docform, docform cannot delete unmanaged sections or the last item of a container. */
export const noWayAfterHands = noWay('B-SECTIONED', 'B-LAST-ITEM');

export function heeded(plan: Plan, desired: Desired, allowances: Allowances): Settled {
  let settled: Settled = { desired, allowances };
  const toCreate = plan.pending.filter((each) => each.toCreate);
  for (const { address } of toCreate) settled = { ...settled, desired: copied(settled.desired, address) };
  if (toCreate.length > 0) return settled;
  for (const { address, blocked } of plan.changes) if (blocked) settled = settle(settled, address, blocked, allowances);
  for (const guard of plan.guards) settled = settle(settled, '', guard, allowances);
  return settled;
}

/** `before`: the overrides of the plan. A block that asks for one of them again cannot be resolved. */
function settle(settled: Settled, address: string, blocked: Blocked, before: Allowances): Settled {
  const { desired, allowances } = settled;
  const { code, hint = '', override = '' } = blocked;
  const moved = /moved: \[\{ from: (\S+), to: (\S+) \}\]/.exec(hint);
  const declared = /declare `(\w+)` in (\S+)/.exec(hint);
  const deletes = /--allow-deletes (\d+)/.exec(override);
  const allowed = allowedBy(blocked);
  if (moved) return { ...settled, desired: withMoved(desired, moved[1] ?? '', moved[2] ?? '') };
  if (declared)
    return {
      ...settled,
      desired: changed(desired, declared[2] ?? '', (resource) => pointing(desired, resource, declared[1] ?? '')),
    };
  if (code === 'B-CANNOT-CREATE') return { ...settled, desired: copied(desired, address) };
  if (deletes) return { ...settled, allowances: { ...allowances, deletes: Number(deletes[1]) } };
  if (allowed.some((each) => !before.addresses.includes(each))) {
    return {
      ...settled,
      allowances: { ...allowances, addresses: [...new Set([...allowances.addresses, ...allowed])] },
    };
  }
  throw new NoWayOut(address, blocked);
}

function copied(desired: Desired, address: string): Desired {
  const copyOf = { ref: originalFor(desired, address) };
  return changed(desired, address, (resource) => withFields(resource, { copyOf }));
}

/** The original for a space that the API can create only as a copy. */
function originalFor(desired: Desired, address: string): string {
  const spaces = desired.resources.filter(
    (each) => each.kind === 'space' && each.address !== address && each.fields.copyOf === undefined,
  );
  return (spaces.find((each) => each.address === 'spaces/home') ?? spaces[0])?.address ?? '';
}

function withMoved(desired: Desired, from: string, to: string): Desired {
  const isThere = desired.moved.some((line) => line.from === from && line.to === to);
  return isThere ? desired : { ...desired, moved: [...desired.moved, { from, to, span: nowhere }] };
}

function changed(desired: Desired, address: string, change: (resource: DesiredResource) => DesiredResource): Desired {
  return {
    ...desired,
    resources: desired.resources.map((resource) => (resource.address === address ? change(resource) : resource)),
  };
}

function withFields(resource: DesiredResource, fields: DesiredResource['fields']): DesiredResource {
  return { ...resource, fields: { ...resource.fields, ...fields } };
}

/** References the first child; among the ordered members of a site, the first section. */
function pointing(desired: Desired, resource: DesiredResource, field: string): DesiredResource {
  const members = (desired.orders[resource.address] ?? []).flatMap((address) =>
    address.includes('/groups/') ? (desired.orders[address] ?? []) : [address],
  );
  const [first] = members;
  return first === undefined ? resource : withFields(resource, { [field]: { ref: first } });
}
